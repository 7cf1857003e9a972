"""Legality checks of a sum: each raises IllegalMove with a sentence for the player if the sum breaks its rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from math import gcd

from games.rules import IllegalMove, Sentence, missing, say
from games.summy.model.board import GREY, Grid, on_board
from games.summy.model.equations import Value, evaluate, format_piece, format_sum, is_number, outcome_of
from games.summy.model.moves import Sum
from games.summy.model.pieces import DIGITS, EQUALS, OPERATORS, Pieces

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
                say(
                    "{square} already has {old}, and that never changes.",
                    square=str(square),
                    old=format_piece(old),
                )
            )


def check_hand(hand: Pieces, needed: Iterable[str]) -> None:
    """Raise IllegalMove unless the hand holds all these pieces."""
    for piece in missing(hand, needed):
        if count := hand.count(piece):
            raise IllegalMove(say("You don't have enough {piece}: only {held}.", piece=format_piece(piece), held=count))
        raise IllegalMove(say("You have no {piece}.", piece=format_piece(piece)))


def check_sum(text: str) -> None:
    """Raise IllegalMove, with what is wrong or missing, unless the text is a complete and true sum."""
    if (count := text.count(EQUALS)) > 1:
        raise IllegalMove(say("{sum}: a sum has one =, not {count}.", sum=format_sum(text), count=count))
    left, equals, outcome = text.partition(EQUALS)
    _check_numbers(text)
    _check_left(left, closed=bool(equals))
    _check_outcome(outcome)
    value = evaluate(left)
    if value is None:
        raise IllegalMove(say("{sum}: you can't divide by 0.", sum=format_sum(left)))
    _check_value(left, value, equals, outcome)


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
        raise IllegalMove(say("{sum}: a sum can't begin with {sign}.", sum=text, sign=format_piece(left[0])))
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


def _check_value(left: str, value: Value, equals: str, outcome: str) -> None:
    """Raise IllegalMove unless the outcome is there and equals the value of the left side."""
    answer, sum_ = outcome_of(value), format_sum(left)
    if answer is None and not equals:
        raise IllegalMove(say("{sum}: add the = and the answer.", sum=sum_))
    if answer is None:
        raise IllegalMove(_no_outcome(value, sum_))
    if not outcome:
        missing = format_sum(f"{'' if equals else EQUALS}{answer}")
        raise IllegalMove(say("{sum} is {found}: {missing} is still missing.", sum=sum_, found=answer, missing=missing))
    if int(outcome) != answer and str(answer).startswith(outcome):
        rest = str(answer).removeprefix(outcome)
        raise IllegalMove(say("{sum} is {found}: {missing} is still missing.", sum=sum_, found=answer, missing=rest))
    if int(outcome) != answer:
        raise IllegalMove(
            say(
                "The whole line reads {stretch}, but {sum} is {found}.",
                stretch=format_sum(f"{left}={outcome}"),
                sum=sum_,
                found=answer,
            )
        )


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
