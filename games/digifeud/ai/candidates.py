"""Candidate calculations: all that fit on a board, whatever the racks hold.

The candidates of a line depend only on the faces on that line, and a turn changes few lines. So they are memoized by
line, and `FastState` recomputes only the lines that intersect the one played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.digifeud.model.board import CENTRE, Direction, lines_in, multipliers
from games.digifeud.model.equations import FixedNumbers, equations

LINES = lines_in(tuple(Direction))  # the lines of the first two directions come first


class Candidate(NamedTuple):
    """A calculation that is legal on this board for any rack with its tiles; which are blanks is left open."""

    points: int
    mask: int  # the number tiles to place, as a `tile_mask`
    operator: str
    digits: str  # the same number tiles, one character each
    line: int  # index into `LINES`
    texts: tuple[str, str, str, str]  # first operand, operator, second operand, outcome


LineCandidates = tuple[Candidate, ...]  # the candidates of one line, most points first


def candidates_by_line(faces: Sequence[str], direction_count: int, operator_set: str) -> list[LineCandidates]:
    """Return the candidates of every line, in the order of `LINES`."""
    is_empty = not any(faces)
    lines = range(len(LINES) * direction_count // len(Direction))
    return [candidates_on(faces, line, operator_set, is_empty=is_empty) for line in lines]


def candidates_on(faces: Sequence[str], line: int, operator_set: str, *, is_empty: bool = False) -> LineCandidates:
    """Return the candidates of one line; on an empty board only lines with a number square on the centre have any."""
    a, sign, b, equals, c = LINES[line].indices
    if faces[sign] or faces[equals]:
        return ()
    fixed = faces[a], faces[b], faces[c]
    return _candidates(line, fixed, operator_set) if any(fixed) or (is_empty and _is_central(line)) else ()


@cache
def intersecting_lines(line: int, direction_count: int) -> tuple[int, ...]:
    """Return the indices of the lines that share a square with this one, itself included."""
    squares, count = set(LINES[line].squares), len(LINES) * direction_count // len(Direction)
    return tuple(other for other in range(count) if not squares.isdisjoint(LINES[other].squares))


def _is_central(line: int) -> bool:
    return CENTRE in LINES[line].squares[0::2]


@lru_cache(maxsize=1 << 15)
def _candidates(line: int, fixed: FixedNumbers, operator_set: str) -> LineCandidates:
    first, second, outcome = multipliers(LINES[line].squares[0::2], fixed)
    candidates = [
        Candidate(a * first + b * second + c * outcome, mask, texts[1], _placed_digits(fixed, texts), line, texts)
        for mask, texts, a, b, c in equations(fixed, operator_set)
    ]
    return tuple(sorted(candidates, key=_points, reverse=True))


def _placed_digits(fixed: FixedNumbers, texts: tuple[str, str, str, str]) -> str:
    return "".join(text for fixed_number, text in zip(fixed, (texts[0], *texts[2:]), strict=True) if not fixed_number)


def _points(candidate: Candidate) -> int:
    return candidate.points
