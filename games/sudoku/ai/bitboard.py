"""A bitboard, the state of the search: bit n of a mask stands for the square of index n (`board.SQUARES`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.sudoku.model.board import DIGITS, PEER_MASKS, SIZE
from games.sudoku.model.position import SudokuView

PLANE_WEIGHTS = (16, 8, 4, 2, 1)  # of the planes of a counter, enough for the 20 peers of a square
ALL_SQUARES = (1 << SIZE**2) - 1

Planes = tuple[int, ...]  # bit-sliced counters: plane i has bit i of every square's counter


class Bitboard(NamedTuple):
    """The public state before a draw; the digits 1 to 9 have the indices 0 to 8.

    `empty` is the mask of empty squares. `valid` has for each digit the mask of the empty squares where it is valid.
    `peer_counts` has the number of filled peers of every square, as bit-sliced counters of five planes. `unseen` counts
    the unseen tiles by digit. `lead` is the score of the player who draws next less the opponent's.
    """

    empty: int
    valid: tuple[int, ...]
    peer_counts: Planes
    unseen: tuple[int, ...]
    lead: int

    @classmethod
    def from_view(cls, view: SudokuView) -> Bitboard:
        """Return the bitboard from the view of the player to move; the drawn tile is not among the unseen ones.

        The search places that tile first, and later draws are from the unseen ones.
        """
        empty, valid, peer_counts = ALL_SQUARES, [ALL_SQUARES] * len(DIGITS), (0,) * len(PLANE_WEIGHTS)
        for index, face in enumerate(view.grid.faces):
            if face:
                empty &= ~(1 << index)
                valid[DIGITS.index(face)] &= ~PEER_MASKS[index]
                peer_counts = _increment(peer_counts, PEER_MASKS[index])
        unseen = view.unseen
        own = view.to_move.index
        return cls(
            empty,
            tuple(mask & empty for mask in valid),
            peer_counts,
            tuple(map(unseen.count, DIGITS)),
            view.scores[own] - view.scores[1 - own],
        )

    @property
    def draws(self) -> Iterator[tuple[int, Bitboard]]:
        """Yield each digit index that can be drawn, with the bitboard without one unseen tile of that digit."""
        for digit, count in enumerate(self.unseen):
            if count:
                rest = (*self.unseen[:digit], count - 1, *self.unseen[digit + 1 :])
                yield digit, self._replace(unseen=rest)

    def most_points(self, mask: int) -> tuple[int, int]:
        """Return the highest peer count among the squares of a non-empty mask, and the mask of the squares with it."""
        points = 0
        for plane, weight in zip(reversed(self.peer_counts), PLANE_WEIGHTS, strict=True):
            if higher := mask & plane:
                mask = higher
                points += weight
        return points, mask

    def best_placements(self, digit: int, limit: int) -> Iterator[tuple[int, int]]:
        """Yield at most `limit` valid placements of a digit as (points, bit of the square), most points first."""
        squares = self.valid[digit]
        while squares and limit > 0:
            points, mask = self.most_points(squares)
            squares &= ~mask
            while mask and limit > 0:
                yield points, mask & -mask
                mask &= mask - 1
                limit -= 1

    def after_placement(self, digit: int, bit: int, points: int) -> Bitboard:
        """Return the bitboard for the opponent after a valid placement of the digit on the square of this bit."""
        peers = PEER_MASKS[bit.bit_length() - 1]
        valid = [mask & ~bit for mask in self.valid]
        valid[digit] &= ~peers
        return Bitboard(
            self.empty & ~bit, tuple(valid), _increment(self.peer_counts, peers), self.unseen, -self.lead - points
        )

    @property
    def after_loss(self) -> Bitboard:
        """Return the bitboard for the opponent after an invalid placement: the tile is lost, nothing else changes."""
        return self._replace(lead=-self.lead)


def _increment(counts: Planes, mask: int) -> Planes:
    """Return the counters, those of the squares in the mask increased by one (bit-sliced ripple-carry addition)."""
    planes, carry = [], mask
    for plane in counts:
        planes.append(plane ^ carry)
        carry &= plane
    return tuple(planes)
