"""What lies ahead on a line, and what is left in a hand: the two things that a search for sums walks through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.summy.grid import EMPTY
from games.summy.pieces import DIGITS, EQUALS, OPERATORS, Pieces, ordered


class Ahead(NamedTuple):
    """How much of what bounds a sum is still to come."""

    digits: int
    zeros: int
    plus: bool
    times: bool
    divide: bool


def _ahead(pieces: str) -> Ahead:
    return Ahead(sum(map(pieces.count, DIGITS)), pieces.count("0"), "+" in pieces, "x" in pieces, ":" in pieces)


class Left:
    """What is left in a hand, and what it becomes when a piece is taken from it."""

    __slots__ = ("ahead", "digits", "equals", "operators")

    def __init__(self, pieces: str, known: dict[str, Left]) -> None:
        known[pieces] = self
        steps = {piece: _without(pieces, piece, known) for piece in dict.fromkeys(pieces)}
        self.ahead = _ahead(pieces)
        self.digits = tuple((piece, left) for piece, left in steps.items() if piece in DIGITS)
        self.operators = tuple((piece, left) for piece, left in steps.items() if piece in OPERATORS)
        self.equals = steps.get(EQUALS)


def _without(pieces: str, piece: str, known: dict[str, Left]) -> Left:
    rest = pieces.replace(piece, "", 1)
    return known.get(rest) or Left(rest, known)


def left_of(hand: Pieces) -> Left:
    """All of this hand."""
    return Left("".join(ordered(hand)), {})


class Number(NamedTuple):
    """A number that can come to stand from a cell on: what is left then, the cell behind it, its bound.

    The bound is ten to the power of all digits still to come: no sum of what they can spell reaches it.
    """

    value: int
    text: str
    left: Left
    behind: Node
    bound: int


class Node:
    """A cell and all that follows it on its line up to a grey piece or the edge; that end has no face.

    Nodes with the same cells ahead are one object, so what they can hold is worked out once a hand.
    """

    __slots__ = ("_numbers", "_outcomes", "_strings", "ahead", "equals", "face", "next")

    def __init__(self, face: str, following: Node | None, cells: str) -> None:
        self.face = face
        self.next = following or self
        self.ahead = _ahead(cells)
        self.equals = EQUALS in cells
        self._strings: dict[Left, tuple[tuple[str, Left, Node], ...]] = {}
        self._numbers: dict[Left, tuple[Number, ...]] = {}
        self._outcomes: dict[Left, dict[int, str]] = {}

    def strings(self, left: Left) -> tuple[tuple[str, Left, Node], ...]:
        """All digits on end that can come to stand from here on, also none: what is left then, the cell behind."""
        if (found := self._strings.get(left)) is None:
            found = self._strings[left] = tuple(self._spell(left))
        return found

    def numbers(self, left: Left) -> tuple[Number, ...]:
        """The numbers that can come to stand from here on, the smallest first."""
        if (found := self._numbers.get(left)) is None:
            numbers = (number(*string) for string in self.strings(left) if string[0] and is_proper(string[0]))
            found = self._numbers[left] = tuple(sorted(numbers, key=lambda number: number.value))
        return found

    def outcomes(self, left: Left) -> dict[int, str]:
        """The numbers from here on behind which the stretch of pieces ends, by their value."""
        if (found := self._outcomes.get(left)) is None:
            numbers = self.numbers(left)
            found = {each.value: each.text for each in numbers if each.behind.face in ("", EMPTY)}
            self._outcomes[left] = found
        return found

    def _spell(self, left: Left) -> Iterator[tuple[str, Left, Node]]:
        if self.face and self.face in DIGITS:
            for text, rest, behind in self.next.strings(left):
                yield self.face + text, rest, behind
            return
        yield "", left, self
        if self.face == EMPTY:
            for digit, remaining in left.digits:
                for text, rest, behind in self.next.strings(remaining):
                    yield digit + text, rest, behind


def is_proper(digits: str) -> bool:
    """Whether these digits are a number without a 0 too many."""
    return digits[0] != "0" or len(digits) == 1


def number(text: str, left: Left, behind: Node) -> Number:
    """The number that is spelled so, with its bound."""
    return Number(int(text), text, left, behind, 10 ** (left.ahead.digits + behind.ahead.digits))


class Nodes:
    """Makes every node once."""

    def __init__(self) -> None:
        self._known = {"": Node("", None, "")}
        self._free = Node(EMPTY, None, "")

    def line(self, cells: str) -> Node:
        """These cells, then the end."""
        if cells not in self._known:
            self._known[cells] = Node(cells[0], self.line(cells[1:]), cells)
        return self._known[cells]

    def open(self, cells: str) -> Node:
        """These cells, then empty ones without end."""
        key = cells + "…"
        if key not in self._known:
            self._known[key] = Node(cells[0], self.open(cells[1:]), cells) if cells else self._free
        return self._known[key]
