"""The places on a line where a sum may come to stand, told by what lies there already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.summy.model.board import EMPTY, GREY
from games.summy.model.enumeration import LONGEST, weigh
from games.summy.model.pieces import DIGITS, EQUALS, HAND, OPERATORS, points_of

SHORTEST = 5

Old = tuple[tuple[int, str], ...]
Window = tuple[int, Old]  # the cell it begins on, from 1, and what lies on which of its cells
LongWindow = tuple[int, str]  # the cell it begins on, from 1, and all its cells


class Kind(NamedTuple):
    """What windows with the same old pieces ask of a hand: so many new ones, whether with an =, with an operator."""

    new: int
    equals: bool
    operator: bool


class Windows(NamedTuple):
    """All windows of a line that hold the same old pieces and have room for the same number of new ones."""

    kind: Kind
    points: int
    weight: int
    length: int
    places: tuple[Window, ...]


@lru_cache(maxsize=1 << 13)
def windows_on(line: str) -> tuple[Windows, ...]:
    """All windows of this line for sums of up to nine pieces that have an old one among them."""
    found: dict[tuple[str, int], list[Window]] = defaultdict(list)
    for place, cells in _cut(line, SHORTEST, LONGEST):
        old = tuple((at, face) for at, face in enumerate(cells) if face != EMPTY)
        found["".join(sorted(face for _at, face in old)), len(cells)].append((place, old))
    return tuple(_windows(old, length, places) for (old, length), places in found.items())


@lru_cache(maxsize=1 << 13)
def long_windows_on(line: str) -> tuple[LongWindow, ...]:
    """All windows of this line for longer sums that have an old piece among them."""
    return tuple(_cut(line, LONGEST + 1, len(line)))


def _windows(old: str, length: int, places: list[Window]) -> Windows:
    kind = Kind(length - len(old), EQUALS not in old, not any(sign in old for sign in OPERATORS))
    return Windows(kind, points_of(old), weigh(old), length, tuple(places))


def _cut(line: str, shortest: int, longest: int) -> Iterator[tuple[int, str]]:
    """The windows of a line by the cell they begin on: whole stretches that old pieces do not spoil."""
    begin = 1
    for part in line.split(GREY):
        if part.strip(EMPTY):
            for place, cells in _cut_part(part, shortest, longest):
                yield begin + place, cells
        begin += len(part) + 1


def _cut_part(part: str, shortest: int, longest: int) -> Iterator[tuple[int, str]]:
    for place, first in enumerate(part):
        if (first in DIGITS or first == EMPTY) and (place == 0 or part[place - 1] == EMPTY):
            for end in range(place + shortest, min(len(part), place + longest) + 1):
                cells = part[place:end]
                new = cells.count(EMPTY)
                if (
                    (end == len(part) or part[end] == EMPTY)
                    and 0 < new < len(cells)
                    and new <= HAND
                    and (cells[-1] in DIGITS or cells[-1] == EMPTY)
                    and cells.count(EQUALS) <= 1
                ):
                    yield place, cells


def goes_with(text: str, old: Old) -> bool:
    """Whether the sum has everything that lies there in its place."""
    for at, face in old:  # noqa: SIM110 - this is where the time goes
        if text[at] != face:
            return False
    return True
