"""Finds the lines of ten that a chip makes, and the selections of them that may be captured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product
from operator import itemgetter
from typing import NamedTuple

from games.rules import Square
from games.tenbyten.board import BLUE, COLOURS, RED, SIZE, SQUARES, STEPS, on_board, place
from games.tenbyten.chips import FACES, Chips
from games.tenbyten.grid import Grid
from games.tenbyten.moves import Line

TEN = 10
LINES = 1 << 16  # filled lines through a square whose tens are remembered: more than there are


class Taking(NamedTuple):
    """Lines captured together: the places that this empties, and how many of those are red and blue."""

    lines: tuple[Line, ...] = ()
    places: tuple[int, ...] = ()
    red: int = 0
    blue: int = 0

    def points(self, container: int) -> int:
        """The chips that it brings with so many in the container: from blue squares two each, from red ones none."""
        return len(self.places) - self.red + min(self.blue, container + self.red)


NOTHING = Taking()
Tens = Mapping[str, tuple[Taking, ...]]  # by the chip that makes them; nothing first


def total(grid: Grid, line: Line) -> int | None:
    """The sum of the chips on the line; None where a gap breaks it."""
    faces = [grid.at(square) for square in line.squares]
    return sum(map(int, faces)) if all(faces) else None


def tens(faces: Chips, empty: int) -> tuple[Tens, ...]:
    """For each direction in which a chip on this empty place makes ten with others, what it may take there."""
    found = (_tens(empty, way, others(faces)) for way, others in _WAYS[empty])
    return tuple(way for way in found if way)


def takings(found: tuple[Tens, ...], chip: str) -> tuple[Taking, ...]:
    """Everything that may be captured with this chip, nothing first, of the `tens` of its place.

    Lines that cross share only that chip, so any of them go together; of one direction go a single line, or two
    that share only that chip.
    """
    ways = [way[chip] for way in found if chip in way]
    if not ways:
        return (NOTHING,)
    return ways[0] if len(ways) == 1 else tuple(map(_together, product(*ways)))


def selections(faces: Chips, square: Square, chip: str) -> Iterator[tuple[Line, ...]]:
    """The lines of everything that may be captured with the chip on this empty square, nothing first."""
    return (taking.lines for taking in takings(tens(faces, place(square)), chip))


@lru_cache(maxsize=LINES)
def _tens(empty: int, way: tuple[int, int], faces: Chips) -> Tens:
    """What each chip may take of the line of these faces, in which its own place is empty."""
    line = _line(empty, way)
    own, square = line.index(SQUARES[empty]), SQUARES[empty]
    before, after = _sums(faces[:own][::-1]), _sums(faces[own + 1 :])
    found: dict[str, list[Line]] = {}
    for back, forth in product(range(len(before) - 1, -1, -1), range(len(after))):
        chip = str(TEN - before[back] - after[forth])
        if chip in FACES and back + forth:
            found.setdefault(chip, []).append(Line(line[own - back], line[own + forth]))
    return {chip: tuple(_takings(lines, square)) for chip, lines in found.items()}


def _line(empty: int, way: tuple[int, int]) -> list[Square]:
    """The squares of the whole line through this place in that direction, and its opposite."""
    squares = (SQUARES[empty].step(way[0] * far, way[1] * far) for far in range(1 - SIZE, SIZE))
    return [square for square in squares if on_board(square)]


def _sums(faces: Chips) -> list[int]:
    """What the chips up to each one total, as far as no gap breaks them; 0 comes first."""
    sums = [0]
    for face in faces:
        if not face:
            break
        sums.append(sums[-1] + int(face))
    return sums


def _takings(lines: list[Line], square: Square) -> Iterator[Taking]:
    pairs = ((one, other) for one in lines for other in lines if one.last == other.first == square)
    for chosen in ((), *((line,) for line in lines), *pairs):
        taken = [other for line in chosen for other in line.squares if other != square]
        colours = [COLOURS.get(other) for other in taken]
        yield Taking(chosen, tuple(map(place, taken)), colours.count(RED), colours.count(BLUE))


def _together(chosen: tuple[Taking, ...]) -> Taking:
    lines = tuple(chain.from_iterable(taking.lines for taking in chosen))
    places = tuple(chain.from_iterable(taking.places for taking in chosen))
    return Taking(lines, places, sum(taking.red for taking in chosen), sum(taking.blue for taking in chosen))


def _ways(empty: int) -> Iterator[tuple[tuple[int, int], Callable[[Chips], Chips]]]:
    for way in STEPS:
        one, *others = map(place, _line(empty, way))
        if others:
            yield way, itemgetter(one, *others)


_WAYS = tuple(tuple(_ways(empty)) for empty in range(SIZE**2))
