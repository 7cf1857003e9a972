"""How many pieces of a hand can go into one sum."""

from __future__ import annotations

from games.summy.grid import EMPTY
from games.summy.pieces import DIGITS, EQUALS, Pieces


class Supply:
    """A hand, counted: a sum takes one =, and has two digits more than operators or else even more digits."""

    def __init__(self, hand: Pieces) -> None:
        self.count = len(hand)
        self._digits = sum(piece in DIGITS for piece in hand)
        self._equals = hand.count(EQUALS)
        self._operators = self.count - self._digits - self._equals

    def reaches(self, cells: str, length: int) -> bool:
        """Whether there may be a sum from the first of these cells on that takes so many of them or more."""
        new, digits, operators, equals = 0, self._digits, 0, 0
        for place, face in enumerate(cells, 1):
            if face == EMPTY:
                new += 1
            elif face in DIGITS:
                digits += 1
            elif face == EQUALS:
                equals += 1
            else:
                operators += 1
            if new > self.count or equals > 1:
                return False
            if place >= length and new <= self._most(digits, operators, equals):
                return True
        return False

    def _most(self, digits: int, operators: int, equals: int) -> int:
        """How many pieces of the hand can go into a sum with all its digits, and with such old signs."""
        spare = digits - 2 - operators
        if spare < 0 or not (equals or self._equals):
            return 0
        return self._digits + min(self._operators, spare) + (1 - equals)
