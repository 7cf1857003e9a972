"""Moves as text: the square alone, such as `d4`; the tile is the one drawn. Spaces and capitals are forgiven."""

from __future__ import annotations

import re

from games.rules import BadNotation, Square, say

_SQUARE = re.compile(r"[a-i][1-9]")


def encode(move: Square) -> str:
    """The one proper spelling of the move."""
    return str(move)


def decode(text: str) -> Square:
    """The move that the text spells; raises BadNotation."""
    plain = "".join(text.lower().split())
    if _SQUARE.fullmatch(plain):
        return Square.parse(plain)
    raise BadNotation(say("Write the square where the tile goes, such as {example}.", example="d4"))
