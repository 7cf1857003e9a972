"""All that a board offers, whoever holds the tiles for it: what the computer players look through.

An offer depends on its line alone, and a turn touches few lines; so the offers of a line are worked out once and
kept, and a board on which something was laid takes over those of all other lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.digifeud.model.board import CENTRE, Direction, Line, lines
from games.digifeud.model.colours import COLOURS, RED, WORTH
from games.digifeud.model.equations import Fixed, sums

LINES = lines(tuple(Direction))  # those of the first two directions come first


class Offer(NamedTuple):
    """A calculation on this board that lacks nothing but tiles, as a mask and as digits, and what it brings."""

    points: int
    needed: int
    operator: str
    digits: str
    line: int
    texts: tuple[str, str, str, str]


Offers = tuple[Offer, ...]


def board_offers(faces: Sequence[str], ways: int, signs: str) -> list[Offers]:
    """What each line offers, by its number in `LINES`."""
    empty = not any(faces)
    return [line_offers(faces, number, signs, empty=empty) for number in range(len(LINES) * ways // len(Direction))]


def line_offers(faces: Sequence[str], number: int, signs: str, *, empty: bool = False) -> Offers:
    """What this line offers to these operators and any digits, the most points first; the centre's if all is empty."""
    a, sign, b, equals, c = LINES[number].places
    if faces[sign] or faces[equals]:
        return ()
    fixed = faces[a], faces[b], faces[c]
    return _offers(number, fixed, signs) if any(fixed) or (empty and _is_central(number)) else ()


@cache
def touched(number: int, ways: int) -> tuple[int, ...]:
    """The lines that have a square in common with this one."""
    squares, many = set(LINES[number].squares), len(LINES) * ways // len(Direction)
    return tuple(other for other in range(many) if not squares.isdisjoint(LINES[other].squares))


def _is_central(number: int) -> bool:
    return CENTRE in LINES[number].squares[0::2]


@lru_cache(maxsize=1 << 15)
def _offers(number: int, fixed: Fixed, signs: str) -> Offers:
    first, second, outcome = counts(LINES[number], fixed)
    found = [
        Offer(a * first + b * second + c * outcome, needed, texts[1], _laid(fixed, texts), number, texts)
        for needed, texts, a, b, c in sums(fixed, signs)
    ]
    return tuple(sorted(found, key=_points, reverse=True))


def counts(line: Line, fixed: Fixed) -> tuple[int, int, int]:
    """How often each number of a calculation counts on this line, by the colours that it will be the first to cover."""
    first, second, outcome = (
        0 if text else WORTH[COLOURS.get(square, "")] for square, text in zip(line.squares[0::2], fixed, strict=True)
    )
    return first, second, 2 if outcome == WORTH[RED] else 1


def _laid(fixed: Fixed, texts: tuple[str, str, str, str]) -> str:
    return "".join(text for given, text in zip(fixed, (texts[0], *texts[2:]), strict=True) if not given)


def _points(offer: Offer) -> int:
    return offer.points
