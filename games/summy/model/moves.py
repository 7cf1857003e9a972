"""The two kinds of move, runs of pieces on the board, notation, and legality.

The notation is `j13r 2x3=6` or `swap 11+=`. A move is named by the sum on the line along which its pieces are placed:
the square of the sum's first piece, the direction, and all its pieces, old and new. A single piece is on two lines; the
move is named by the one that is a complete sum, and by the one to the right if both are. So every move has exactly one
text (canonical form).

Each check raises IllegalMove with a sentence for the player if the sum breaks its rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import gcd

from games.rules import FalseSum, IllegalMove, Sentence, Square, missing, say
from games.summy.model.board import (
    DIGITS,
    EMPTY,
    EQUALS,
    GREY,
    OPERATORS,
    Direction,
    Grid,
    Pieces,
    offset,
    on_board,
    points_of,
)
from games.summy.model.equations import Value, evaluate, excess, format_piece, format_sum, is_number, is_sum, outcome_of

_ONE_STEP = re.compile("([0-9]+)([-+x:])([0-9]+)")

Placed = dict[Square, str]  # the new pieces of one turn, by square


@dataclass(frozen=True)
class Sum:
    """A run of pieces on a line, old and new ones, which need not be a true sum; as a move, the sum of the turn."""

    start: Square
    direction: Direction
    text: str

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Its squares in reading order; some may lie off the board."""
        return tuple(offset(self.start, self.direction, steps) for steps in range(len(self.text)))

    @property
    def ends(self) -> tuple[Square, Square]:
        """The squares before and after it, which may lie off the board."""
        return offset(self.start, self.direction, -1), offset(self.start, self.direction, len(self.text))

    @property
    def points(self) -> int:
        """The sum of its digits."""
        return points_of(self.text)

    @property
    def fact(self) -> str:
        """The left side where it has one operator; the smaller number comes first where the order does not matter."""
        left, _equals, _outcome = self.text.partition(EQUALS)
        if not (match := _ONE_STEP.fullmatch(left)):
            return ""
        first, sign, second = match.groups()
        if sign in "+x" and int(first) > int(second):
            first, second = second, first
        return format_sum(f"{first}{sign}{second}")

    def __str__(self) -> str:
        return format_sum(self.text)


@dataclass(frozen=True)
class Swap:
    """An exchange of these pieces, in the order of notation."""

    pieces: Pieces


Move = Sum | Swap


def run_through(grid: Grid, square: Square, direction: Direction) -> Sum:
    """Return the maximal run of adjacent pieces through this square, whether it is a true sum or not."""
    start = square
    while grid.has_piece(before := offset(start, direction, -1)):
        start = before
    text = ""
    while grid.has_piece(here := offset(start, direction, len(text))):
        text += grid.at(here)
    return Sum(start, direction, text)


def canonical(grid: Grid, move: Sum) -> Sum:
    """Return the name of a move: a single piece that also completes a sum to the right is named by that one."""
    placed = placed_by(grid, move)
    if move.direction is Direction.RIGHT or len(placed) != 1:
        return move
    across = run_through(grid.with_pieces(placed), next(iter(placed)), Direction.RIGHT)
    return across if is_sum(across.text, grid.arithmetic) else move


def placed_by(grid: Grid, move: Sum) -> Placed:
    """Return the pieces of the sum that are not on the board yet, by square."""
    pairs = zip(move.squares, move.text, strict=True)
    return {square: piece for square, piece in pairs if not grid.has_piece(square)}


def pieces_used(grid: Grid, move: Sum) -> Pieces:
    """Return the pieces that a legal sum takes from the hand; faster than `placed_by`, for search."""
    row, column = move.start
    across = move.direction is Direction.RIGHT
    line, begin = (grid.rows[row - 1], column - 1) if across else (grid.columns[column - 1], row - 1)
    return tuple(piece for piece, cell in zip(move.text, line[begin:], strict=False) if cell == EMPTY)


SWAP = "swap"
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "x", "*": "x", "÷": ":", "/": ":"})


def encode(move: Move) -> str:
    """Return the canonical notation of the move."""
    if isinstance(move, Swap):
        return f"{SWAP} {''.join(move.pieces)}"
    return f"{move.start}{move.direction.value} {move.text}"


def normalized(text: str) -> str:
    """Return the text without spaces and capitals, with the signs of the notation."""
    return "".join(text.lower().translate(_SIGNS).split())


_NUMBERS = re.compile("[0-9]+")


def check_squares(grid: Grid, move: Sum) -> None:
    """Raise IllegalMove if a piece of the sum is off the board, on a grey piece or on a different piece."""
    for square, piece in zip(move.squares, move.text, strict=True):
        name, old = str(move.start), grid.at(square)
        if not on_board(square):
            raise IllegalMove(say("From {square} the sum runs off the board.", square=name))
        if old == GREY:
            raise IllegalMove(say("A grey piece blocks {square}.", square=str(square)))
        if grid.has_piece(square) and old != piece:
            raise IllegalMove(
                say("{square} already has {old}, and that never changes.", square=str(square), old=format_piece(old))
            )


