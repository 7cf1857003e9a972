"""The pieces, the one order in which they are written, and how they are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

Pieces = tuple[str, ...]

DIGITS = "0123456789"
OPERATORS = "+-x:"
EQUALS = "="
ORDER = DIGITS + OPERATORS + EQUALS
HAND = 8
LAST = 4  # who has no more than so many after a turn has made the last move
COUNTS = {**dict.fromkeys(DIGITS, 8), **dict.fromkeys(OPERATORS, 7), EQUALS: 19}
ALL: Pieces = tuple(piece for piece, count in COUNTS.items() for _ in range(count))
_POINTS = {piece: int(piece) if piece in DIGITS else 0 for piece in ORDER}


def ordered(pieces: Iterable[str]) -> Pieces:
    """The pieces in the order of notation: digits, then `+ - x : =`."""
    return tuple(sorted(pieces, key=ORDER.index))


def lacking(held: Iterable[str], needed: Iterable[str]) -> Pieces:
    """Those of the needed pieces that are not there."""
    return tuple((Counter(needed) - Counter(held)).elements())


def points_of(pieces: Iterable[str]) -> int:
    """The sum of the digits among these pieces."""
    return sum(map(_POINTS.__getitem__, pieces))


def take(pieces: Pieces, taken: Iterable[str]) -> Pieces:
    """The pieces without those taken, in their order; raises ValueError for one that is not there."""
    rest = list(pieces)
    for piece in taken:
        rest.remove(piece)
    return tuple(rest)


def top_up(hand: Pieces, stock: Pieces, count: int) -> tuple[Pieces, Pieces]:
    """The hand with so many pieces more from the front of the stock, or as many as it has, and what is left there."""
    return hand + stock[:count], stock[count:]


def choices(hand: Pieces) -> Iterator[Pieces]:
    """Every different selection of one piece or more, lazily, each in the order of notation."""
    held = sorted(Counter(hand).items(), key=lambda item: ORDER.index(item[0]))
    for numbers in product(*(range(count + 1) for _piece, count in held)):
        if any(numbers):
            yield tuple(piece for (piece, _), number in zip(held, numbers, strict=True) for _ in range(number))
