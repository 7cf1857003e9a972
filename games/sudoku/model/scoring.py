"""Judging a move: its legality, its validity by the sudoku rule, and its score."""

from __future__ import annotations

from games.rules import IllegalMove, Part, PlayedMove, Sentence, Square, say
from games.sudoku.model.board import SQUARES, Grid, on_board
from games.sudoku.model.position import SudokuPosition


def judge(position: SudokuPosition, square: Square) -> PlayedMove:
    """Return the effect of placing the drawn tile on a square.

    An invalid placement is legal: it scores 0, carries a warning, and costs the tile. Raises IllegalMove.
    """
    if position.result:
        raise IllegalMove(say("The match is over."))
    if not (tile := position.tile):
        raise IllegalMove(say("You draw a tile at the start of your turn."))
    check_square(position.grid, square)
    if position.grid.is_valid(square, tile):
        text = say("{tile} on {square}", tile=tile, square=str(square))
        parts = _parts(position.grid, square)
        return PlayedMove(position.to_move, text, position.grid.filled_peers(square), (square,), parts=parts)
    return PlayedMove(
        position.to_move,
        say("{tile} on {square} (wrong)", tile=tile, square=str(square)),
        squares=(square,),
        detail=_describe_conflict(position.grid, square, tile),
        warning=say("This breaks the sudoku rule and scores 0: play anyway?"),
    )


def _parts(grid: Grid, square: Square) -> tuple[Part, ...]:
    """Return the summands of the points: the tiles in the row, in the column, and elsewhere in the block."""
    row, column, block = grid.filled_lines(square)
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


def _describe_conflict(grid: Grid, square: Square, tile: str) -> Sentence:
    """Return the reason why a placement is invalid: the row, else the column, else the block."""
    equal = [other for other in SQUARES if grid.at(other) == tile]
    if any(other.row == square.row for other in equal):
        return say("This row already has a {tile}.", tile=tile)
    if any(other.column == square.column for other in equal):
        return say("This column already has a {tile}.", tile=tile)
    return say("This block already has a {tile}.", tile=tile)
