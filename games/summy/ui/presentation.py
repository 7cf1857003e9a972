"""How Summy looks: its squares, hands and piles."""

from __future__ import annotations

from games.rules import Board, Cell, Command, Pile, Seat, Sentence, Square, Tile, say
from games.summy.model.board import EMPTY, GREY
from games.summy.model.geometry import SIZE, SQUARES
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


def draw(view: SummyView) -> Board:
    """The board; pieces may be laid by a player as long as the match runs, also ahead of one's turn."""
    plays = view.viewer is not None and view.result is None
    faces = "".join(view.grid.rows)
    return Board(SIZE, SIZE, tuple(_cell(square, face, plays) for square, face in zip(SQUARES, faces, strict=True)))


def _cell(square: Square, face: str, plays: bool) -> Cell:
    if face == EMPTY:
        return Cell(square, takes=PIECE, room=1) if plays else Cell(square)
    if face == GREY:
        return Cell(square, GREY_FACE, CLOSED)
    return Cell(square, face, _kind(face))


def _kind(face: str) -> str:
    return NUMBER if face in DIGITS else SYMBOL


def hand_tiles(hand: Pieces) -> tuple[Tile, ...]:
    """The pieces of a hand; each fits on every empty square."""
    return tuple(Tile(piece, PIECE, SPOKEN.get(piece), look=_kind(piece)) for piece in hand)


def exchange_command(hand: Pieces) -> Command:
    """The button to exchange pieces of this hand, which asks."""
    question = say("Really exchange these pieces? That is your turn.")
    return Command(SWAP, say("Exchange"), question, picks=(1, len(hand)))


def count_piles(view: SummyView) -> tuple[Pile, ...]:
    """The stock, and how many pieces the hands hold that the viewer cannot count."""
    stock = Pile(say("Pieces in the stock"), view.stock)
    if view.viewer:
        return (stock, Pile(say("Pieces in your opponent's hand"), view.counts[view.viewer.other.index]))
    return (stock, *(Pile(_held(seat), view.counts[seat.index]) for seat in Seat))


def _held(seat: Seat) -> Sentence:
    if seat is Seat.FIRST:
        return say("Pieces in the first player's hand")
    return say("Pieces in the second player's hand")


def open_piles(start: SummyPosition) -> tuple[Pile, ...]:
    """Every piece of a match in its sealed order, from the position before the first move."""
    first, second = start.hands
    piles = (
        (say("Pieces dealt to the first player"), first),
        (say("Pieces dealt to the second player"), second),
        (say("Pieces in the stock, in the order drawn"), start.stock),
    )
    return tuple(Pile(label, len(faces), faces, "", place > 0) for place, (label, faces) in enumerate(piles))
