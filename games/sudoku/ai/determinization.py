"""Deals the tiles that a viewer does not see."""

from __future__ import annotations

from games.rules import SeededRandom
from games.sudoku.model.board import DIGITS, SIZE
from games.sudoku.model.grid import Grid
from games.sudoku.model.position import SudokuPosition, SudokuView


def determinize(view: SudokuView, rng: SeededRandom) -> SudokuPosition:
    """A position that looks to the viewer as this one does; a hidden tile fits somewhere, or it would be over."""
    bag = list(rng.shuffled(unseen(view)))
    hidden = view.tiles[view.to_move.index] is None
    drawn = _take_fitting(view.grid, bag, rng) if hidden else view.tiles[view.to_move.index] or ""
    return SudokuPosition(
        options=view.options,
        to_move=view.to_move,
        scores=view.scores,
        last=view.last,
        result=view.result,
        face_down=view.face_down,
        grid=view.grid,
        tiles=view.to_move.put(("", ""), drawn),
        bag=tuple(bag),
        lost=view.lost,
    )


def unseen(view: SudokuView) -> list[str]:
    """The tiles that lie neither on the board nor among the lost, and that the viewer does not hold."""
    tiles = list(DIGITS * SIZE)
    for tile in filter(None, (*view.grid.faces, *view.lost, *view.tiles)):
        tiles.remove(tile)
    return tiles


def _take_fitting(grid: Grid, bag: list[str], rng: SeededRandom) -> str:
    """Takes a tile that fits somewhere out of the bag, each equally likely."""
    places = [number for number, tile in enumerate(bag) if grid.takes(tile)]
    return bag.pop(places[rng.below(len(places))])
