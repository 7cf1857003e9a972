"""The highest-scoring short sum of a hand, found by branch and bound over the equation table in a millisecond or two.

A short sum has up to nine pieces, old ones included (`equation_table.MAX_LENGTH`). Points are those on the sum's own
line, without crossing sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules import Square
from games.summy.model.board import SIZE, Direction, Grid
from games.summy.model.equation_table import shared_table
from games.summy.model.equations import is_sum
from games.summy.model.moves import Sum, placed_by, run_through
from games.summy.model.pieces import Pieces, ordered
from games.summy.model.slots import Slot, SlotGroup, hand_selections, matches, short_slots


class BestSum(NamedTuple):
    """A sum on a line: its points without crossing sums, the cell it begins on, counted from 1, and its text."""

    points: int
    start: int = 0
    text: str = ""


NO_SUM = BestSum(0)


def best_short_sum(grid: Grid, hand: Pieces) -> Sum | None:
    """Return the best short sum of this hand on the board, as the move in canonical form; None if there is none."""
    number, best = best_sum_search(ordered(hand)).best(grid.rows + grid.columns)
    return _as_move(grid, number, best) if best.text else None


class BestSumSearch:
    """The branch-and-bound search for one hand; caches for each line its best sum, or an upper bound on its points."""

    def __init__(self, hand: Pieces) -> None:
        self._selections = hand_selections(ordered(hand))
        self._lookup = shared_table().lookup
        self._upper_bounds: dict[str, int] = {}
        self._best: dict[str, BestSum] = {}

    def best(self, lines: Sequence[str], above: int = 0) -> tuple[int, BestSum]:
        """Return the best sum on any of these lines, after the index of its line.

        Lines are searched by descending upper bound. If no sum is worth more than `above`, the sum is `NO_SUM` and the
        index is meaningless.
        """
        best, where = BestSum(above), 0
        bounds = sorted(((self.upper_bound(line), number) for number, line in enumerate(lines)), reverse=True)
        for bound, number in bounds:
            if bound <= best.points:
                break
            if (candidate := self.best_on(lines[number], best.points)).points > best.points:
                best, where = candidate, number
        return where, best if best.text else NO_SUM

    def upper_bound(self, line: str) -> int:
        """Return an upper bound on the points of a short sum on this line."""
        if (bound := self._upper_bounds.get(line)) is None:
            bound = self._upper_bounds[line] = max(map(self._group_bound, short_slots(line)), default=0)
        return bound

    def best_on(self, line: str, above: int) -> BestSum:
        """Return the best sum on this line if it is worth more than `above`, else `NO_SUM`."""
        if (best := self._best.get(line)) is None:
            best = self._search(line, above)
            if best.text:
                self._best[line] = best
                self._upper_bounds[line] = best.points
            else:
                self._upper_bounds[line] = min(above, self._upper_bounds.get(line, above))
        return best if best.points > above else NO_SUM

    def _group_bound(self, group: SlotGroup) -> int:
        """Return an upper bound on the points of a sum in these slots: old pieces plus the best selection."""
        selections = self._selections.get(group.needs)
        return group.points + selections[0][0] if selections else 0

    def _search(self, line: str, above: int) -> BestSum:
        best = BestSum(above)
        for group in sorted(short_slots(line), key=self._group_bound, reverse=True):
            if self._group_bound(group) <= best.points:
                break
            for points, key in self._selections[group.needs]:
                if points + group.points <= best.points:
                    break
                texts = self._lookup(key + group.key, group.length)
                if match := _first_match(texts, group.slots):
                    best = BestSum(points + group.points, *match)
                    break
        return best if best.text else NO_SUM


@lru_cache(maxsize=1 << 6)
def best_sum_search(hand: Pieces) -> BestSumSearch:
    """Return the shared search for this hand, which must be in the order of notation (`pieces.ordered`)."""
    return BestSumSearch(hand)


def _first_match(texts: Sequence[str], slots: Sequence[Slot]) -> tuple[int, str] | None:
    """Return the first cell and the text of a sum that fits one of the slots; None if none does."""
    for text in texts:
        for start, fixed in slots:
            if matches(text, fixed):
                return start, text
    return None


def _as_move(grid: Grid, number: int, best: BestSum) -> Sum:
    """Return the sum on the line with this index, rows before columns, as the move in canonical form."""
    if number < SIZE:
        return Sum(Square(number + 1, best.start), Direction.RIGHT, best.text)
    move = Sum(Square(best.start, number - SIZE + 1), Direction.DOWN, best.text)
    placed = placed_by(grid, move)
    if len(placed) == 1:  # if the single piece completes a sum to the right too, the move is named by that one
        across = run_through(grid.with_pieces(placed), next(iter(placed)), Direction.RIGHT)
        return across if is_sum(across.text) else move
    return move
