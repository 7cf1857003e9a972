"""What lies ahead on a line, and what is left in a hand: the two things that a search for sums walks through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.summy.grid import EMPTY
from games.summy.pieces import DIGITS, EQUALS, OPERATORS, Pieces, ordered

LONGEST = 25


class Ahead(NamedTuple):
    """What is still to come of what bounds a sum: how many digits, how many zeros, which signs."""

    digits: int
    zeros: int
    signs: str


def _ahead(pieces: str) -> Ahead:
    signs = "".join(sign for sign in OPERATORS + EQUALS if sign in pieces)
    return Ahead(sum(map(pieces.count, DIGITS)), min(pieces.count("0"), 2), signs)


class Left:
    """What is left in a hand, and what it becomes when a piece is taken from it."""

    __slots__ = ("ahead", "digits", "equals", "operators", "without")

    def __init__(self, pieces: str, known: dict[str, Left]) -> None:
        known[pieces] = self
        self.ahead = _ahead(pieces)
        self.without = {piece: _without(pieces, piece, known) for piece in dict.fromkeys(pieces)}
        self.digits = tuple((piece, left) for piece, left in self.without.items() if piece in DIGITS)
        self.operators = tuple((piece, left) for piece, left in self.without.items() if piece in OPERATORS)
        self.equals = self.without.get(EQUALS)


def _without(pieces: str, piece: str, known: dict[str, Left]) -> Left:
    rest = pieces.replace(piece, "", 1)
    return known.get(rest) or Left(rest, known)


def left_of(hand: Pieces) -> Left:
    """All of this hand."""
    return Left("".join(ordered(hand)), {})


Number = tuple[int, str, Left]  # its value, its digits, and what is left of the hand


class Node:
    """A cell and all that follows it on its line up to a grey piece or the edge; that end has no face.

    Nodes with the same cells ahead are one object, so what they can hold is worked out once a hand.
    `spans` are the lengths that a number from here on may have, each with the cell behind it.
    """

    __slots__ = ("_numbers", "_strings", "ahead", "face", "is_digit", "next", "spans")

    def __init__(self, face: str, following: Node | None, cells: str) -> None:
        self.face = face
        self.is_digit = face != "" and face in DIGITS
        self.next = following or self
        self.ahead = _ahead(cells)
        self.spans = tuple(self._spans())
        self._strings: dict[tuple[Left, int], tuple[tuple[str, Left], ...]] = {}
        self._numbers: dict[tuple[Left, int], tuple[Number, ...]] = {}

    @property
    def ends(self) -> bool:
        """Whether a stretch of pieces that lies before this cell ends there."""
        return self.face in ("", EMPTY)

    def strings(self, left: Left, length: int) -> tuple[tuple[str, Left], ...]:
        """So many digits that can come to stand from here on, in order, each with what is left then."""
        if not length:
            return (("", left),)
        if (found := self._strings.get((left, length))) is None:
            steps = ((self.face, left),) if self.is_digit else left.digits if self.face == EMPTY else ()
            found = tuple(
                (digit + more, rest)
                for digit, remaining in steps
                for more, rest in self.next.strings(remaining, length - 1)
            )
            self._strings[left, length] = found
        return found

    def numbers(self, left: Left, length: int) -> tuple[Number, ...]:
        """The numbers with so many digits that can come to stand from here on, the smallest first."""
        if (found := self._numbers.get((left, length))) is None:
            strings = self.strings(left, length)
            found = tuple((int(text), text, rest) for text, rest in strings if is_proper(text))
            self._numbers[left, length] = found
        return found

    def holds(self, digits: str, left: Left) -> bool:
        """Whether these digits can come to stand from here on, and the stretch end behind them."""
        node: Node = self
        for digit in digits:
            if node.face == EMPTY:
                if (rest := left.without.get(digit)) is None:
                    return False
                left = rest
            elif node.face != digit:
                return False
            node = node.next
        return node.ends

    def _spans(self) -> Iterator[tuple[int, Node]]:
        node: Node = self
        for length in range(1, LONGEST + 1):
            if not (node.is_digit or node.face == EMPTY):
                return
            node = node.next
            if not node.is_digit:
                yield length, node


def is_proper(digits: str) -> bool:
    """Whether these digits are a number without a 0 too many."""
    return digits[0] != "0" or len(digits) == 1


class Nodes:
    """Makes every node once."""

    def __init__(self) -> None:
        self._lines = {"": Node("", None, "")}
        self._open = {"": Node(EMPTY, None, "")}

    def line(self, cells: str) -> Node:
        """These cells, then the end."""
        if cells not in self._lines:
            self._lines[cells] = Node(cells[0], self.line(cells[1:]), cells)
        return self._lines[cells]

    def open(self, cells: str) -> Node:
        """These cells, then empty ones without end."""
        if cells not in self._open:
            self._open[cells] = Node(cells[0], self.open(cells[1:]), cells)
        return self._open[cells]
