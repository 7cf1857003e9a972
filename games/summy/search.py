"""Finds every legal move, line by line: what may be laid on a line depends on that line and the hand alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules import Square
from games.summy.cells import Node
from games.summy.crossing import Made, crossings
from games.summy.grid import EMPTY, GREY, Grid
from games.summy.lines import Direction
from games.summy.moves import Move, Sum, Swap
from games.summy.pieces import Pieces, choices, ordered, points_of
from games.summy.spelling import Spelled, Speller, speller
from games.summy.windows import goes_with, windows_on
from games.summy.writing import LONGEST

Scored = tuple[Move, int]


def scored_moves(grid: Grid, hand: Pieces) -> Iterator[Scored]:
    """Every sum with its points, then every exchange, each once and lazily; who needs none stops at the first."""
    known = speller(ordered(hand))
    yield from _sums(grid.rows, grid.columns, Direction.RIGHT, known)
    yield from _sums(grid.columns, grid.rows, Direction.DOWN, known)
    for pieces in choices(hand):
        yield Swap(pieces), 0


def _sums(lines: Sequence[str], across: Sequence[str], direction: Direction, known: Speller) -> Iterator[Scored]:
    """The sums along these lines; of those downwards, one that is told to the right already is left out."""
    crossing = crossings(across)
    for number, line in enumerate(lines, 1):
        met = crossing.get(number)
        found = known.lines.get(line)
        for place, text, points in _listed(line, known) if found is None else found:
            start = Square(number, place) if direction is Direction.RIGHT else Square(place, number)
            if met is None:
                yield Sum(start, direction, text), points
            elif direction is Direction.RIGHT or not _is_told(line, place, text, met):
                made = (met[cell].get(piece, 0) for cell, piece in enumerate(text, place) if cell in met)
                yield Sum(start, direction, text), points + sum(made)


def _is_told(line: str, place: int, text: str, met: dict[int, Made]) -> bool:
    """Whether this sum downwards has one new piece only, which makes a sum to the right too and was found there."""
    cell = line.index(EMPTY, place - 1) + 1
    return cell in met and line.count(EMPTY, place - 1, place - 1 + len(text)) == 1 and text[cell - place] in met[cell]


def _listed(line: str, known: Speller) -> tuple[Spelled, ...]:
    """The sums on this line, which the speller keeps for as long as the line stays as it is."""
    found = [*_short(line, known), *_long(line, known)]
    known.lines[line] = tuple(found)
    return known.lines[line]


def _short(line: str, known: Speller) -> Iterator[Spelled]:
    """Those of up to nine pieces."""
    for windows in windows_on(line):
        for text, points in known.glance.texts(windows):
            for place, old in windows.places:
                if goes_with(text, old):
                    yield place, text, points


def _long(line: str, known: Speller) -> Iterator[Spelled]:
    """Those of more than nine pieces."""
    for place, text in _sums_on(line, known):
        if len(text) > LONGEST:
            yield place, text, points_of(text)


def _sums_on(line: str, known: Speller) -> Iterator[tuple[int, str]]:
    """What a search from every cell finds where there is room for a long sum, and the number of that cell."""
    begin = 0
    for part in line.split(GREY):
        for place in range(len(part) - LONGEST if part.strip(EMPTY) else 0):
            if place == 0 or part[place - 1] == EMPTY:
                for text in _sums_from(part[place:], known):
                    yield begin + place + 1, text
        begin += len(part) + 1


def _sums_from(cells: str, known: Speller) -> Iterator[str]:
    """The sums that begin on the first of these cells."""
    old = cells.lstrip(EMPTY)
    before = len(cells) - len(old)
    if old and before <= known.supply.count and known.supply.reaches(cells, LONGEST + 1):
        node, room = _ahead(known, old, known.supply.count - before)
        for text in known.sums(before, node):
            if len(text) - before <= room and text != cells[: len(text)]:
                yield text


def _ahead(known: Speller, old: str, count: int) -> tuple[Node, int]:
    """The cells from the first old piece on, cut off where so many pieces do not reach, and how many may be used.

    Where only the first group of old pieces is within reach, the room behind it is told apart from the
    cells, so that it looks like every other such group.
    """
    group = old.split(EMPTY, 1)[0]
    behind = old[len(group) :]
    gap = len(behind) - len(behind.lstrip(EMPTY))
    if gap > count or gap == len(behind):
        return known.nodes.open(group), len(group) + (gap if gap == len(behind) else gap - 1)
    return known.nodes.line(_reach(old, count)), len(old)


def _reach(cells: str, count: int) -> str:
    """The cells up to the first empty one that so many pieces do not reach."""
    for place, face in enumerate(cells):
        count -= face == EMPTY
        if count < 0:
            return cells[: place + 1]
    return cells
