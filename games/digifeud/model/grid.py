"""What lies on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from games.digifeud.model.board import SIZE, place
from games.rules import Square


@dataclass(frozen=True)
class Grid:
    """The faces on all squares, row by row ("" for an empty square), and the digits that blanks became."""

    faces: tuple[str, ...] = ("",) * SIZE**2
    blanks: tuple[str, ...] = ()

    def at(self, square: Square) -> str:
        """What lies there: a number, an operator, "=" or nothing."""
        return self.faces[place(square)]

    @property
    def empty(self) -> bool:
        """Whether no calculation has been made yet."""
        return not any(self.faces)

    def adding(self, laid: Mapping[Square, str]) -> Grid:
        """The grid with more on it; a number is spelled with `?` before a digit that a blank became."""
        faces, blanks = list(self.faces), list(self.blanks)
        for square, text in laid.items():
            faces[place(square)] = text.replace("?", "")
            blanks += (after for before, after in pairwise(text) if before == "?")
        return Grid(tuple(faces), tuple(blanks))


EMPTY = Grid()
