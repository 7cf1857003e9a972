"""The highest-scoring short sum of a hand, and the candidates of the endgame search: the sums of the rest of a hand.

The best short sum is found by branch and bound over the equation table in a millisecond or two. A short sum has up to
nine pieces, old ones included (`equations.MAX_LENGTH`). Its points are those on its own line, without crossing sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from games.rules import Square, subtract
from games.summy.model.board import SIZE, Direction, Grid, Pieces, ordered
from games.summy.model.equations import lookup_of
from games.summy.model.movegen import SlotGroup, hand_selections, matches, scored_sums, short_slots
from games.summy.model.moves import Sum, canonical, pieces_used, placed_by
from games.summy.model.position import crossing_sums


class BestSum(NamedTuple):
    """A sum on a line: its points without crossing sums, the cell it begins on, counted from 1, and its text."""

    points: int
    start: int = 0
    text: str = ""


NO_SUM = BestSum(0)


def best_short_sum(grid: Grid, hand: Pieces) -> Sum | None:
    """Return the best short sum of this hand on the board, as the move in canonical form; None if there is none."""
    number, best = best_sum_search(ordered(hand), grid.arithmetic).best(grid.rows + grid.columns)
    if not best.text:
        return None
    if number < SIZE:  # rows come before columns
        return Sum(Square(number + 1, best.start), Direction.RIGHT, best.text)
    return canonical(grid, Sum(Square(best.start, number - SIZE + 1), Direction.DOWN, best.text))


class BestSumSearch:
    """The branch-and-bound search for one hand; caches for each line its best sum, or an upper bound on its points."""

    def __init__(self, hand: Pieces, arithmetic: str) -> None:
        self._selections = hand_selections(ordered(hand))
        self._lookup = lookup_of(arithmetic)
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
                fitting = ((start, text) for text in texts for start, fixed in group.slots if matches(text, fixed))
                if match := next(fitting, None):
                    best = BestSum(points + group.points, *match)
                    break
        return best if best.text else NO_SUM


best_sum_search = lru_cache(maxsize=1 << 6)(BestSumSearch)  # shared; the hand must be `ordered`


OLD_ZEROS = 2  # of a crossing sum such as 0+0=0, at least: a single piece completes it


@dataclass(frozen=True)
class Candidate:
    """A legal sum on this board; its points include those of crossing sums."""

    grid: Grid
    move: Sum
    points: int

    @cached_property
    def pieces(self) -> Pieces:
        """Return the pieces that it takes from the hand."""
        return pieces_used(self.grid, self.move)

    @cached_property
    def footprint(self) -> frozenset[Square]:
        """Return the squares of the sum and its two ends; the sum stays legal while nothing changes on them."""
        return frozenset((*self.move.squares, *self.move.ends))

    @cached_property
    def changed(self) -> frozenset[Square]:
        """Return the squares on its own line that it fills with pieces or grey pieces."""
        return frozenset((*placed_by(self.grid, self.move), *self.move.ends))

    @cached_property
    def crosses(self) -> bool:
        """Return whether it completes crossing sums, of which one of zeros alone adds no points."""
        if self.points > self.move.points:
            return True
        if "".join(self.grid.rows).count("0") < OLD_ZEROS:
            return False
        placed = placed_by(self.grid, self.move)
        return bool(crossing_sums(self.grid.with_pieces(placed), placed, self.move.direction))


class CandidateCache:
    """The sums of one hand on any board, cached by board and by the pieces that are left of the hand."""

    def __init__(self, hand: Pieces) -> None:
        self.hand = ordered(hand)
        self._found: dict[tuple[Grid, Pieces], list[Candidate]] = {}

    def candidates(self, grid: Grid, left: Pieces) -> list[Candidate]:
        """Return the sums on this board that the pieces `left` of the hand can play, most points first.

        The sums of a partial hand are filtered from those of the whole hand, so each board is searched only once.
        """
        if (moves := self._found.get((grid, left))) is None:
            if len(left) == len(self.hand):
                moves = sorted(self._search(grid), key=lambda candidate: -candidate.points)
            else:
                whole = self.candidates(grid, self.hand)
                moves = [candidate for candidate in whole if _contains(left, candidate.pieces)]
            self._found[grid, left] = moves
        return moves

    def _search(self, grid: Grid) -> Iterator[Candidate]:
        for move, points in scored_sums(grid, self.hand):
            yield Candidate(grid, move, points)


class BestSumCache(CandidateCache):
    """A cheap approximation of the candidates: only the best short sum of the whole hand on a board."""

    def _search(self, grid: Grid) -> Iterator[Candidate]:
        if move := best_short_sum(grid, self.hand):
            yield Candidate(grid, move, move.points)


class RemainingHand(NamedTuple):
    """The pieces left of a hand, with the cache of the whole hand."""

    pieces: Pieces
    cache: CandidateCache

    def candidates(self, grid: Grid) -> list[Candidate]:
        """Return the sums on this board, most points first."""
        return self.cache.candidates(grid, self.pieces)

    def best_points(self, grid: Grid) -> int:
        """Return the points of the best sum on this board, 0 if there is none."""
        candidates = self.candidates(grid)
        return candidates[0].points if candidates else 0

    def without(self, used: Pieces) -> RemainingHand:
        """Return the hand without these pieces."""
        return RemainingHand(subtract(self.pieces, used), self.cache)


def whole_hand(hand: Pieces, cache_type: type[CandidateCache] = CandidateCache) -> RemainingHand:
    """Return this hand with a new cache of the given type."""
    cache = cache_type(hand)
    return RemainingHand(cache.hand, cache)


@lru_cache(maxsize=1 << 14)
def _contains(pieces: Pieces, needed: Pieces) -> bool:
    return all(pieces.count(piece) >= needed.count(piece) for piece in needed)
