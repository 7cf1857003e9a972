"""Finds every legal move, line by line: what may be laid on a line depends on that line and the hand alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules import Square
from games.summy.model.board import EMPTY, Grid
from games.summy.model.cross_checks import Made, crossings
from games.summy.model.geometry import Direction
from games.summy.model.long_sums import Spelled, Speller, speller
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.pieces import Pieces, choices, ordered, points_of
from games.summy.model.slots import goes_with, long_windows_on, windows_on

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
    for place, cells in long_windows_on(line):
        for text in known.spell(cells):
            yield place, text, points_of(text)
