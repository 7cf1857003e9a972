"""What a hand sees on a board: the sums that it, or a part of it, can lay there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from games.rules import Square
from games.summy.model.board import EMPTY, Grid
from games.summy.model.geometry import Direction
from games.summy.model.movegen import scored_moves
from games.summy.model.moves import Sum
from games.summy.model.pieces import Pieces, ordered, take
from games.summy.model.quick_best import glimpse
from games.summy.model.scoring import laid_by


@dataclass(frozen=True)
class Offer:
    """A sum that can be laid on this board, with its points, those of crossing sums included."""

    grid: Grid
    move: Sum
    points: int

    @cached_property
    def pieces(self) -> Pieces:
        """The new ones."""
        return new_of(self.grid, self.move)

    @cached_property
    def room(self) -> frozenset[Square]:
        """The squares on which nothing may change, if it is to stay possible."""
        return frozenset((*self.move.squares, *self.move.ends))

    @cached_property
    def changed(self) -> frozenset[Square]:
        """The squares that it fills, those with grey pieces too, as far as they are on its own line."""
        return frozenset((*laid_by(self.grid, self.move), *self.move.ends))


class Sight:
    """What one hand sees: every sum. It remembers all boards, also for a part of the hand."""

    def __init__(self, hand: Pieces) -> None:
        self.hand = ordered(hand)
        self._known: dict[tuple[Grid, Pieces], list[Offer]] = {}

    def offers(self, grid: Grid, part: Pieces) -> list[Offer]:
        """The sums that this part can lay on this board, those with the most points first."""
        if (found := self._known.get((grid, part))) is None:
            if len(part) == len(self.hand):
                found = sorted(self._look(grid), key=lambda offer: -offer.points)
            else:
                found = [offer for offer in self.offers(grid, self.hand) if _has(part, offer.pieces)]
            self._known[grid, part] = found
        return found

    def _look(self, grid: Grid) -> Iterator[Offer]:
        for move, points in scored_moves(grid, self.hand):
            if not isinstance(move, Sum):
                return
            yield Offer(grid, move, points)


class Glimpse(Sight):
    """What a hand sees at a glance: one sum at most."""

    def _look(self, grid: Grid) -> Iterator[Offer]:
        if move := glimpse(grid, self.hand):
            yield Offer(grid, move, move.points)


class Held(NamedTuple):
    """What is left of a hand; it sees what the whole hand saw and it can still lay."""

    pieces: Pieces
    sight: Sight

    def offers(self, grid: Grid) -> list[Offer]:
        """The sums on this board, those with the most points first."""
        return self.sight.offers(grid, self.pieces)

    def most(self, grid: Grid) -> int:
        """The points of the best of them, 0 where there is none."""
        found = self.offers(grid)
        return found[0].points if found else 0

    def without(self, gone: Pieces) -> Held:
        """What is left when these pieces are gone as well."""
        return Held(take(self.pieces, gone), self.sight)


def held(hand: Pieces, kind: type[Sight] = Sight) -> Held:
    """All of this hand."""
    sight = kind(hand)
    return Held(sight.hand, sight)


@lru_cache(maxsize=1 << 14)
def _has(pieces: Pieces, needed: Pieces) -> bool:
    return all(pieces.count(piece) >= needed.count(piece) for piece in needed)


def new_of(grid: Grid, move: Sum) -> Pieces:
    """The new pieces of this sum."""
    row, column = move.start
    across = move.direction is Direction.RIGHT
    line, begin = (grid.rows[row - 1], column - 1) if across else (grid.columns[column - 1], row - 1)
    return tuple(piece for piece, cell in zip(move.text, line[begin:], strict=False) if cell == EMPTY)
