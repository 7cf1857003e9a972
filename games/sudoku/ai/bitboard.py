"""A match as thinking ahead needs it, in bits: bit n is the place n of the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.sudoku.ai.determinization import unseen
from games.sudoku.model.board import DIGITS, SIZE
from games.sudoku.model.movegen import MASKS
from games.sudoku.model.position import SudokuView

WEIGHTS = (16, 8, 4, 2, 1)
BOARD = (1 << SIZE**2) - 1

Planes = tuple[int, ...]


class Outlook(NamedTuple):
    """What both know before the next tile is drawn, told by digits 0 to 8.

    `right` are the empty places where each digit is right; `around` counts the tiles around every place, as a binary
    number that is spread over five planes, the ones first. `lead` is that of the player who draws.
    """

    empty: int
    right: tuple[int, ...]
    around: Planes
    unseen: tuple[int, ...]
    lead: int

    @classmethod
    def of(cls, view: SudokuView) -> Outlook:
        """That of the viewer, who is to move; the tile that they hold is not among the unseen."""
        empty, right, around = BOARD, [BOARD] * len(DIGITS), (0,) * len(WEIGHTS)
        for place, face in enumerate(view.grid.faces):
            if face:
                empty &= ~(1 << place)
                right[DIGITS.index(face)] &= ~MASKS[place]
                around = _more(around, MASKS[place])
        hidden = unseen(view)
        own = view.to_move.index
        return cls(
            empty,
            tuple(places & empty for places in right),
            around,
            tuple(map(hidden.count, DIGITS)),
            view.scores[own] - view.scores[1 - own],
        )

    @property
    def draws(self) -> Iterator[tuple[int, Outlook]]:
        """Each digit that may be drawn, and the match with one less of it unseen."""
        for digit, many in enumerate(self.unseen):
            if many:
                left = (*self.unseen[:digit], many - 1, *self.unseen[digit + 1 :])
                yield digit, self._replace(unseen=left)

    def most(self, places: int) -> tuple[int, int]:
        """The points of the most crowded of these places, and which of them those are."""
        points = 0
        for plane, weight in zip(reversed(self.around), WEIGHTS, strict=True):
            if crowded := places & plane:
                places = crowded
                points += weight
        return points, places

    def promising(self, digit: int, many: int) -> Iterator[tuple[int, int]]:
        """At most so many places where the digit is right, each as a bit after its points, the most first."""
        left = self.right[digit]
        while left and many > 0:
            points, places = self.most(left)
            left &= ~places
            while places and many > 0:
                yield points, places & -places
                places &= places - 1
                many -= 1

    def laid(self, digit: int, bit: int, points: int) -> Outlook:
        """The match for the opponent after this digit was laid on this place."""
        mask = MASKS[bit.bit_length() - 1]
        right = [places & ~bit for places in self.right]
        right[digit] &= ~mask
        return Outlook(self.empty & ~bit, tuple(right), _more(self.around, mask), self.unseen, -self.lead - points)

    @property
    def turned(self) -> Outlook:
        """The match for the opponent after a wrong square: the tile is gone, and nothing else has changed."""
        return self._replace(lead=-self.lead)


def _more(around: Planes, places: int) -> Planes:
    """The counts with one more at each of the places: added in binary, plane by plane, the carry in `places`."""
    summed = []
    for plane in around:
        summed.append(plane ^ places)
        places &= plane
    return tuple(summed)
