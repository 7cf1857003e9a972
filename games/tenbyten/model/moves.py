"""Moves, a chip on a square and the lines it captures, and how all legal ones are generated.

A board line is a whole row, column or diagonal; the lines that can be captured are runs on board lines. Board lines are
examined one by one, and the possible captures on each are cached by the faces on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, product
from operator import itemgetter
from typing import NamedTuple

from games.rules import Square
from games.tenbyten.model.board import (
    BLUE,
    COLOURS,
    DIRECTIONS,
    FACES,
    RED,
    SIZE,
    SQUARES,
    Chips,
    Grid,
    index_of,
    on_board,
)


@dataclass(frozen=True)
class Line:
    """A run of squares in a row, column or diagonal, given by its two ends.

    Raises ValueError unless the ends lie in one line with the upper or left one first.
    """

    first: Square
    last: Square

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise ValueError(f"{self.first}:{self.last} is no line")

    @property
    def direction(self) -> tuple[int, int]:
        """Return the step from one square to the next; none of `DIRECTIONS` if the ends make no valid line."""
        down, right = self.last.row - self.first.row, self.last.column - self.first.column
        steps = max(abs(down), abs(right), 1)
        return (down // steps, right // steps) if down % steps == right % steps == 0 else (0, 0)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Return all squares of the line in order."""
        (down, right) = self.direction
        steps = max(self.last.row - self.first.row, self.last.column - self.first.column)
        return tuple(self.first.step(down * step, right * step) for step in range(steps + 1))

    @property
    def sort_key(self) -> tuple[int, Square]:
        """Return the key of the canonical order of lines: by direction, then by first square in row-major order."""
        return DIRECTIONS.index(self.direction), self.first

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"


@dataclass(frozen=True)
class Move:
    """A chip of the hand on an empty square, and the lines captured with it in the order of `Line.sort_key`.

    Captured lines share only the placed chip, so their order has no effect.
    """

    chip: str
    square: Square
    lines: tuple[Line, ...] = ()

    @property
    def captured(self) -> tuple[Square, ...]:
        """Return the squares that the move empties: those of all lines but its own."""
        return tuple(square for line in self.lines for square in line.squares if square != self.square)


TARGET_SUM = 10
MIN_LENGTH = 3  # squares of a line that can be captured: the sum of two chips is at most 8
CACHE_SIZE = 1 << 15  # entries, one for each board line and the faces on it


class Capture(NamedTuple):
    """The number of chips taken from the board, and how many of them from red and from blue squares."""

    taken: int = 0
    red: int = 0
    blue: int = 0

    def points(self, container: int) -> int:
        """Return the points with `container` chips left: 0 for a chip on red, 2 on blue while chips last, else 1."""
        return self.taken - self.red + min(self.blue, container + self.red)


class Selection(NamedTuple):
    """Lines that are captured together, the indices of the squares that this empties, and the chips counted."""

    lines: tuple[Line, ...] = ()
    indices: tuple[int, ...] = ()
    capture: Capture = Capture()


NO_LINES = Selection()
QUIET_MOVES = {chip: tuple(Move(chip, square) for square in SQUARES) for chip in FACES}  # moves without capture

Placement = tuple[str, int]  # a chip, and the index of an empty square
# The selections on each board line on which the placement makes a line of 10, the empty selection first
Selections = Mapping[Placement, Sequence[tuple[Selection, ...]]]


def generate_moves(faces: Chips, hand: Chips) -> Iterator[tuple[Move, Selection]]:
    """Generate every move of a hand on a grid of these faces, with its selection."""
    selections = find_selections(faces)
    empty = [index for index, face in enumerate(faces) if not face]
    for chip in sorted(set(hand)):
        quiet = QUIET_MOVES[chip]
        for index in empty:
            yield quiet[index], NO_LINES
            if by_line := selections.get((chip, index)):
                for selection in combine(by_line)[1:]:
                    yield Move(chip, SQUARES[index], selection.lines), selection


def capturable_lines(faces: Chips, square: Square, chip: str) -> Iterator[tuple[Line, ...]]:
    """Generate the lines of every selection that a chip on this empty square may capture, no lines first."""
    by_line = find_selections(faces).get((chip, index_of(square)), [(NO_LINES,)])
    return (selection.lines for selection in combine(by_line))


