"""The notation of moves: `j13r 2x3=6`, `swap 11+=`.

A move is named by the sum on the line along which its pieces are placed: the square of the sum's first piece, the
direction, and all its pieces, old and new. A single piece is on two lines; the move is named by the one that is a
complete sum, and by the one to the right if both are. So every move has exactly one text (canonical form).

`decode` is lenient where the meaning is unambiguous: spaces, capital letters, the signs − – × * ÷ / of books and
keyboards, and any order of the pieces of an exchange.
"""

from __future__ import annotations

import re

from games.rules import BadNotation, Square, say
from games.summy.model.board import SIZE, Direction
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.pieces import HAND_SIZE, ordered

SWAP = "swap"
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "x", "*": "x", "÷": ":", "/": ":"})
_SUM = re.compile(rf"([a-y](?:2[0-5]|1[0-9]|[1-9]))([rd])([-0-9+x:=]{{2,{SIZE}}})")
_SWAP = re.compile(rf"{SWAP}([-0-9+x:=]{{1,{HAND_SIZE}}})")


def encode(move: Move) -> str:
    """Return the canonical notation of the move."""
    if isinstance(move, Swap):
        return f"{SWAP} {''.join(move.pieces)}"
    return f"{move.start}{move.direction.value} {move.text}"


def publish(move: Move) -> str:
    """Return the public notation of the move: for an exchange only the number of pieces."""
    return f"{SWAP} {len(move.pieces)}" if isinstance(move, Swap) else encode(move)


def normalized(text: str) -> str:
    """Return the text without spaces and capitals, with the signs of the notation."""
    return "".join(text.lower().translate(_SIGNS).split())


def decode(text: str) -> Move:
    """Return the move that the text denotes; raises BadNotation."""
    plain = normalized(text)
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
