"""The numbers that the digits of a hand spell on some cells, of which old digits may hold a few."""

from __future__ import annotations

from bisect import bisect_left

from games.summy.model.board import EMPTY

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
            found = [(int(digits), digits, rest) for digits, rest in _strings(cells, left)]
            self._numbers[cells, left] = found
        least, most = span
        return found[bisect_left(found, (least,)) : bisect_left(found, (most + 1,))]


def fit(digits: str, cells: str, left: str) -> bool:
    """Whether just these digits can come to stand on the cells, with what is left of the hand."""
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


def _strings(cells: str, left: str) -> list[tuple[str, str]]:
    """All digits that make a number on these cells, the least first, each with what is left of the hand then."""
    found = [("", left)]
    for place, face in enumerate(cells):
        if face == EMPTY:
            found = [
                (done + digit, rest.replace(digit, "", 1)) for done, rest in found for digit in dict.fromkeys(rest)
            ]
        else:
            found = [(done + face, rest) for done, rest in found]
        if place == 0 and len(cells) > 1:
            found = [(digit, rest) for digit, rest in found if digit != "0"]
    return found
