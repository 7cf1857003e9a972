"""The pieces: their order in notation, their points, and multisets of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

Pieces = tuple[str, ...]

DIGITS = "0123456789"
OPERATORS = "+-x:"
EQUALS = "="
ORDER = DIGITS + OPERATORS + EQUALS
HAND_SIZE = 8
FINAL_HAND_SIZE = 4  # a player with at most this many pieces after a turn has made the last move
COUNTS = {**dict.fromkeys(DIGITS, 8), **dict.fromkeys(OPERATORS, 7), EQUALS: 19}
FULL_SET: Pieces = tuple(piece for piece, count in COUNTS.items() for _ in range(count))
MULTISET_KEYS = {piece: 1 << 4 * place for place, piece in enumerate(ORDER)}  # see `multiset_key`
_POINTS = {piece: int(piece) if piece in DIGITS else 0 for piece in ORDER}


def ordered(pieces: Iterable[str]) -> Pieces:
    """Return the pieces in the order of notation: digits, then `+ - x : =`."""
    return tuple(sorted(pieces, key=ORDER.index))


def points_of(pieces: Iterable[str]) -> int:
    """Return the sum of the digits among these pieces."""
    return sum(map(_POINTS.__getitem__, pieces))


def multiset_key(pieces: Iterable[str]) -> int:
    """Return an integer that identifies the multiset of these pieces: a packed histogram with 4 bits for each kind.

    It is unique while no kind has more than 15 pieces, as in any sum of up to nine. Keys are additive: the key of two
    sequences joined is the sum of their keys.
    """
    return sum(map(MULTISET_KEYS.__getitem__, pieces))


def draw(hand: Pieces, stock: Pieces, count: int) -> tuple[Pieces, Pieces]:
    """Return the hand with up to `count` pieces from the front of the stock, and the rest of the stock."""
    return hand + stock[:count], stock[count:]


def selections(hand: Pieces) -> Iterator[Pieces]:
    """Yield every distinct non-empty sub-multiset of the hand, lazily, each in the order of notation."""
    counts = sorted(Counter(hand).items(), key=lambda item: ORDER.index(item[0]))
    for numbers in product(*(range(count + 1) for _piece, count in counts)):
        if any(numbers):
            yield tuple(piece for (piece, _), number in zip(counts, numbers, strict=True) for _ in range(number))
