"""The geometry of a sudoku: 81 squares, and for each the twenty that share its row, column or block."""

from __future__ import annotations

from games.rules import Square

SIZE = 9
BLOCK = 3
DIGITS = tuple("123456789")
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


def on_board(square: Square) -> bool:
    """Whether the board has this square."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def place(square: Square) -> int:
    """The square counted from 0 at the top left corner, row by row."""
    return (square.row - 1) * SIZE + square.column - 1


def block(square: Square) -> tuple[int, int]:
    """The block of nine squares in which this one lies: its row and column of blocks, from 0."""
    return (square.row - 1) // BLOCK, (square.column - 1) // BLOCK


def _neighbours(square: Square) -> tuple[int, ...]:
    return tuple(
        place(other)
        for other in SQUARES
        if other != square
        and (other.row == square.row or other.column == square.column or block(other) == block(square))
    )


NEIGHBOURS = tuple(_neighbours(square) for square in SQUARES)
