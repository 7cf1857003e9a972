"""Determinization: a full position sampled from a view."""

from __future__ import annotations

from games.rules import SeededRandom
from games.sudoku.model.board import DIGITS, SIZE, Grid
from games.sudoku.model.position import SudokuPosition, SudokuView


def determinize(view: SudokuView, rng: SeededRandom) -> SudokuPosition:
    """Return a uniformly random position consistent with the view.

    The bag is dealt from the unseen tiles. So is a drawn tile that is hidden from the viewer, among those with a valid
    square: otherwise the match would be over.
    """
    bag = list(rng.shuffled(unseen_tiles(view)))
    is_hidden = view.tiles[view.to_move.index] is None
    tile = _draw_valid_tile(view.grid, bag, rng) if is_hidden else view.tiles[view.to_move.index] or ""
    return SudokuPosition(
        options=view.options,
        to_move=view.to_move,
        scores=view.scores,
        last=view.last,
        result=view.result,
        face_down=view.face_down,
        grid=view.grid,
        tiles=view.to_move.put(("", ""), tile),
        bag=tuple(bag),
        lost=view.lost,
    )


def unseen_tiles(view: SudokuView) -> list[str]:
    """Return the tiles that are neither on the board, nor lost, nor drawn and visible to the viewer."""
    tiles = list(DIGITS * SIZE)
    for tile in filter(None, (*view.grid.faces, *view.lost, *view.tiles)):
        tiles.remove(tile)
    return tiles


def _draw_valid_tile(grid: Grid, bag: list[str], rng: SeededRandom) -> str:
    """Remove from the bag, and return, a uniformly random tile among those with a valid square."""
    indices = [index for index, tile in enumerate(bag) if grid.has_valid_square(tile)]
    return bag.pop(indices[rng.below(len(indices))])
