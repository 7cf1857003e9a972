"""How a mirror match ends: what one board's end means for the other, and the result by both boards."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from core import clock
from games.matches.hooks import mirror_ended
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play.forfeits import forfeit
from games.matches.play.services import end_on_time, find_match, resign, void_match
from games.rules import Seat


@dataclass(frozen=True)
class MirrorResult:
    """The sum of both boards. Seats are those of the first board; `winner` is None for a draw.

    `points` are those of the games: won games in 10 BY 10. `forfeited_by` gave up, or ran out of time on either board.
    `counts` is False for a cancelled or void match.
    """

    points: tuple[int, int]
    winner: Seat | None
    forfeited_by: Seat | None
    counts: bool


def boards_of(match: Match) -> tuple[Match, Match]:
    """Return both boards of a mirror match, the first one first, given one of them."""
    twin = find_match(match.twin_id or "")
    return (match, twin) if match.is_first_board else (twin, match)


def points_of(first: Match, second: Match) -> tuple[int, int]:
    """Return the sums of points so far, by the seats of the first board."""
    return first.first_points + second.second_points, first.second_points + second.first_points


def result_of(first: Match, second: Match) -> MirrorResult | None:
    """Return the result of both boards; None while one of them runs. Pure: from the rows alone.

    Who gave up or ran out of time on one board loses; both did so on one each: a draw. Else the higher sum wins.
    """
    if not (first.finished_at and second.finished_at):
        return None
    points = points_of(first, second)
    boards = (first, second)
    if any(board.voided_at or not board.ended.has_result for board in boards):
        return MirrorResult(points, None, None, counts=False)
    losers = {seat for seat in (first.forfeited_by, second.forfeited_by and second.forfeited_by.other) if seat}
    forfeited_by = losers.pop() if len(losers) == 1 else None
    if forfeited_by:
        winner: Seat | None = forfeited_by.other
    elif losers or points[0] == points[1]:
        winner = None
    else:
        winner = Seat.FIRST if points[0] > points[1] else Seat.SECOND
    return MirrorResult(points, winner, forfeited_by, counts=first.counts and second.counts)


def whole_of(first: Match, second: Match) -> Match | None:
    """Return the first board with the result of both, not to be saved; None while one of them runs.

    It has the sums of points and moves, and no score. Pure, so that recomputing ratings is exact.
    """
    result = result_of(first, second)
    if result is None or not (first.finished_at and second.finished_at):
        return None
    boards = (first, second)
    endings = [board.ending for board in boards if not board.ended.has_result]
    endings += [board.ending for board in boards if result.forfeited_by and board.ended.is_forfeit]
    whole = copy(first)
    whole.first_points, whole.second_points = result.points
    whole.winner, whole.ply = result.winner, first.ply + second.ply
    whole.ending = endings[0] if endings else Ending.PLAYED
    whole.finished_at = max(first.finished_at, second.finished_at)
    whole.voided_at = first.voided_at or second.voided_at
    whole.counts, whole.scores = result.counts, False
    return whole


def settle(match: Match) -> None:
    """End the other board where this board's end decides it, and tell `mirror_ended` once both are over. Idempotent.

    A player who gives up or runs out of time on one board loses both; if one is cancelled or void, so is the other.
    """
    twin = find_match(match.twin_id or "")
    if not twin.finished_at:
        _end_with(match, twin)
        twin = find_match(twin.pk)
    if twin.finished_at:
        mirror_ended.enqueue(match if match.is_first_board else twin)


def void_both(match: Match) -> None:
    """Declare the other board of a void one void too. Idempotent."""
    void_match(match.twin_id or "")


def _end_with(match: Match, twin: Match) -> None:
    if match.ended is Ending.ABORTED or match.ended is Ending.RESIGNED:
        loser = match.player(match.forfeited_by or Seat.FIRST)
        resign(twin.pk, loser)
    elif match.ended is Ending.VOID:
        void_match(twin.pk)
    elif match.forfeited_by:
        now = clock.now()
        if not end_on_time(twin, now):  # the opponent's time may be up there
            forfeit(twin, match.forfeited_by.other, Ending.TIME, now)
