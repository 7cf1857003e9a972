"""The coloured squares: every second number square, red along the border and blue inside (house layout)."""

from __future__ import annotations

from games.digifeud.model.board import SIZE, SQUARES, takes_number
from games.rules import Square

RED, BLUE = "red", "blue"
WORTH = {RED: 2, BLUE: 1, "": 0}
MARKS = {RED: "2×", BLUE: "1×", "": ""}


def _colour(square: Square) -> str:
    return RED if {square.row, square.column} & {1, SIZE} else BLUE


COLOURS = {
    square: _colour(square) for square in SQUARES if takes_number(square) and (square.row + square.column) % 4 == 2
}
