"""Move generation line by line; the sums on a line depend only on the line and the hand, so they are cached.

Short sums come from the equation table, long ones from a search. As in Scrabble move generators (Appel and Jacobson,
"The world's fastest Scrabble program", 1988), cross-checks are computed first: which single pieces complete a sum on a
crossing line, and its points.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules import Square
from games.summy.model.board import (
    DIGITS,
    EMPTY,
    EQUALS,
    GREY,
    HAND_SIZE,
    MULTISET_KEYS,
    OPERATORS,
    ORDER,
    Direction,
    Grid,
    Pieces,
    multiset_key,
    ordered,
    points_of,
    selections,
)
from games.summy.model.equations import MAX_LENGTH, MIN_LENGTH, is_sum, lookup_of, true_sums
from games.summy.model.long_sums import LongSums
from games.summy.model.moves import Move, Sum, Swap

Fixed = tuple[tuple[int, str], ...]  # old pieces by their index in the slot
Slot = tuple[int, Fixed]  # its first cell, counted from 1, and its old pieces
LongSlot = tuple[int, str]  # its first cell, counted from 1, and all its cells
Selection = tuple[int, int]  # pieces of a hand: their points and their multiset key


class Needs(NamedTuple):
    """What a slot needs from a hand: how many pieces, and whether an = and whether an operator must be among them."""

    new: int
    equals: bool
    operator: bool


class SlotGroup(NamedTuple):
    """All slots of a line with the same length and the same multiset of old pieces (`points` and `key` are theirs)."""

    needs: Needs
    points: int
    key: int
    length: int
    slots: tuple[Slot, ...]


@lru_cache(maxsize=1 << 13)
def short_slots(line: str) -> tuple[SlotGroup, ...]:
    """Return the slots of this line for sums in the equation table, in groups."""
    slots_by_key: dict[tuple[str, int], list[Slot]] = defaultdict(list)
    for start, cells in _slots(line, MIN_LENGTH, MAX_LENGTH):
        fixed = tuple((index, piece) for index, piece in enumerate(cells) if piece != EMPTY)
        slots_by_key["".join(sorted(piece for _index, piece in fixed)), len(cells)].append((start, fixed))
    groups = []
    for (old, length), slots in slots_by_key.items():
        needs = Needs(length - len(old), EQUALS not in old, not any(sign in old for sign in OPERATORS))
        groups.append(SlotGroup(needs, points_of(old), multiset_key(old), length, tuple(slots)))
    return tuple(groups)


@lru_cache(maxsize=1 << 13)
def long_slots(line: str) -> tuple[LongSlot, ...]:
    """Return the slots of this line for longer sums."""
    return tuple(_slots(line, MAX_LENGTH + 1, len(line)))


def matches(text: str, fixed: Fixed) -> bool:
    """Return whether the sum has every old piece of the slot in its place."""
    for index, piece in fixed:  # noqa: SIM110 - the hottest loop of move generation
        if text[index] != piece:
            return False
    return True


@lru_cache(maxsize=1 << 10)
def hand_selections(hand: Pieces) -> dict[Needs, list[Selection]]:
    """Return the sub-multisets of this hand by the needs that they meet, the most points first.

    A selection with operators also meets the needs of a slot that has an operator already. At most one = is selected.
    """
    totals = [(0, 0, 0, 0, 0)]  # number of pieces, of = and of operators among them, points, multiset key
    for piece, count in Counter(hand).items():
        points, key = points_of(piece), MULTISET_KEYS[piece]
        is_equals, is_operator = piece == EQUALS, piece in OPERATORS
        totals = [
            (
                new + more,
                equals + more * is_equals,
                operators + more * is_operator,
                total + more * points,
                keys + more * key,
            )
            for new, equals, operators, total, keys in totals
            for more in range((1 if is_equals else count) + 1)
        ]
    by_needs: dict[Needs, list[Selection]] = defaultdict(list)
    for new, equals, operators, points, key in totals:
        by_needs[Needs(new, bool(equals), False)].append((points, key))
        if operators:
            by_needs[Needs(new, bool(equals), True)].append((points, key))
    for choices in by_needs.values():
        choices.sort(reverse=True)
    return by_needs


def _slots(line: str, shortest: int, longest: int) -> Iterator[tuple[int, str]]:
    """Yield the slots of these lengths as first cell, counted from 1, and cells; grey pieces divide a line."""
    begin = 1
    for part in line.split(GREY):
        if part.strip(EMPTY):
            for start, cells in _slots_between_greys(part, shortest, longest):
                yield begin + start, cells
        begin += len(part) + 1


def _slots_between_greys(part: str, shortest: int, longest: int) -> Iterator[tuple[int, str]]:
    """Yield the slots of a part of a line without grey pieces, with their first cells counted from 0."""
    for start, first in enumerate(part):
        if (first in DIGITS or first == EMPTY) and (start == 0 or part[start - 1] == EMPTY):
            for end in range(start + shortest, min(len(part), start + longest) + 1):
                cells = part[start:end]
                new = cells.count(EMPTY)
                if (
                    (end == len(part) or part[end] == EMPTY)
                    and 0 < new < len(cells)
                    and new <= HAND_SIZE
                    and (cells[-1] in DIGITS or cells[-1] == EMPTY)
                    and cells.count(EQUALS) <= 1
                ):
                    yield start, cells


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
    finder = line_sums(ordered(hand), most, grid.arithmetic)
    yield from _sums(grid.rows, grid.columns, Direction.RIGHT, finder)
    yield from _sums(grid.columns, grid.rows, Direction.DOWN, finder)


class LineSums:
    """The sums on a line that take at most `most` pieces from one hand, without crossing sums; cached in `by_line`."""

    def __init__(self, hand: Pieces, most: int, arithmetic: str) -> None:
        self._most = most
        self.arithmetic = arithmetic
        self.by_line: dict[str, tuple[LineSum, ...]] = {}
        self._selections = hand_selections(hand)
        self._lookup = lookup_of(arithmetic)
        self._long_sums = LongSums(hand)
        self._short_sums: dict[tuple[int, int], tuple[tuple[str, int], ...]] = {}

    def search(self, line: str) -> tuple[LineSum, ...]:
        """Return the sums on this line, and cache them."""
        sums = list(self._short(line))
        for start, cells in long_slots(line):
            if cells.count(EMPTY) <= self._most:
                texts = true_sums(self._long_sums.fill(cells), self.arithmetic)
                sums += [(start, text, points_of(text)) for text in texts]
        self.by_line[line] = tuple(sums)
        return self.by_line[line]

    def _short(self, line: str) -> Iterator[LineSum]:
        for group in short_slots(line):
            if group.needs.new > self._most:
                continue
            for text, points in self._texts(group):
                for start, fixed in group.slots:
                    if matches(text, fixed):
                        yield start, text, points

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


line_sums = lru_cache(maxsize=1 << 4)(LineSums)  # shared; the hand must be in the order of notation (`ordered`)


@lru_cache(maxsize=1 << 13)
def _completions(line: str, arithmetic: str) -> dict[int, Completions]:
    """Return the completions of this line by the cell, counted from 1, of the single piece that is placed."""
    completions = {}
    for place, cell in enumerate(line, 1):
        if cell == EMPTY and (completed := _completed(line[: place - 1], line[place:], arithmetic)):
            completions[place] = completed
    return completions


def _completed(front: str, back: str, arithmetic: str) -> Completions:
    """Return the completions of a cell, given the line before and after it."""
    before, after = _BEFORE.search(front), _AFTER.match(back)
    if not (before and after) or len(before[0]) + len(after[0]) < MIN_LENGTH - 1:
        return {}
    texts = {piece: before[0] + piece + after[0] for piece in ORDER}
    return {piece: points_of(text) for piece, text in texts.items() if is_sum(text, arithmetic)}


def _cross_checks(lines: Iterable[str], arithmetic: str) -> dict[int, dict[int, Completions]]:
    """Return the completions of these lines by the number of the line that crosses them, then by its cell.

    The lines are all those of one direction; both numbers count from 1.
    """
    completions: dict[int, dict[int, Completions]] = defaultdict(dict)
    for place, line in enumerate(lines, 1):
        for number, completed in _completions(line, arithmetic).items():
            completions[number][place] = completed
    return completions


def _sums(
    lines: Sequence[str], across: Sequence[str], direction: Direction, finder: LineSums
) -> Iterator[tuple[Sum, int]]:
    """Yield the sums along these lines with their points; downwards without those that a sum to the right names.

    A move of a single piece that completes a sum in both directions is named by the one to the right (see `notation`).
    """
    cross_checks = _cross_checks(across, finder.arithmetic)
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
