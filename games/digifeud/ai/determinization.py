"""Determinization: a full position sampled from what one viewer knows."""

from __future__ import annotations

from games.digifeud.model.board import Grid
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.model.tiles import BLANK, DIGITS, Tiles, all_tiles, shuffle
from games.rules import SeededRandom, subtract


def determinize(view: DigifeudView, rng: SeededRandom) -> DigifeudPosition:
    """Deal the unseen tiles to the hidden racks and the bag, uniformly at random, and return that position."""
    bag = shuffle(_unseen_tiles(view), rng)
    racks = []
    for rack, count in zip(view.racks, view.counts, strict=True):
        if rack is None:
            rack, bag = bag.split(count)
        racks.append(rack)
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


def _unseen_tiles(view: DigifeudView) -> Tiles:
    """Return the tiles that are neither on the board nor on a rack that the viewer sees."""
    visible = tiles_on(view.grid)
    for rack in filter(None, view.racks):
        visible += rack
    return all_tiles(view.options.operators).without(visible.numbers, visible.operators)


def tiles_on(grid: Grid) -> Tiles:
    """Return the tiles on the board, a blank as a blank."""
    digits = tuple(digit for face in grid.faces for digit in face if digit in DIGITS)
    operators = tuple(face for face in grid.faces if face and face != "=" and face[0] not in DIGITS)
    return Tiles(subtract(digits, grid.blanks) + (BLANK,) * len(grid.blanks), operators)
