"""Move generation line by line; the sums on a line depend only on the line and the hand, so they are cached.

Short sums come from the equation table, long ones from a search. As in Scrabble move generators (Appel and Jacobson,
"The world's fastest Scrabble program", 1988), cross-checks are computed first: which single pieces complete a sum on a
crossing line, and its points.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from games.rules import Square
from games.summy.model.board import EMPTY, Direction, Grid
from games.summy.model.equation_table import shared_table
from games.summy.model.equations import MIN_LENGTH, is_sum
from games.summy.model.long_sums import LongSums
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.pieces import HAND_SIZE, ORDER, Pieces, ordered, points_of, selections
from games.summy.model.slots import SlotGroup, hand_selections, long_slots, matches, short_slots

ScoredMove = tuple[Move, int]
LineSum = tuple[int, str, int]  # first cell of a sum, counted from 1, its text and its points without crossing sums
Completions = dict[str, int]  # by piece, the points of the sum that it completes

_BEFORE, _AFTER = re.compile("[^.#]*$"), re.compile("[^.#]*")


def scored_moves(grid: Grid, hand: Pieces) -> Iterator[ScoredMove]:
    """Yield every sum with its points, then every exchange, each move once, lazily."""
    yield from scored_sums(grid, hand)
    for pieces in selections(hand):
        yield Swap(pieces), 0


def scored_sums(grid: Grid, hand: Pieces, most: int = HAND_SIZE) -> Iterator[tuple[Sum, int]]:
    """Yield every sum that takes at most `most` pieces from the hand, with its points, crossing sums included."""
    finder = line_sums(ordered(hand), most)
    yield from _sums(grid.rows, grid.columns, Direction.RIGHT, finder)
    yield from _sums(grid.columns, grid.rows, Direction.DOWN, finder)


class LineSums:
    """The sums on a line that take at most `most` pieces from one hand, without crossing sums; cached in `by_line`."""

    def __init__(self, hand: Pieces, most: int) -> None:
        self._most = most
        self.by_line: dict[str, tuple[LineSum, ...]] = {}
        self._selections = hand_selections(hand)
        self._lookup = shared_table().lookup
        self._long_sums = LongSums(hand)
        self._short_sums: dict[tuple[int, int], tuple[tuple[str, int], ...]] = {}

    def search(self, line: str) -> tuple[LineSum, ...]:
        """Return the sums on this line, and cache them."""
        sums = self.by_line[line] = (*self._short(line), *self._long(line))
        return sums

    def _short(self, line: str) -> Iterator[LineSum]:
        for group in short_slots(line):
            if group.needs.new > self._most:
                continue
            for text, points in self._texts(group):
                for start, fixed in group.slots:
                    if matches(text, fixed):
                        yield start, text, points

    def _long(self, line: str) -> Iterator[LineSum]:
        for start, cells in long_slots(line):
            if cells.count(EMPTY) > self._most:
                continue
            for text in self._long_sums.fill(cells):
                yield start, text, points_of(text)

    def _texts(self, group: SlotGroup) -> tuple[tuple[str, int], ...]:
        """Return the text and points of all sums of the group's old pieces and pieces of the hand, in any order."""
        key = group.needs.new, group.key
        if (texts := self._short_sums.get(key)) is None:
            texts = self._short_sums[key] = tuple(
                (text, points + group.points)
                for points, selected in self._selections.get(group.needs, ())
                for text in self._lookup(selected + group.key, group.length)
            )
        return texts


@lru_cache(maxsize=1 << 4)
def line_sums(hand: Pieces, most: int) -> LineSums:
    """Return the shared `LineSums` for this hand, which must be in the order of notation (`pieces.ordered`)."""
    return LineSums(hand, most)


@lru_cache(maxsize=1 << 13)
def _completions(line: str) -> dict[int, Completions]:
    """Return the completions of this line by the cell, counted from 1, of the single piece that is placed."""
    completions = {}
    for place, cell in enumerate(line, 1):
        if cell == EMPTY and (completed := _completed(line[: place - 1], line[place:])):
            completions[place] = completed
    return completions


def _completed(front: str, back: str) -> Completions:
    """Return the completions of a cell, given the line before and after it."""
    before, after = _BEFORE.search(front), _AFTER.match(back)
    if not (before and after) or len(before[0]) + len(after[0]) < MIN_LENGTH - 1:
        return {}
    texts = {piece: before[0] + piece + after[0] for piece in ORDER}
    return {piece: points_of(text) for piece, text in texts.items() if is_sum(text)}


def _cross_checks(lines: Iterable[str]) -> dict[int, dict[int, Completions]]:
    """Return the completions of these lines by the number of the line that crosses them, then by its cell.

    The lines are all those of one direction; both numbers count from 1.
    """
    completions: dict[int, dict[int, Completions]] = defaultdict(dict)
    for place, line in enumerate(lines, 1):
        for number, completed in _completions(line).items():
            completions[number][place] = completed
    return completions


def _sums(
    lines: Sequence[str], across: Sequence[str], direction: Direction, finder: LineSums
) -> Iterator[tuple[Sum, int]]:
    """Yield the sums along these lines with their points; downwards without those that a sum to the right names.

    A move of a single piece that completes a sum in both directions is named by the one to the right (see `notation`).
    """
    cross_checks = _cross_checks(across)
    for number, line in enumerate(lines, 1):
        checks = cross_checks.get(number)
        sums = finder.by_line.get(line)
        for place, text, points in finder.search(line) if sums is None else sums:
            start = Square(number, place) if direction is Direction.RIGHT else Square(place, number)
            if checks is None:
                yield Sum(start, direction, text), points
            elif direction is Direction.RIGHT or not _is_duplicate(line, place, text, checks):
                crossing = (checks[cell].get(piece, 0) for cell, piece in enumerate(text, place) if cell in checks)
                yield Sum(start, direction, text), points + sum(crossing)


def _is_duplicate(line: str, place: int, text: str, checks: dict[int, Completions]) -> bool:
    """Return whether this sum downwards has a single new piece that also completes a sum to the right."""
    cell = line.index(EMPTY, place - 1) + 1
    return (
        cell in checks
        and line.count(EMPTY, place - 1, place - 1 + len(text)) == 1
        and text[cell - place] in checks[cell]
    )