def check_hand(hand: Pieces, needed: Iterable[str]) -> None:
    """Raise IllegalMove unless the hand holds all these pieces."""
    for piece in missing(hand, needed):
        if count := hand.count(piece):
            raise IllegalMove(say("You don’t have enough {piece}: only {held}.", piece=format_piece(piece), held=count))
        raise IllegalMove(say("You have no {piece}.", piece=format_piece(piece)))


def check_sum(text: str, arithmetic: str) -> None:
    """Raise IllegalMove, with what is wrong or missing, unless the text is a true sum of this arithmetic.

    It is FalseSum for a whole sum that is not true.
    """
    if (count := text.count(EQUALS)) > 1:
        raise IllegalMove(say("{sum}: a sum has one =, not {count}.", sum=format_sum(text), count=count))
    left, equals, outcome = text.partition(EQUALS)
    _check_numbers(text)
    _check_left(left, closed=bool(equals))
    _check_outcome(outcome)
    value = evaluate(left)
    if value is None:
        reason: Sentence | None = say("{sum}: you can’t divide by 0.", sum=format_sum(left))
    else:
        reason = excess(left, arithmetic) or _fault(left, value, equals, outcome)
    if reason is None:
        return
    if outcome and not _is_open(value, outcome):
        raise FalseSum(reason, format_sum(text))
    raise IllegalMove(reason)


def _is_open(value: Value | None, outcome: str) -> bool:
    """Return whether the outcome is that of the left side, or its first digits."""
    answer = outcome_of(value) if value else None
    return answer is not None and str(answer).startswith(str(int(outcome)))


def _check_numbers(text: str) -> None:
    for number in _NUMBERS.findall(text):
        if not is_number(number):
            raise IllegalMove(say("{sum}: {number} begins with a 0.", sum=format_sum(text), number=number))
    for one, other in pairwise(text):
        if one in OPERATORS and other in OPERATORS:
            raise IllegalMove(
                say(
                    "{sum}: a number is missing between {one} and {other}.",
                    sum=format_sum(text),
                    one=format_piece(one),
                    other=format_piece(other),
                )
            )


def _check_left(left: str, *, closed: bool) -> None:
    text = format_sum(left + EQUALS if closed else left)
    if not left:
        raise IllegalMove(say("Put a calculation before the =, such as {example}.", example=format_sum("2x3")))
    if left[0] in OPERATORS:
        raise IllegalMove(say("{sum}: a sum can’t begin with {sign}.", sum=text, sign=format_piece(left[0])))
    if left[-1] in OPERATORS:
        raise IllegalMove(say("{sum}: a number is missing after {sign}.", sum=text, sign=format_piece(left[-1])))
    if closed and is_number(left):
        raise IllegalMove(say("{sum}: put two or more numbers before the =, with an operator between them.", sum=text))
    if is_number(left):
        raise IllegalMove(say("{sum}: add an operator, another number, the = and the answer.", sum=text))


def _check_outcome(outcome: str) -> None:
    for piece in outcome:
        if piece not in DIGITS:
            raise IllegalMove(say("Only one number can follow the =, not {sign}.", sign=format_piece(piece)))


def _fault(left: str, value: Value, equals: str, outcome: str) -> Sentence | None:
    """Return what is wrong or missing after the left side; None if the outcome is there and equals its value."""
    answer, sum_ = outcome_of(value), format_sum(left)
    if answer is None and not equals:
        return say("{sum}: add the = and the answer.", sum=sum_)
    if answer is None:
        return _no_outcome(value, sum_)
    if not outcome:
        missing = format_sum(f"{'' if equals else EQUALS}{answer}")
        return say("{sum} is {found}: {missing} is still missing.", sum=sum_, found=answer, missing=missing)
    if int(outcome) != answer and str(answer).startswith(outcome):
        rest = str(answer).removeprefix(outcome)
        return say("{sum} is {found}: {missing} is still missing.", sum=sum_, found=answer, missing=rest)
    if int(outcome) != answer:
        return say(
            "The whole line reads {stretch}, but {sum} is {found}.",
            stretch=format_sum(f"{left}={outcome}"),
            sum=sum_,
            found=answer,
        )
    return None


def _no_outcome(value: Value, sum_: str) -> Sentence:
    """Return the reason why this value cannot be an outcome."""
    above, below = value
    if above < 0:
        return say("{sum} is less than 0; the answer must be 0 or more.", sum=sum_)
    shared = gcd(above, below)
    return say(
        "{sum} is {fraction}; the answer must be a whole number.",
        sum=sum_,
        fraction=f"{above // shared}/{below // shared}",
    )
