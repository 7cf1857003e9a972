"""The notation of moves: the square, such as `d4`. The tile is not written, since it is the one drawn."""

from __future__ import annotations

import re

from games.rules import BadNotation, Square, say

_SQUARE = re.compile(r"[a-i][1-9]")


def encode(move: Square) -> str:
    """Return the canonical notation of a move."""
    return str(move)


def decode(text: str) -> Square:
    """Parse a move; spaces and upper case are accepted. Raises BadNotation."""
    normalized = "".join(text.lower().split())
    if _SQUARE.fullmatch(normalized):
        return Square.parse(normalized)
    raise BadNotation(say("Write the square for your tile, such as {example}.", example="d4"))
