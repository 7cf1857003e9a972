"""Finds every legal move, line by line: what may be laid on a line depends on that line and the hand alone."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Square
from games.summy.arithmetic import is_sum
from games.summy.cells import Node
from games.summy.grid import EMPTY, GREY, Grid
from games.summy.lines import Direction
from games.summy.moves import Move, Sum, Swap
from games.summy.pieces import Pieces, choices, ordered
from games.summy.spelling import Speller, speller


def legal_moves(grid: Grid, hand: Pieces) -> Iterator[Move]:
    """Every sum, then every exchange, each once and lazily."""
    known = speller(ordered(hand))
    for direction, lines in ((Direction.RIGHT, grid.rows), (Direction.DOWN, grid.columns)):
        for number, line in enumerate(lines, 1):
            for place, text in _sums_on(line, known, len(hand)):
                start = Square(number, place) if direction is Direction.RIGHT else Square(place, number)
                move = Sum(start, direction, text)
                if direction is Direction.RIGHT or not _is_told(grid, line, move):
                    yield move
    for pieces in choices(hand):
        yield Swap(pieces)


def _is_told(grid: Grid, line: str, move: Sum) -> bool:
    """Whether this sum downwards has one new piece only, which makes a sum to the right too and was found there."""
    begin = move.start.row - 1
    cells = line[begin : begin + len(move.text)]
    if cells.count(EMPTY) != 1:
        return False
    place = cells.index(EMPTY)
    square = move.squares[place]
    return is_sum(grid.adding({square: move.text[place]}).stretch(square, Direction.RIGHT).text)


def _sums_on(line: str, known: Speller, count: int) -> Iterator[tuple[int, str]]:
    """The sums that so many pieces can make on this line, and the number of the cell each begins on."""
    begin = 0
    for part in line.split(GREY):
        if part.strip(EMPTY):
            for place, text in _sums_in(part, known, count):
                yield begin + place + 1, text
        begin += len(part) + 1


def _sums_in(part: str, known: Speller, count: int) -> Iterator[tuple[int, str]]:
    """The sums in a part of a line without grey pieces."""
    for place in range(len(part)):
        cells = part[place:]
        old = cells.lstrip(EMPTY)
        before = len(cells) - len(old)
        if old and before <= count and (place == 0 or part[place - 1] == EMPTY):
            node, room = _ahead(known, old, count - before)
            for text in known.sums(before, node):
                if len(text) - before <= room and text != cells[: len(text)]:
                    yield place, text


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
