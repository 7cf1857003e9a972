"""The notation of moves: chip and square, then `x` and both ends of each captured line: `2d4`, `3c3xa3:c3xc1:c4`."""

from __future__ import annotations

import re

from games.rules import BadNotation, Square, say
from games.tenbyten.model.moves import Line, Move

_SQUARE = r"[a-e][1-5]"
_MOVE = re.compile(rf"([1-4])({_SQUARE})((?:x{_SQUARE}:{_SQUARE})*)")
_MAX_LINES = 8  # four directions, and two lines of each that meet in the placed chip


def encode(move: Move) -> str:
    """Return the canonical notation of a move."""
    return f"{move.chip}{move.square}" + "".join(f"x{line}" for line in move.lines)


def decode(text: str) -> Move:
    """Parse a move; raises BadNotation.

    Spaces and upper case are accepted, lines may come in any order and their ends either way round.
    """
    match = _MOVE.fullmatch("".join(text.lower().split()))
    if not match or match[3].count("x") > _MAX_LINES:
        raise BadNotation(
            say(
                "Write the chip and its square, then for each captured line an x and its two ends, such as {example}.",
                example="4c4xc3:c5",
            )
        )
    lines = (_parse_line(*ends.split(":")) for ends in match[3].split("x")[1:])
    return Move(match[1], Square.parse(match[2]), tuple(sorted(lines, key=lambda line: line.sort_key)))


def _parse_line(*names: str) -> Line:
    first, last = sorted(map(Square.parse, names))
    try:
        return Line(first, last)
    except ValueError:
        raise BadNotation(say("{one} and {other} are not in one line.", one=str(first), other=str(last))) from None
