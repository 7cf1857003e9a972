"""How many operators of a hand go into a sum: what is counted before anything is tried."""

from __future__ import annotations

from games.summy.model.board import EMPTY
from games.summy.model.pieces import DIGITS, EQUALS, OPERATORS, Pieces


class Supply:
    """A hand, counted: a sum takes one =, and has two digits more than operators or else even more digits."""

    def __init__(self, hand: Pieces) -> None:
        self._digits = sum(piece in DIGITS for piece in hand)
        self._operators = sum(piece in OPERATORS for piece in hand)
        self._equals = EQUALS in hand

    def operators(self, cells: str) -> range:
        """How many new operators a sum may have that takes just these cells; none where there is no such sum."""
        lacks_equals = EQUALS not in cells
        if lacks_equals and not self._equals:
            return range(0)
        new = cells.count(EMPTY) - lacks_equals
        old = sum(map(cells.count, OPERATORS))
        most = (len(cells) - 3) // 2 - old
        return range(max(new - self._digits, 1 - old, 0), min(self._operators, new, most) + 1)
