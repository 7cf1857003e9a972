"""Squares of a board and their names."""

from __future__ import annotations

import re
import string
from typing import NamedTuple

from games.rules.errors import BadNotation
from games.rules.sentences import say

_NAME = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


class Square(NamedTuple):
    """A square, counted from 1 at the top left; its name is column letter, then row: `a1`."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{string.ascii_lowercase[self.column - 1]}{self.row}"

    @classmethod
    def parse(cls, name: str) -> Square:
        """Return the square of this name, which may lie off a game's board; raises BadNotation."""
        match = _NAME.fullmatch(name)
        if not match:
            raise BadNotation(say("“{name}” is not a square.", name=name[:20]))
        return cls(int(match[2]), string.ascii_lowercase.index(match[1]) + 1)

    def step(self, down: int, right: int) -> Square:
        """Return the square this many rows down and columns to the right; the result may lie off the board."""
        return Square(self.row + down, self.column + right)
