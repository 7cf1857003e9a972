"""Slots, the places on a line where a sum may be placed, and the selections of a hand that may fill them.

A slot is a span of cells that may become a maximal run: it is bounded by empty cells, grey pieces or the edge, and has
at least one old piece and one empty cell. Short slots, for sums in the equation table, are grouped by what they need
from a hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.summy.model.board import EMPTY, GREY
from games.summy.model.equation_table import MAX_LENGTH
from games.summy.model.equations import MIN_LENGTH
from games.summy.model.pieces import (
    DIGITS,
    EQUALS,
    HAND_SIZE,
    MULTISET_KEYS,
    OPERATORS,
    Pieces,
    multiset_key,
    points_of,
)

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
    return tuple(_group(old, length, slots) for (old, length), slots in slots_by_key.items())


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
    for selections in by_needs.values():
        selections.sort(reverse=True)
    return by_needs


def _group(old: str, length: int, slots: list[Slot]) -> SlotGroup:
    needs = Needs(length - len(old), EQUALS not in old, not any(sign in old for sign in OPERATORS))
    return SlotGroup(needs, points_of(old), multiset_key(old), length, tuple(slots))


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
