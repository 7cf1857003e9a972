"""Sudoku the slow and simple way, straight from the rule sheet."""

from __future__ import annotations

from itertools import product

from games.sudoku.model.position import SudokuPosition

Place = tuple[int, int]


def all_moves(position: SudokuPosition) -> dict[str, int]:
    """Every empty square in notation, and the points that the drawn tile brings there, 0 where it is wrong."""
    lying = _lying(position)
    empty = [place for place in product(range(9), range(9)) if place not in lying]
    return {f"{'abcdefghi'[column]}{row + 1}": _points(lying, (row, column), position.tile) for row, column in empty}


def _lying(position: SudokuPosition) -> dict[Place, str]:
    places = product(range(9), range(9))
    return {place: face for place, face in zip(places, position.grid.faces, strict=True) if face}


def _points(lying: dict[Place, str], place: Place, tile: str) -> int:
    seen = [face for other, face in lying.items() if _same_house(place, other)]
    return 0 if tile in seen else len(seen)


def _same_house(one: Place, other: Place) -> bool:
    same_block = (one[0] // 3, one[1] // 3) == (other[0] // 3, other[1] // 3)
    return one[0] == other[0] or one[1] == other[1] or same_block
