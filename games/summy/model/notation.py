"""Moves as text: `j13r 2x3=6`, `swap 11+=`.

A turn is named by the sum on the line along which its pieces were laid: the square of its first piece,
old or new, the direction, and all its pieces, old and new. A single piece lies on two lines: it is named
by the one that is a complete sum, and by the one to the right where both are. So every move has one text.
A reader forgives what can only mean one thing: spaces, capital letters, the signs − – × * ÷ / of books
and keyboards, and any order of the pieces in an exchange.
"""

from __future__ import annotations

import re

from games.rules import BadNotation, Square, say
from games.summy.model.geometry import SIZE, Direction
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.pieces import HAND, ordered

SWAP = "swap"
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "x", "*": "x", "÷": ":", "/": ":"})
_SUM = re.compile(rf"([a-y](?:2[0-5]|1[0-9]|[1-9]))([rd])([-0-9+x:=]{{2,{SIZE}}})")
_SWAP = re.compile(rf"{SWAP}([-0-9+x:=]{{1,{HAND}}})")


def encode(move: Move) -> str:
    """The one proper spelling of the move."""
    if isinstance(move, Swap):
        return f"{SWAP} {''.join(move.pieces)}"
    return f"{move.start}{move.direction.value} {move.text}"


def publish(move: Move) -> str:
    """The notation as everybody may read it: of an exchange only the number of pieces."""
    return f"{SWAP} {len(move.pieces)}" if isinstance(move, Swap) else encode(move)


def decode(text: str) -> Move:
    """The move that the text spells; raises BadNotation."""
    plain = "".join(text.lower().translate(_SIGNS).split())
    if match := _SWAP.fullmatch(plain):
        return Swap(ordered(match[1]))
    if match := _SUM.fullmatch(plain):
        return Sum(Square.parse(match[1]), Direction(match[2]), match[3])
    raise BadNotation(
        say(
            "Write the square of the first piece, the direction (r or d) and the whole sum, such as {example}, "
            "or {swap} and the pieces to exchange.",
            example="j13r 2x3=6",
            swap=SWAP,
        )
    )
