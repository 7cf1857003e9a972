"""The partial of a board of a mirror match: the way to the other board, a sealed move, and the sum of both boards."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext

from accounts.models import User
from core.hooks import Context
from core.live.partials import Inputs, LivePartial
from games.catalogue import display_of
from games.matches.models import Match
from games.matches.outcomes import Outcome
from games.matches.pages.match_view import MatchView
from games.matches.play.mirrors import boards_of, points_of, result_of
from games.matches.play.updates import MIRROR
from games.rules import AnyGame, Seat


class BothBoards(NamedTuple):
    """How a mirror match ended for a viewer, and the sums of points by seats of the view's board and in words."""

    outcome: Outcome
    winner: User | None
    points: tuple[int, int]
    sums: str


def both_boards(view: MatchView) -> BothBoards | None:
    """Return how a mirror match that counts has ended; None for other matches, and while one of the boards runs."""
    if not view.match.twin_id:
        return None
    first, second = boards_of(view.match)
    result = result_of(first, second)
    if result is None or not result.counts:
        return None
    winner = first.player(result.winner) if result.winner else None
    if winner is None:
        outcome = Outcome.DRAWN
    elif view.seat:
        outcome = Outcome.WON if winner == view.match.player(view.seat) else Outcome.LOST
    else:
        outcome = Outcome.WATCHED
    one, other = result.points
    names = {"first": first.first, "sum": one, "second": first.second, "other_sum": other}
    sums = gettext("Both boards: %(first)s %(sum)s, %(second)s %(other_sum)s.") % names
    return BothBoards(outcome, winner, (one, other) if view.match.is_first_board else (other, one), sums)


def rule_of(game: AnyGame) -> str:
    """Return the sentence that says what decides a mirror match of this game."""
    if display_of(game).units:
        return gettext("The games won on both boards decide.")
    return gettext("The points of both boards decide.")


def help_of(game: AnyGame) -> str:
    """Return what forms say of a mirror match of this game."""
    what = gettext(
        "Two boards at once with the same tiles; each of you begins on one. Hands are open: no luck. "
        "Correspondence only."
    )
    return f"{what} {rule_of(game)}"


def of_match(page: Context) -> Context | None:
    """Return the context of the partial on the page of a board; None for other matches."""
    match: Match = page["match"]
    seat: Seat | None = page["board_view"].seat
    bound = BOARDS.of(match, match.player(seat) if seat else None)
    return {**bound.inputs, "version": bound.version} if bound else None


def _inputs(match: Match, viewer: User | None) -> Inputs | None:
    if not match.twin_id:
        return None
    first, second = boards_of(match)
    twin = second if match.is_first_board else first
    result, seat, twin_seat = result_of(first, second), match.seat_of(viewer), twin.seat_of(viewer)
    is_counted = match.tallies is None or result is not None  # points so far are no games won
    return {
        "number": 1 if match.is_first_board else 2,
        "twin": twin.pk,
        "twin_number": 2 if match.is_first_board else 1,
        "my_turn": twin_seat is not None and twin.awaits(twin_seat),
        "twin_over": twin.finished_at is not None,
        "sealed": match.sealed_move if seat and seat == match.to_move else "",
        "is_sealed": bool(match.sealed_move),
        "mover": str(match.player(Seat(match.to_move))),
        "names": (str(first.first), str(first.second)),
        "points": points_of(first, second) if is_counted else None,
        "rule": rule_of(match.game),
        "result": result,
        "winner": str(first.player(result.winner)) if result and result.winner else "",
        "forfeited_by": str(first.player(result.forfeited_by)) if result and result.forfeited_by else "",
        "won": result is not None and result.winner is not None and result.winner == first.seat_of(viewer),
    }


BOARDS: LivePartial[Match, User | None] = LivePartial(MIRROR, "matches/_mirror.html", _inputs)
