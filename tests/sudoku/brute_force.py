"""Brute-force move generation and scoring, written from the rule sheet: the oracle of the tests and benchmarks."""

from __future__ import annotations

from itertools import product

from games.sudoku.model.position import SudokuPosition

Place = tuple[int, int]


def all_moves(position: SudokuPosition) -> dict[str, int]:
    """Return every empty square in notation with the points of the drawn tile, 0 for an invalid placement."""
    tiles = _tiles(position)
    empty = [place for place in product(range(9), range(9)) if place not in tiles]
    return {f"{'abcdefghi'[column]}{row + 1}": _points(tiles, (row, column), position.tile) for row, column in empty}


def _tiles(position: SudokuPosition) -> dict[Place, str]:
    places = product(range(9), range(9))
    return {place: face for place, face in zip(places, position.grid.faces, strict=True) if face}


def _points(tiles: dict[Place, str], place: Place, tile: str) -> int:
    peers = [face for other, face in tiles.items() if _are_peers(place, other)]
    return 0 if tile in peers else len(peers)


def _are_peers(one: Place, other: Place) -> bool:
    same_block = (one[0] // 3, one[1] // 3) == (other[0] // 3, other[1] // 3)
    return one[0] == other[0] or one[1] == other[1] or same_block
