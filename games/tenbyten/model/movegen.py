"""Finds the lines of ten that a chip makes, and the selections of them that may be captured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from operator import itemgetter
from typing import NamedTuple

from games.rules import Square
from games.tenbyten.model.board import BLUE, COLOURS, RED, SIZE, SQUARES, STEPS, on_board, place
from games.tenbyten.model.chips import FACES, Chips
from games.tenbyten.model.grid import Grid
from games.tenbyten.model.moves import Line

TEN = 10
SHORTEST = 3  # squares of a ten: two fours are too few
KNOWN = 1 << 15  # filled lines whose tens are remembered


class Capture(NamedTuple):
    """How many chips leave the board, and how many of them from red and from blue squares."""

    taken: int = 0
    red: int = 0
    blue: int = 0

    def points(self, container: int) -> int:
        """The chips that it brings with so many in the container: from blue squares two each, from red ones none."""
        return self.taken - self.red + min(self.blue, container + self.red)


class Taking(NamedTuple):
    """Lines captured together, and the places that this empties."""

    lines: tuple[Line, ...] = ()
    places: tuple[int, ...] = ()
    capture: Capture = Capture()


NOTHING = Taking()
Spot = tuple[str, int]  # a chip, and the empty place where it could be laid
Tens = Mapping[Spot, Sequence[tuple[Taking, ...]]]  # what it may take in each direction that has a ten; nothing first


def total(grid: Grid, line: Line) -> int | None:
    """The sum of the chips on the line; None where a gap breaks it."""
    faces = [grid.at(square) for square in line.squares]
    return sum(map(int, faces)) if all(faces) else None


def tens(faces: Chips) -> Tens:
    """Every ten that one more chip would make on a board of these faces."""
    found: dict[Spot, list[tuple[Taking, ...]]] = {}
    for line, lying in enumerate(_LYING):
        for spot, taking in _tens(line, lying(faces)):
            found.setdefault(spot, []).append(taking)
    return found


def takings(ways: Sequence[tuple[Taking, ...]]) -> tuple[Taking, ...]:
    """Everything that may be captured with one chip, nothing first, where these are its `tens`.

    Lines that cross share only that chip, so any of them go together; of one direction go a single line, or two
    that share only that chip.
    """
    return ways[0] if len(ways) == 1 else tuple(map(_together, product(*ways)))


def selections(faces: Chips, square: Square, chip: str) -> Iterator[tuple[Line, ...]]:
    """The lines of everything that may be captured with the chip on this empty square, nothing first."""
    return (taking.lines for taking in takings(tens(faces).get((chip, place(square)), [(NOTHING,)])))


@lru_cache(maxsize=KNOWN)
def _tens(number: int, faces: Chips) -> tuple[tuple[Spot, tuple[Taking, ...]], ...]:
    """What each chip may take on each empty square of this line, where these faces lie on it."""
    line = _LINES[number]
    found: dict[tuple[str, Square], list[Line]] = {}
    for own in (own for own, face in enumerate(faces) if not face):
        before, after = _sums(faces[:own][::-1]), _sums(faces[own + 1 :])
        for back, forth in product(range(len(before) - 1, -1, -1), range(len(after))):
            chip = str(TEN - before[back] - after[forth])
            if chip in FACES and back + forth:
                found.setdefault((chip, line[own]), []).append(Line(line[own - back], line[own + forth]))
    return tuple(((chip, place(square)), tuple(_takings(lines, square))) for (chip, square), lines in found.items())


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
        capture = Capture(len(taken), colours.count(RED), colours.count(BLUE))
        yield Taking(chosen, tuple(map(place, taken)), capture)


def _together(chosen: tuple[Taking, ...]) -> Taking:
    lines = tuple(chain.from_iterable(taking.lines for taking in chosen))
    places = tuple(chain.from_iterable(taking.places for taking in chosen))
    return Taking(lines, places, Capture(*map(sum, zip(*(taking.capture for taking in chosen), strict=True))))


def _lines() -> Iterator[tuple[Square, ...]]:
    """All rows, columns and diagonals that can hold a ten, in the order of `STEPS`."""
    for down, right in STEPS:
        for start in (square for square in SQUARES if not on_board(square.step(-down, -right))):
            squares = (start.step(down * far, right * far) for far in range(SIZE))
            line = tuple(square for square in squares if on_board(square))
            if len(line) >= SHORTEST:
                yield line


def _reader(line: tuple[Square, ...]) -> Callable[[Chips], Chips]:
    """What reads the faces on this line off a board."""
    one, *others = map(place, line)
    return itemgetter(one, *others)


_LINES = tuple(_lines())
_LYING = tuple(map(_reader, _LINES))
