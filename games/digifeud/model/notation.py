"""The notation of moves: `e7r 5+8=13`, `i3d ?6+7=13`, `pass`.

`decode` is lenient where the meaning is unambiguous: spaces, capital letters, and the signs − – × * ÷ : of books and
keyboards.
"""

from __future__ import annotations

import re

from games.digifeud.model.board import Direction
from games.digifeud.model.moves import Calculation, Move, Pass
from games.rules import BadNotation, Square, say

PASS = "pass"  # noqa: S105 - a move, not a password
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "x", "*": "x", "÷": "/", ":": "/"})
_NUMBER = r"((?:\??[0-9]){1,3})"
_CALCULATION = re.compile(rf"([a-m](?:1[0-3]|[1-9]))([rdlu]){_NUMBER}([-+x/]){_NUMBER}={_NUMBER}")


def encode(move: Move) -> str:
    """Return the canonical notation of the move."""
    if isinstance(move, Pass):
        return PASS
    return f"{move.start}{move.direction.value} {''.join(move.texts)}"


def normalized(text: str) -> str:
    """Return the text without spaces and capitals, with the signs of the notation."""
    return "".join(text.lower().translate(_SIGNS).split())


def decode(text: str) -> Move:
    """Return the move that the text denotes; raise BadNotation if there is none."""
    plain = normalized(text)
    if plain == PASS:
        return Pass()
    if match := _CALCULATION.fullmatch(plain):
        start, direction, first, operator, second, outcome = match.groups()
        return Calculation(Square.parse(start), Direction(direction), first, operator, second, outcome)
    raise BadNotation(
        say(
            "Write the square of the first number, the direction (r, d, l or u) and the whole calculation, "
            "such as {example}, or {pass_}.",
            example="e7r 5+8=13",
            pass_=PASS,
        )
    )
