"""Presentation of Summy without HTML: the board, the hands, the piles and the exchange button."""

from __future__ import annotations

from functools import cache, lru_cache

from games.rules import Board, Cell, Command, Pile, Seat, Square, Tile, say
from games.summy.model.board import EMPTY, GREY, SIZE, SQUARES
from games.summy.model.notation import SWAP
from games.summy.model.pieces import DIGITS, Pieces
from games.summy.model.position import SummyPosition, SummyView

PIECE, NUMBER, SYMBOL, CLOSED = "piece", "number", "symbol", "grey"
GREY_FACE = "■"
SPOKEN = {
    "+": say("plus"),
    "-": say("minus"),
    "x": say("times"),
    ":": say("divided by"),
    "=": say("equals"),
}


def board(view: SummyView) -> Board:
    """Return the board; its empty squares take pieces from a player while the match runs, on either player's turn."""
    return _board("".join(view.grid.rows), view.viewer is not None and view.result is None)


@lru_cache(maxsize=1_000)  # both players see the same
def _board(faces: str, plays: bool) -> Board:
    return Board(SIZE, SIZE, tuple([_cell(square, face, plays) for square, face in zip(SQUARES, faces, strict=True)]))


@cache  # a board shares the cells that did not change with the board before, so that it is quickly compared
def _cell(square: Square, face: str, plays: bool) -> Cell:
    if face == EMPTY:
        return Cell(square, takes=PIECE, room=1) if plays else Cell(square)
    if face == GREY:
        return Cell(square, GREY_FACE, CLOSED)
    return Cell(square, face, _look(face))


def _look(face: str) -> str:
    return NUMBER if face in DIGITS else SYMBOL


def hand_tiles(hand: Pieces) -> tuple[Tile, ...]:
    """Return the pieces of a hand as tiles; every empty square takes every piece."""
    return tuple(Tile(piece, PIECE, SPOKEN.get(piece), look=_look(piece)) for piece in hand)


def swap_command(hand: Pieces) -> Command:
    """Return the button to exchange pieces of this hand; it asks for confirmation."""
    question = say("Exchange these pieces? That ends your turn.")
    return Command(SWAP, say("Exchange"), question, picks=(1, len(hand)))


def public_piles(view: SummyView) -> tuple[Pile, ...]:
    """Return the counts of the stock and of the hands that are not the viewer's."""
    stock = Pile(say("Pieces in the stock"), view.stock_count, deals=PIECE)
    if view.viewer:
        return (stock, Pile(say("Pieces in your opponent's hand"), view.hand_counts[view.viewer.other.index]))
    hands = (Pile(say("Pieces of {player}", player=seat), view.hand_counts[seat.index]) for seat in Seat)
    return (stock, *hands)


def sealed_piles(start: SummyPosition) -> tuple[Pile, ...]:
    """Return all pieces of the match in their shuffled order, given the position before the first move."""
    first, second = start.hands
    piles = (
        (say("Pieces dealt to {player}", player=Seat.FIRST), first),
        (say("Pieces dealt to {player}", player=Seat.SECOND), second),
        (say("Pieces in the stock, in the order drawn"), start.stock),
    )
    return tuple(Pile(label, len(faces), faces, "", place > 0) for place, (label, faces) in enumerate(piles))
