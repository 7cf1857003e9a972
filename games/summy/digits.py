"""The numbers that the digits of a hand spell on some cells, of which old digits may hold a few."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from games.summy.grid import EMPTY

Span = tuple[int, int]  # the least and the most
Number = tuple[int, str, str]  # its value, its digits, and the digits that the hand has left


class Digits:
    """The digits of one hand, in order; it remembers what it has worked out."""

    def __init__(self, held: str) -> None:
        self.held = held
        self._spans: dict[str, Span | None] = {}
        self._numbers: dict[tuple[str, str], list[Number]] = {}

    def span(self, cells: str) -> Span | None:
        """No number on these cells is less or more; None where there can be none."""
        if cells not in self._spans:
            least, most = _fill(cells, self.held), _fill(cells, self.held[::-1])
            self._spans[cells] = (int(least), int(most)) if least and most else None
        return self._spans[cells]

    def numbers(self, cells: str, left: str, span: Span) -> list[Number]:
        """The numbers on these cells that the digits left in the hand spell within this span, the smallest first."""
        if (found := self._numbers.get((cells, left))) is None:
            strings = _strings(cells, left)
            proper = ((int(text), text, rest) for text, rest in strings if text[0] != "0" or len(text) == 1)
            found = self._numbers[cells, left] = sorted(proper)
        least, most = span
        return found[bisect_left(found, (least,)) : bisect_left(found, (most + 1,))]


def fit(digits: str, cells: str, left: str) -> bool:
    """Whether these digits can come to stand on all these cells."""
    if len(digits) != len(cells):
        return False
    for digit, face in zip(digits, cells, strict=True):
        if digit != face:
            if face != EMPTY or digit not in left:
                return False
            left = left.replace(digit, "", 1)
    return True


def _fill(cells: str, held: str) -> str | None:
    """The cells with the digits as they come, but no 0 before others; None where there are too few."""
    done = ""
    for face in cells:
        if face == EMPTY:
            fitting = held if done or len(cells) == 1 else held.replace("0", "")
            if not fitting:
                return None
            face = fitting[0]
            held = held.replace(face, "", 1)
        done += face
    return done


def _strings(cells: str, left: str) -> Iterator[tuple[str, str]]:
    """All digits that can come to stand on these cells, each with what is left then."""
    if not cells:
        yield "", left
        return
    face = cells[0]
    for digit in dict.fromkeys(left) if face == EMPTY else face:
        rest = left.replace(digit, "", 1) if face == EMPTY else left
        for more, remaining in _strings(cells[1:], rest):
            yield digit + more, remaining