def line_sum(grid: Grid, line: Line) -> int | None:
    """Return the sum of the chips on a line, None if the line has a gap."""
    faces = [grid.at(square) for square in line.squares]
    return sum(map(int, faces)) if all(faces) else None


def find_selections(faces: Chips) -> Selections:
    """Return the selections of every placement that makes at least one line of 10, grouped by board line."""
    by_placement: dict[Placement, list[tuple[Selection, ...]]] = {}
    for number, read_line in enumerate(LINE_READERS):
        for placement, selections in selections_on_line(number, read_line(faces)):
            by_placement.setdefault(placement, []).append(selections)
    return by_placement


def combine(by_line: Sequence[tuple[Selection, ...]]) -> tuple[Selection, ...]:
    """Return the selections of one placement over all its board lines, the empty one first (Cartesian product).

    Board lines share only the placed chip, so their selections are independent.
    """
    return by_line[0] if len(by_line) == 1 else tuple(map(_merge, product(*by_line)))


@lru_cache(maxsize=CACHE_SIZE)
def selections_on_line(number: int, faces: Chips) -> tuple[tuple[Placement, tuple[Selection, ...]], ...]:
    """Return the selections of every placement on one board line that holds these faces."""
    squares = _BOARD_LINES[number]
    lines_by_placement: dict[tuple[str, Square], list[Line]] = {}
    for own in (own for own, face in enumerate(faces) if not face):
        before, after = _prefix_sums(faces[:own][::-1]), _prefix_sums(faces[own + 1 :])
        for back, forth in product(range(len(before) - 1, -1, -1), range(len(after))):
            chip = str(TARGET_SUM - before[back] - after[forth])
            if chip in FACES and back + forth:
                lines_by_placement.setdefault((chip, squares[own]), []).append(
                    Line(squares[own - back], squares[own + forth])
                )
    return tuple(
        ((chip, index_of(square)), tuple(_selections(lines, square)))
        for (chip, square), lines in lines_by_placement.items()
    )


def _prefix_sums(faces: Chips) -> list[int]:
    """Return the sums of the first 0, 1, 2, ... chips, up to the first empty square."""
    sums = [0]
    for face in faces:
        if not face:
            break
        sums.append(sums[-1] + int(face))
    return sums


def _selections(lines: list[Line], square: Square) -> Iterator[Selection]:
    """Generate the selections on one board line: none, one, or two lines that share only the placed chip."""
    pairs = ((one, other) for one in lines for other in lines if one.last == other.first == square)
    for selection in ((), *((line,) for line in lines), *pairs):
        squares = [other for line in selection for other in line.squares if other != square]
        colours = [COLOURS.get(other) for other in squares]
        capture = Capture(len(squares), colours.count(RED), colours.count(BLUE))
        yield Selection(selection, tuple(map(index_of, squares)), capture)


def _merge(selections: tuple[Selection, ...]) -> Selection:
    lines = tuple(chain.from_iterable(selection.lines for selection in selections))
    indices = tuple(chain.from_iterable(selection.indices for selection in selections))
    captures = (selection.capture for selection in selections)
    return Selection(lines, indices, Capture(*map(sum, zip(*captures, strict=True))))


def _board_lines() -> Iterator[tuple[Square, ...]]:
    """Generate all rows, columns and diagonals that are long enough, in the order of `DIRECTIONS`."""
    for down, right in DIRECTIONS:
        for start in (square for square in SQUARES if not on_board(square.step(-down, -right))):
            squares = (start.step(down * step, right * step) for step in range(SIZE))
            line = tuple(square for square in squares if on_board(square))
            if len(line) >= MIN_LENGTH:
                yield line


_BOARD_LINES = tuple(_board_lines())
LINE_READERS: tuple[Callable[[Chips], Chips], ...] = tuple(
    itemgetter(*map(index_of, line)) for line in _BOARD_LINES
)  # each picks the faces of a board line from all faces
LINES_THROUGH = tuple(  # by the index of a square
    tuple(number for number, line in enumerate(_BOARD_LINES) if square in line) for square in SQUARES
)
