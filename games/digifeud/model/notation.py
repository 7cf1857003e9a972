"""Moves as text: `e7r 5+8=13`, `i3d ?6+7=13`, `pass`.

A reader forgives what can only mean one thing: spaces, capital letters, and the signs − – × * ÷ : of
books and keyboards.
"""

from __future__ import annotations

import re

from games.digifeud.model.board import Direction
from games.digifeud.model.moves import Calculation, Move, Pass
from games.rules import BadNotation, Square, say

SKIP = "pass"
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "x", "*": "x", "÷": "/", ":": "/"})
_NUMBER = r"((?:\??[0-9]){1,3})"
_CALCULATION = re.compile(rf"([a-m](?:1[0-3]|[1-9]))([rdlu]){_NUMBER}([-+x/]){_NUMBER}={_NUMBER}")


def encode(move: Move) -> str:
    """The one proper spelling of the move."""
    if isinstance(move, Pass):
        return SKIP
    return f"{move.start}{move.direction.value} {''.join(move.texts)}"


def decode(text: str) -> Move:
    """The move that the text spells; raises BadNotation."""
    plain = "".join(text.lower().translate(_SIGNS).split())
    if plain == SKIP:
        return Pass()
    if match := _CALCULATION.fullmatch(plain):
        start, direction, first, operator, second, outcome = match.groups()
        return Calculation(Square.parse(start), Direction(direction), first, operator, second, outcome)
    raise BadNotation(
        say(
            "Write the square of the first number, the direction (r, d, l or u) and the whole calculation, "
            "such as {example}, or {pass_}.",
            example="e7r 5+8=13",
            pass_=SKIP,
        )
    )
