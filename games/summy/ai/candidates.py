"""Candidate moves of the endgame search: the sums that the rest of a hand can play on a board, cached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from games.rules import Square, subtract
from games.summy.ai.best_sum import best_short_sum
from games.summy.model.board import Grid
from games.summy.model.movegen import scored_moves
from games.summy.model.moves import Sum, pieces_used, placed_by
from games.summy.model.pieces import Pieces, ordered
from games.summy.model.scoring import crossing_sums

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
        for move, points in scored_moves(grid, self.hand):
            if not isinstance(move, Sum):
                return
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
