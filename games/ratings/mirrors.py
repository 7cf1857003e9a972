"""Mirror matches as one match each: both boards count together, with their common result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from games.matches.models import Match
from games.matches.outcomes import Ending
from games.matches.play.mirrors import result_of


def whole_of(first: Match, second: Match) -> Match | None:
    """Return the first board with the result of both, not to be saved; None where the mirror match changes no rating.

    It has the sums of points and moves, and no score. Pure, so that recomputing is exact.
    """
    result = result_of(first, second)
    if result is None or not (result.counts and first.rated and first.finished_at and second.finished_at):
        return None
    whole = copy(first)
    whole.first_points, whole.second_points = result.points
    whole.winner, whole.ply = result.winner, first.ply + second.ply
    whole.ending = (first if first.ended.is_forfeit else second).ending if result.forfeited_by else Ending.PLAYED
    whole.finished_at = max(first.finished_at, second.finished_at)
    whole.scores = False
    return whole


def wholes_of(boards: Iterable[Match]) -> Sequence[Match]:
    """Return the mirror matches with these first boards that count, with one query for the other boards."""
    firsts = list(boards)
    seconds = Match.objects.defer("seed", "option_data").in_bulk([board.twin_id for board in firsts if board.twin_id])
    pairs = [(board, seconds.get(board.twin_id or "")) for board in firsts]
    return [whole for first, second in pairs if second and (whole := whole_of(first, second))]
