"""Judges a tile on a square: refused, wrong, or right and for how many points."""

from __future__ import annotations

from games.rules import IllegalMove, PlayedMove, Sentence, Square, say
from games.sudoku.model.board import SQUARES, on_board
from games.sudoku.model.grid import Grid
from games.sudoku.model.position import SudokuPosition


def judge(position: SudokuPosition, square: Square) -> PlayedMove:
    """What the drawn tile does there; raises IllegalMove. A wrong square is legal and costs the tile."""
    if position.result:
        raise IllegalMove(say("The match is over."))
    if not (tile := position.tile):
        raise IllegalMove(say("You draw a tile when your turn begins."))
    check_square(position.grid, square)
    if position.grid.fits(square, tile):
        text = say("{tile} on {square}", tile=tile, square=str(square))
        return PlayedMove(position.to_move, text, position.grid.neighbours(square), (square,))
    return PlayedMove(
        position.to_move,
        say("{tile} on {square} (wrong)", tile=tile, square=str(square)),
        squares=(square,),
        detail=_clash(position.grid, square, tile),
        warning=say("This breaks the sudoku rule and scores 0: play anyway?"),
    )


def check_square(grid: Grid, square: Square) -> None:
    """Raises IllegalMove unless the square is on the board and empty."""
    if not on_board(square):
        raise IllegalMove(say("The board has no square {square}.", square=str(square)))
    if face := grid.at(square):
        raise IllegalMove(say("{square} is taken: {face} lies there.", square=str(square), face=face))


def _clash(grid: Grid, square: Square, tile: str) -> Sentence:
    """What makes the square wrong."""
    equal = [other for other in SQUARES if grid.at(other) == tile]
    if any(other.row == square.row for other in equal):
        return say("{tile} lies in this row already.", tile=tile)
    if any(other.column == square.column for other in equal):
        return say("{tile} lies in this column already.", tile=tile)
    return say("{tile} lies in this block already.", tile=tile)
