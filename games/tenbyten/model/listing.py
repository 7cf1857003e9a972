"""Lists the legal moves of a hand on a board, each with what it takes."""

from __future__ import annotations

from collections.abc import Iterator

from games.tenbyten.model.board import SQUARES
from games.tenbyten.model.chips import FACES, Chips
from games.tenbyten.model.movegen import NOTHING, Taking, takings, tens
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenPosition

_PLAIN = {chip: tuple(Move(chip, square) for square in SQUARES) for chip in FACES}  # made once: most moves take nothing


def laid(position: TenByTenPosition) -> Iterator[tuple[Move, Taking]]:
    """Each chip of the hand on each empty square, with everything that it may capture; none when it is over."""
    return iter(()) if position.result else moves(position.public.grid.faces, position.hand)


def moves(faces: Chips, hand: Chips) -> Iterator[tuple[Move, Taking]]:
    """The same for any hand on a board of these faces."""
    found = tens(faces)
    empty = [place for place, face in enumerate(faces) if not face]
    for chip in sorted(set(hand)):
        plain = _PLAIN[chip]
        for place in empty:
            yield plain[place], NOTHING
            if ways := found.get((chip, place)):
                for taking in takings(ways)[1:]:
                    yield Move(chip, SQUARES[place], taking.lines), taking
