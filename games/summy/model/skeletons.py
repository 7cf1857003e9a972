"""How a left side may fall into numbers: where its signs stand, before a digit is laid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations

from games.summy.model.board import EMPTY
from games.summy.model.pieces import EQUALS

Factor = tuple[str, str]  # the sign before a number, "" at the start, and the cells of that number
Shape = tuple[Factor, ...]

NEW = "?"  # a sign from the hand, whichever it is
_NUMBER = "(?:0|[1-9.][0-9.]*)"
_LEFT = re.compile(rf"{_NUMBER}(?:[-+x:?]{_NUMBER})+")
_OUTCOME = re.compile(_NUMBER)
_FACTORS = re.compile(r"([-+x:?]?)([0-9.]+)")


def sides(cells: str) -> Iterator[tuple[str, str]]:
    """The left sides and the outcomes that an = may part these cells into, the old one or a new one.

    What comes out of a left side has fewer digits than that has pieces.
    """
    sign = EQUALS if EQUALS in cells else EMPTY
    for at in range((len(cells) + 1) // 2, len(cells) - 1):
        if cells[at] == sign and _OUTCOME.fullmatch(cells, at + 1):
            yield cells[:at], cells[at + 1 :]


def shapes(left: str, operators: str, counts: Iterable[int]) -> Iterator[Shape]:
    """All shapes of a left side with so many new signs, which are some of these operators."""
    for count in counts:
        kinds = dict.fromkeys(permutations(operators, count))
        for cut in _cuts(left, count):
            for signs in kinds:
                coming = iter(signs)
                yield tuple((next(coming) if sign == NEW else sign, cells) for sign, cells in cut)


@lru_cache(maxsize=1 << 12)
def _cuts(left: str, new: int) -> tuple[Shape, ...]:
    """The shapes with new signs of any kind."""
    empty = [at for at, face in enumerate(left) if face == EMPTY]
    texts = (_signed(left, chosen) for chosen in combinations(empty, new))
    return tuple(tuple(_FACTORS.findall(text)) for text in texts if _LEFT.fullmatch(text))


def _signed(left: str, places: tuple[int, ...]) -> str:
    return "".join(NEW if at in places else face for at, face in enumerate(left))
