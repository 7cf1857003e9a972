"""Finds the lines of ten that a chip makes, and the selections of them that may be captured."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from games.rules import Square
from games.tenbyten.board import STEPS
from games.tenbyten.grid import Grid
from games.tenbyten.moves import Line

TEN = 10


def total(grid: Grid, line: Line) -> int | None:
    """The sum of the chips on the line; None where a gap breaks it."""
    faces = [grid.at(square) for square in line.squares]
    return sum(map(int, faces)) if all(faces) else None


def groups(grid: Grid, square: Square) -> Iterator[Line]:
    """Every unbroken line through the chip on this square that totals exactly 10, in the order of `Line.order`."""
    return chain.from_iterable(_groups(grid, square, way) for way in STEPS)


def selections(grid: Grid, square: Square) -> Iterator[tuple[Line, ...]]:
    """Everything that may be captured with the chip on this square, nothing first.

    Lines that cross share only that chip, so any of them go together; of one direction go a single line, or two
    that share only that chip.
    """
    for chosen in product(*(_together(_groups(grid, square, way), square) for way in STEPS)):
        yield tuple(chain.from_iterable(chosen))


def _groups(grid: Grid, square: Square, way: tuple[int, int]) -> list[Line]:
    before, after = _reach(grid, square, (-way[0], -way[1])), _reach(grid, square, way)
    lines = (Line(first, last) for first in [*reversed(before), square] for last in [square, *after] if first != last)
    return [line for line in lines if total(grid, line) == TEN]


def _reach(grid: Grid, square: Square, way: tuple[int, int]) -> list[Square]:
    """The squares with chips on them next to this one, one after another in that direction."""
    found = []
    while grid.at(square := square.step(*way)):
        found.append(square)
    return found


def _together(lines: list[Line], square: Square) -> list[tuple[Line, ...]]:
    pairs = [(one, other) for one in lines for other in lines if one.last == other.first == square]
    return [(), *((line,) for line in lines), *pairs]
