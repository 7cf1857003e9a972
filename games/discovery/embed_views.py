"""Pages that other sites may embed in an iframe: a match, and today's puzzle of a game; without scripts and forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.catalogue import games
from games.discovery.pictures import board_shapes
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.puzzles.days import today
from games.puzzles.models import Daily, Puzzle
from games.puzzles.puzzle_view import PuzzleView

P = ParamSpec("P")
POLICY = {
    "default-src": [NONE],
    "style-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}


def framed_anywhere(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let every site frame the answer of this view, which may load stylesheets and nothing else."""

    @wraps(view)
    def framed(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        answer = csp(POLICY)(lambda inner_request: view(inner_request, *args, **kwargs))(request)
        return cast("HttpResponse", answer)

    exempt = xframe_options_exempt(cache_control(public=True, max_age=60)(require_safe(framed)))
    return cast("Callable[Concatenate[HttpRequest, P], HttpResponse]", exempt)


@framed_anywhere
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the board as spectators see it, names and points; a running match reloads itself."""
    this_match = get_object_or_404(
        Match.objects.select_related("first", "second"), pk=match_id, game_slug__in=games(), voided_at=None
    )
    try:
        view = MatchView(this_match, None)
    except RulesGone:
        raise Http404 from None
    shapes = mark_safe(board_shapes(view.board, view.marked))  # noqa: S308 - faces are escaped
    return render(request, "discovery/embed_match.html", {"match": this_match, "board_view": view, "shapes": shapes})


@framed_anywhere
def daily(request: HttpRequest, slug: str) -> HttpResponse:
    """Show today's puzzle of a game unsolved: board and tiles."""
    dailies = Daily.objects.filter(game_slug=slug, day=today(), puzzle__state=Puzzle.State.OFFERED)
    day = dailies.select_related("puzzle__source__match").first()
    if slug not in games() or day is None:
        raise Http404
    view = PuzzleView(day.puzzle, None)
    shapes = mark_safe(board_shapes(view.board, view.marked))  # noqa: S308 - faces are escaped
    return render(request, "discovery/embed_puzzle.html", {"day": day, "board_view": view, "shapes": shapes})
