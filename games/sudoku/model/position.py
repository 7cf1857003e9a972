"""The state of a match, one viewer's view of it, and what a move does: its legality and its score."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import IllegalMove, Part, Position, Sentence, Square, View, say, subtract
from games.sudoku.model.board import DIGITS, PEERS, SIZE, SQUARES, Grid, SudokuOptions, index_of, on_board


@dataclass(frozen=True, kw_only=True)
class SudokuPosition(Position):
    """The full state, hidden information included.

    `tiles` has the drawn tile of the player to move and "" for the other player; "" for both once no tile is left.
    `bag` has the tiles to draw in their shuffled order, `lost` the tiles of invalid placements in the order played.
    """

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str, str]
    bag: tuple[str, ...]
    lost: tuple[str, ...] = ()

    @property
    def tile(self) -> str:
        """Return the drawn tile of the player to move."""
        return self.tiles[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class SudokuView(View):
    """The state as one viewer knows it: a hidden tile is None, `left` counts the tiles in the bag."""

    options: SudokuOptions
    grid: Grid
    tiles: tuple[str | None, str | None]
    left: int
    lost: tuple[str, ...]

    @property
    def tile(self) -> str:
        """Return the viewer's drawn tile; "" while the opponent moves, and for a spectator."""
        return (self.viewer and self.tiles[self.viewer.index]) or ""

    @property
    def unseen(self) -> tuple[str, ...]:
        """Return the tiles that are neither on the board, nor lost, nor drawn and visible to the viewer."""
        return subtract(DIGITS * SIZE, filter(None, (*self.grid.faces, *self.lost, *self.tiles)))


def parts(grid: Grid, square: Square) -> tuple[Part, ...]:
    """Return the summands of the points: the tiles in the row, in the column, and elsewhere in the block."""
    filled = [SQUARES[peer] for peer in PEERS[index_of(square)] if grid.faces[peer]]
    row = sum(1 for peer in filled if peer.row == square.row)
    column = sum(1 for peer in filled if peer.column == square.column)
    block = len(filled) - row - column
    parts = (
        Part(say("{count} in the row", count=row), row, square),
        Part(say("{count} in the column", count=column), column, square),
        Part(say("{count} more in the block", count=block), block, square),
    )
    return tuple(part for part in parts if part.points)


def check_square(grid: Grid, square: Square) -> None:
    """Raise IllegalMove unless the square is on the board and empty."""
    if not on_board(square):
        raise IllegalMove(say("The board has no square {square}.", square=str(square)))
    if face := grid.at(square):
        raise IllegalMove(say("{square} already has {face}.", square=str(square), face=face))


def describe_conflict(grid: Grid, square: Square, tile: str) -> Sentence:
    """Return the reason why a placement is invalid: the row, else the column, else the block."""
    equal = [other for other in SQUARES if grid.at(other) == tile]
    if any(other.row == square.row for other in equal):
        return say("This row already has a {tile}.", tile=tile)
    if any(other.column == square.column for other in equal):
        return say("This column already has a {tile}.", tile=tile)
    return say("This block already has a {tile}.", tile=tile)
