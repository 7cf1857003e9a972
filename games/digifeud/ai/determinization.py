"""Deals the tiles that a viewer does not see."""

from __future__ import annotations

from games.digifeud.model.grid import Grid
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.model.tiles import BLANK, DIGITS, Tiles, all_tiles, shuffle, take
from games.rules import SeededRandom


def determinize(view: DigifeudView, rng: SeededRandom) -> DigifeudPosition:
    """A position that looks to the viewer as this one does, each such position equally likely."""
    bag = shuffle(_unseen(view), rng)
    racks = []
    for known, count in zip(view.racks, view.counts, strict=True):
        if known is None:
            known, bag = bag.split(count)
        racks.append(known)
    return DigifeudPosition(
        options=view.options,
        to_move=view.to_move,
        scores=view.scores,
        last=view.last,
        result=view.result,
        face_down=view.face_down,
        grid=view.grid,
        racks=(racks[0], racks[1]),
        bag=bag,
        passed=view.passed,
    )


def _unseen(view: DigifeudView) -> Tiles:
    """The tiles that lie neither on the board nor on a rack the viewer sees."""
    tiles = on_grid(view.grid)
    for rack in filter(None, view.racks):
        tiles += rack
    return all_tiles(view.options.operators).without(tiles.numbers, tiles.operators)


def on_grid(grid: Grid) -> Tiles:
    """The tiles that lie on the board."""
    digits = tuple(digit for face in grid.faces for digit in face if digit in DIGITS)
    operators = tuple(face for face in grid.faces if face and face != "=" and face[0] not in DIGITS)
    return Tiles(take(digits, grid.blanks) + (BLANK,) * len(grid.blanks), operators)
