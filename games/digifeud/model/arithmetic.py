"""Sums with whole numbers from 0 to 99."""

from __future__ import annotations

from games.rules import IllegalMove, say

HIGHEST = 99
SIGNS = {"+": "+", "-": "−", "x": "×", "/": "÷"}


def plain_digits(text: str) -> str:
    """The digits of a number, without the `?` before those laid from a blank."""
    return text.replace("?", "")


def value(text: str) -> int:
    """The number that is spelled so; a blank counts as the digit it became."""
    return int(plain_digits(text))


def spell(first: str, operator: str, second: str) -> str:
    """Two operands as people write them: `7 − 9`."""
    return f"{plain_digits(first)} {SIGNS[operator]} {plain_digits(second)}"


def outcome(first: int, operator: str, second: int) -> int | None:
    """What comes out, where it is a whole number from 0 to 99."""
    if operator == "+":
        found = first + second
    elif operator == "-":
        found = first - second
    elif operator == "x":
        found = first * second
    elif second and first % second == 0:
        found = first // second
    else:
        return None
    return found if 0 <= found <= HIGHEST else None


def work_out(first: str, operator: str, second: str) -> int:
    """What comes out; raises IllegalMove, with its reason, where that is no whole number from 0 to 99."""
    a, b, sum_ = value(first), value(second), spell(first, operator, second)
    if (found := outcome(a, operator, b)) is not None:
        return found
    if operator == "-":
        raise IllegalMove(say("{sum} is less than 0, and an outcome is at least 0.", sum=sum_))
    if operator != "/":
        found = a + b if operator == "+" else a * b
        raise IllegalMove(say("{sum} is {found}, and an outcome is at most 99.", sum=sum_, found=found))
    if b == 0:
        raise IllegalMove(say("{sum}: nothing can be divided by 0.", sum=sum_))
    raise IllegalMove(say("{sum} is not a whole number.", sum=sum_))
