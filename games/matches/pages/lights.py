"""Squares that light up on the page while a player composes a move: the rules say which, from this seat's view."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse

from core import limits
from games.catalogue import display_of
from games.matches.errors import RulesGone
from games.matches.forms import LightsForm
from games.matches.models import Match
from games.matches.play import positions
from games.rules import AnyGame, Reason, Seat, View


def answer_lights(match: Match, seat: Seat | None, form: LightsForm) -> dict[str, str]:
    """Return the names of the squares that light up, by reason; nothing for spectators and after the end.

    They light up on the opponent's turn too, so that a player can plan ahead. A tile dragged over a square counts as
    placed there.
    """
    if seat is None or match.finished_at:
        return {}
    try:
        game = match.game
        view = game.view(positions.with_hidden_hands(match, positions.replay(match).position), seat)
    except RulesGone:
        return {}
    return lights_in(game, view, form)


def reply_with_lights(request: HttpRequest, find: Callable[[LightsForm], dict[str, str]]) -> HttpResponse:
    """Answer a page that has no socket; with 429 beyond the rate limit of its IP address (RFC 6585)."""
    if not limits.admit(request, "lights"):
        return HttpResponse(status=429, headers={"Retry-After": str(limits.opens_in(request, "lights") or 1)})
    return JsonResponse(find(LightsForm(request.GET)))


def lights_in(game: AnyGame, view: View, form: LightsForm) -> dict[str, str]:
    """Return the names of the squares that light up for the player who has this view, by reason."""
    if not form.is_valid():
        return {}
    tile, square, placed = form.chosen_tile, form.chosen_square, form.placed
    on_board = (*placed, (square, tile)) if tile and square else placed
    by_reason = {
        light.reason: light.squares for light in display_of(game).highlights(view, on_board, None if tile else square)
    }
    if tile and (fitting := display_of(game).legal_squares(view, tile, placed)):
        by_reason[Reason.FITS] = by_reason.get(Reason.FITS, frozenset()) | fitting
    return {reason.value: " ".join(map(str, sorted(squares))) for reason, squares in by_reason.items()}
