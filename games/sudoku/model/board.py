"""The sudoku board: squares and their peers, the grid of tiles, all placements of a tile; options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules import Handicap, Options, Square, option, say

SIZE = 9
BLOCK_SIZE = 3
DIGITS = tuple("123456789")
SQUARES = tuple(Square(row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))


def on_board(square: Square) -> bool:
    """Return whether the square lies on the board."""
    return 1 <= square.row <= SIZE and 1 <= square.column <= SIZE


def index_of(square: Square) -> int:
    """Return the row-major index of a square, 0 for the top left corner."""
    return (square.row - 1) * SIZE + square.column - 1


def block_of(square: Square) -> tuple[int, int]:
    """Return the row and column, from 0, of the 3x3 block that contains the square."""
    return (square.row - 1) // BLOCK_SIZE, (square.column - 1) // BLOCK_SIZE


def _peers(square: Square) -> tuple[int, ...]:
    return tuple(
        index_of(other)
        for other in SQUARES
        if other != square
        and (other.row == square.row or other.column == square.column or block_of(other) == block_of(square))
    )


PEERS = tuple(_peers(square) for square in SQUARES)  # by index: the 20 other squares of its row, column and block
PEER_MASKS = tuple(sum(1 << peer for peer in peers) for peers in PEERS)  # bit n is the square of index n


@dataclass(frozen=True)
class Grid:
    """The tiles on the board: the digits on all squares in row-major order; "" for an empty square."""

    faces: tuple[str, ...] = ("",) * SIZE**2

    def at(self, square: Square) -> str:
        """Return the digit on a square, "" if it is empty."""
        return self.faces[index_of(square)]

    @property
    def empty_squares(self) -> Iterator[Square]:
        """Iterate over the empty squares in row-major order."""
        return (square for square, face in zip(SQUARES, self.faces, strict=True) if not face)

    def with_tile(self, square: Square, tile: str) -> Grid:
        """Return the grid with one more tile."""
        faces = list(self.faces)
        faces[index_of(square)] = tile
        return Grid(tuple(faces))

    def is_valid(self, square: Square, tile: str) -> bool:
        """Return whether the tile keeps the sudoku rule: no peer of the square holds the same digit."""
        return all(self.faces[peer] != tile for peer in PEERS[index_of(square)])

    def has_valid_square(self, tile: str) -> bool:
        """Return whether the tile is valid on any empty square."""
        return any(self.is_valid(square, tile) for square in self.empty_squares)

    def filled_peers(self, square: Square) -> int:
        """Return how many peers of the square hold a tile: the points of a valid tile there."""
        return sum(1 for peer in PEERS[index_of(square)] if self.faces[peer])


EMPTY = Grid()


def valid_moves(grid: Grid, tile: str) -> list[tuple[int, Square]]:
    """Return the points and square of every valid placement, most points first, then in row-major order."""
    moves = [(-points, square) for square, points, valid in placements(grid, tile) if valid]
    return [(-negated, square) for negated, square in sorted(moves)]


def placements(grid: Grid, tile: str) -> Iterator[tuple[Square, int, bool]]:
    """Generate every empty square, the number of its filled peers, and whether the tile is valid there."""
    filled = equal = 0
    for index, face in enumerate(grid.faces):
        if face:
            filled |= 1 << index
            equal |= (face == tile) << index
    for index, face in enumerate(grid.faces):
        if not face:
            mask = PEER_MASKS[index]
            yield SQUARES[index], (mask & filled).bit_count(), not mask & equal


@dataclass(frozen=True)
class SudokuOptions(Options):
    """Whether to play with hints, a house rule: the page shows the player to move the points of every valid square."""

    handicaps = Handicap(
        "start",
        most=100,
        curve=(
            (942, 0),
            (1087, 10.7),
            (1240, 21.4),
            (1378, 30.2),
            (1553, 38.2),
            (1727, 46.3),
            (1885, 55),
            (2059, 63.7),
        ),
    )

    hints: str = option(say("Hints"), {"no": say("Without hints"), "yes": say("With hints")}, "no")
