"""The geometry of the board: squares, colours, and the lines through a square."""

from __future__ import annotations

from games.rules import Square

SIZE = 5
CENTRE = Square(3, 3)
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
RED, BLUE = "red", "blue"
COLOURS = dict.fromkeys([Square(1, 1), Square(1, 5), CENTRE, Square(5, 1), Square(5, 5)], BLUE) | dict.fromkeys(
    [Square(2, 2), Square(2, 4), Square(4, 2), Square(4, 4)], RED
)
MARKS = {RED: "↩", BLUE: "+1", "": ""}
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows, columns, falling and rising diagonals


def on_board(square: Square) -> bool:
    """Whether the board has this square."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def place(square: Square) -> int:
    """The square counted from 0 at the top left corner, row by row."""
    return (square.row - 1) * SIZE + square.column - 1
