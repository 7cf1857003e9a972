"""The thumbnail of a board after a turn: immutable, and cached for a year."""

from __future__ import annotations

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.catalogue import games
from games.history.thumbnails import draw_picture
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.play import positions

KEPT = 24 * 3600  # seconds on the server; the browser keeps it for a year


@cache_control(public=True, immutable=True, max_age=365 * 24 * 3600)
@require_safe
def picture(request: HttpRequest, match_id: str, ply: int) -> HttpResponse:
    """Return the board after move number `ply` as spectators see it."""
    key = f"history.picture.{match_id}.{ply}"
    cache = caches["pages"]
    svg = cache.get(key)
    if svg is None:
        svg = _draw(match_id, ply)
        cache.set(key, svg, KEPT)
    return HttpResponse(svg, content_type="image/svg+xml")


def _draw(match_id: str, ply: int) -> str:
    match = get_object_or_404(Match, pk=match_id, game_slug__in=games())
    if ply > match.ply:
        raise Http404
    try:
        view = match.game.view(positions.replay_to(match, ply).position, None)
    except RulesGone:
        raise Http404 from None
    return draw_picture(match.display.board(view), view.last.squares if view.last else ())
