"""Where a calculation may come to lie on this board, and what each of its numbers counts there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.digifeud.model.board import CENTRE, Direction, Line, lines
from games.digifeud.model.colours import COLOURS, RED, WORTH
from games.digifeud.model.equations import Fixed
from games.rules import Square

Faces = tuple[str, ...]


class Stretch(NamedTuple):
    """An open line: where it begins, the numbers that lie there ("" for one to be laid), how often each will count."""

    head: tuple[Square, Direction]
    fixed: Fixed
    first: int
    second: int
    outcome: int


_Course = tuple[tuple[Square, Direction], tuple[Square, Direction], tuple[int, ...], tuple[int, int, int], bool]

_OPPOSITES = {Direction.RIGHT: Direction.LEFT, Direction.DOWN: Direction.UP}


def _course(line: Line) -> _Course:
    """What is always true of a line: its two heads, its places, the worth of its colours, whether it has the centre."""
    numbers = line.squares[0::2]
    first, second, third = (WORTH[COLOURS.get(square, "")] for square in numbers)
    heads = (line.squares[0], line.direction), (line.squares[-1], _OPPOSITES[line.direction])
    return *heads, line.places, (first, second, third), CENTRE in numbers


_COURSES = tuple(map(_course, lines(tuple(_OPPOSITES))))
_OUTCOMES = {worth: 2 if worth == WORTH[RED] else 1 for worth in WORTH.values()}


@lru_cache(maxsize=1 << 10)
def stretches(faces: Faces, ways: int) -> tuple[Stretch, ...]:
    """The open lines on a board with these faces, read in two or four directions; on an empty one those on the centre.

    What lies on a line is the same in both directions, so the board is looked through once.
    """
    is_empty = not any(faces)
    there, back = [], []
    for head, tail, (a, sign, b, equals, c), (first, second, third), is_central in _COURSES:
        if faces[sign] or faces[equals]:
            continue
        one, two, three = faces[a], faces[b], faces[c]
        if one or two or three or (is_empty and is_central):
            first, second, third = 0 if one else first, 0 if two else second, 0 if three else third
            there.append(Stretch(head, (one, two, three), first, second, _OUTCOMES[third]))
            back.append((tail, (three, two, one), third, second, _OUTCOMES[first]))
    return tuple(there) if ways < len(Direction) else (*there, *map(Stretch._make, back))
