"""Mirror matches as one match each: both boards count together, with their common result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.matches.models import Match
from games.matches.play.mirrors import whole_of


def wholes_of(boards: Iterable[Match]) -> Sequence[Match]:
    """Return the mirror matches with these first boards that count, with one query for the other boards."""
    firsts = list(boards)
    seconds = Match.objects.defer("seed", "option_data").in_bulk([board.twin_id for board in firsts if board.twin_id])
    pairs = [(board, seconds.get(board.twin_id or "")) for board in firsts]
    return [
        whole for first, second in pairs if second and (whole := whole_of(first, second)) and whole.counts_for_rating
    ]
