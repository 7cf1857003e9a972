"""What keeps a stretch of pieces from being a complete sum, each with its own sentence."""

from __future__ import annotations

import re
from itertools import pairwise
from math import gcd

from games.rules import IllegalMove, Sentence, say
from games.summy.model.equations import Value, face, is_number, spell, whole, work_out
from games.summy.model.pieces import DIGITS, EQUALS, OPERATORS

_NUMBERS = re.compile("[0-9]+")


def check_sum(text: str) -> None:
    """Raises IllegalMove unless this is a complete sum and right; the sentence says what is wrong or missing."""
    if (count := text.count(EQUALS)) > 1:
        raise IllegalMove(say("{sum}: a sum has one =, here are {count}.", sum=spell(text), count=count))
    left, equals, outcome = text.partition(EQUALS)
    _check_numbers(text)
    _check_left(left, closed=bool(equals))
    _check_outcome(outcome)
    value = work_out(left)
    if value is None:
        raise IllegalMove(say("{sum}: nothing can be divided by 0.", sum=spell(left)))
    _check_value(left, value, equals, outcome)


def _check_numbers(text: str) -> None:
    for number in _NUMBERS.findall(text):
        if not is_number(number):
            raise IllegalMove(say("{sum}: {number} begins with a 0.", sum=spell(text), number=number))
    for one, other in pairwise(text):
        if one in OPERATORS and other in OPERATORS:
            raise IllegalMove(
                say(
                    "{sum}: between {one} and {other} a number is missing.",
                    sum=spell(text),
                    one=face(one),
                    other=face(other),
                )
            )


def _check_left(left: str, *, closed: bool) -> None:
    text = spell(left + EQUALS if closed else left)
    if not left:
        raise IllegalMove(say("Before the = a calculation is missing, such as {example}.", example=spell("2x3")))
    if left[0] in OPERATORS:
        raise IllegalMove(say("{sum}: a sum begins with a number, not with {sign}.", sum=text, sign=face(left[0])))
    if left[-1] in OPERATORS:
        raise IllegalMove(say("{sum}: a number is missing after {sign}.", sum=text, sign=face(left[-1])))
    if closed and is_number(left):
        raise IllegalMove(say("{sum}: before the = stand two numbers or more, with an operator between.", sum=text))
    if is_number(left):
        raise IllegalMove(say("{sum}: an operator, another number, the = and the outcome are missing.", sum=text))


def _check_outcome(outcome: str) -> None:
    for piece in outcome:
        if piece not in DIGITS:
            raise IllegalMove(say("Behind the = stands a single number, no {sign}.", sign=face(piece)))


def _check_value(left: str, value: Value, equals: str, outcome: str) -> None:
    """Raises IllegalMove unless the outcome is there and is what comes out."""
    found, sum_ = whole(value), spell(left)
    if found is None and not equals:
        raise IllegalMove(say("{sum}: still missing are the = and the outcome.", sum=sum_))
    if found is None:
        raise IllegalMove(_no_outcome(value, sum_))
    if not outcome:
        missing = spell(f"{'' if equals else EQUALS}{found}")
        raise IllegalMove(say("{sum} is {found}: still missing is {missing}.", sum=sum_, found=found, missing=missing))
    if int(outcome) != found and str(found).startswith(outcome):
        rest = str(found).removeprefix(outcome)
        raise IllegalMove(say("{sum} is {found}: still missing is {missing}.", sum=sum_, found=found, missing=rest))
    if int(outcome) != found:
        raise IllegalMove(
            say(
                "The whole stretch reads {stretch}, but {sum} is {found}.",
                stretch=spell(f"{left}={outcome}"),
                sum=sum_,
                found=found,
            )
        )


def _no_outcome(value: Value, sum_: str) -> Sentence:
    """Why nothing can stand behind the =."""
    above, below = value
    if above < 0:
        return say("{sum} is less than 0, and an outcome is at least 0.", sum=sum_)
    shared = gcd(above, below)
    return say(
        "{sum} is {fraction}, and an outcome is a whole number.",
        sum=sum_,
        fraction=f"{above // shared}/{below // shared}",
    )
