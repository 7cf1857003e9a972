"""Brute-force move generation, written from the rule sheet: the oracle of the tests and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from games.tenbyten.model.position import TenByTenPosition

Place = tuple[int, int]
Board = dict[Place, int]
Lines = frozenset[tuple[Place, ...]]


def all_moves(position: TenByTenPosition) -> set[tuple[str, Place, Lines]]:
    """Return chip, place (from 0) and captured lines of every legal move."""
    places = list(product(range(5), range(5)))
    board = {place: int(face) for place, face in zip(places, position.public.grid.faces, strict=True) if face}
    return {
        (chip, place, lines)
        for chip in position.hands[position.to_move.index]
        for place in places
        if place not in board
        for lines in _captures(board | {place: int(chip)}, place, frozenset())
    }


def _captures(board: Board, played: Place, before: Lines) -> Iterator[Lines]:
    """Generate the sets of lines captured when the player stops now, or after any line that still totals 10."""
    yield before
    for line in _all_lines():
        if played in line and all(place in board for place in line) and sum(board[place] for place in line) == 10:
            left = {place: chip for place, chip in board.items() if place == played or place not in line}
            yield from _captures(left, played, before | {line})


def _all_lines() -> Iterator[tuple[Place, ...]]:
    """Generate every run of two or more squares in a row, column or diagonal."""
    for row, column, (down, right), length in product(
        range(5), range(5), ((0, 1), (1, 0), (1, 1), (1, -1)), range(2, 6)
    ):
        line = tuple((row + down * step, column + right * step) for step in range(length))
        if all(0 <= number < 5 for number in line[-1]):
            yield line
