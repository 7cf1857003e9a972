"""How Summy is shown: the `display` object that the catalogue imports."""

from __future__ import annotations

from functools import cache, lru_cache

from games.rules import (
    PIECES,
    Board,
    Cell,
    Command,
    Display,
    Light,
    Pile,
    Placements,
    Seat,
    Sentence,
    Square,
    Tile,
    say,
    sealed_piles,
)
from games.summy import compose
from games.summy.model.board import DIGITS, EMPTY, GREY, SIZE, SQUARES, SummyOptions
from games.summy.model.moves import SWAP, Move, Sum
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


class SummyDisplay(Display[SummyOptions, SummyPosition, SummyView, Move]):
    """The display of Summy; `Display` documents the methods."""

    guidance = (
        say(
            "Place pieces in a row or column that make a whole sum with a piece on the board: now the = in the centre."
        ),
        say("Every digit of the sum counts, including those already there. Grey pieces block its two ends."),
        say("A sum may have several signs; times and divided by come first. Sums may cross."),
        say("No sum? Exchange pieces. With four pieces or fewer left after drawing, you have made your last move."),
    )
    vocabulary = PIECES
    lights_up = say("the squares where you can use a piece, and lines that read as a complete sum")

    def compose(self, view: SummyView, placements: Placements) -> Sum:
        return compose.compose(view, placements)

    def legal_squares(self, view: SummyView, tile: str, placed: Placements = ()) -> frozenset[Square]:
        return compose.legal_squares(view, tile, placed)

    def highlights(self, view: SummyView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        return compose.highlights(view, placed)

    def keypad(self, options: SummyOptions) -> str:
        return "1234567890+-x:="

    def moves_making(self, view: SummyView, text: str) -> tuple[Move, ...] | None:
        return compose.moves_making(view, text)

    def board(self, view: SummyView) -> Board:
        """Return the board; its empty squares take pieces from a player while the match runs, on either one's turn."""
        return _board("".join(view.grid.rows), view.viewer is not None and view.result is None)

    def rack(self, view: SummyView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the pieces of a hand in the order drawn; every empty square takes every piece."""
        hand = view.hands[seat.index]
        if hand is None:
            return None
        return tuple(Tile(piece, PIECE, SPOKEN.get(piece), look=_look(piece)) for piece in hand)

    def held(self, view: SummyView, seat: Seat) -> int:
        return view.hand_counts[seat.index]

    def piles(self, view: SummyView) -> tuple[Pile, ...]:
        """Return the counts of the stock and of the hands that are not the viewer's."""
        stock = Pile(say("Pieces in the stock"), view.stock_count, deals=PIECE)
        if view.viewer:
            return (stock, Pile(say("Pieces in your opponent's hand"), view.hand_counts[view.viewer.other.index]))
        hands = (Pile(say("Pieces of {player}", player=seat), view.hand_counts[seat.index]) for seat in Seat)
        return (stock, *hands)

    def sealed(self, position: SummyPosition) -> tuple[Pile, ...]:
        first, second = position.hands
        return sealed_piles(
            "",
            (say("Pieces dealt to {player}", player=Seat.FIRST), first),
            (say("Pieces dealt to {player}", player=Seat.SECOND), second),
            (say("Pieces in the stock, in the order drawn"), position.stock),
        )

    def commands(self, view: SummyView) -> tuple[Command, ...]:
        hand = view.hands[view.to_move.index] if view.my_turn else None
        question = say("Exchange these pieces? That ends your turn.")
        return (Command(SWAP, say("Exchange"), question, picks=(1, len(hand))),) if hand else ()

    def notice(self, view: SummyView) -> Sentence | None:
        if view.result or not view.finished:
            return None
        if view.viewer is None:
            return say("This is the last turn of the match.")
        if view.viewer is view.finished:
            return say("That was your last move. Your opponent has one more turn.")
        return say("This is your last turn.")


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


display = SummyDisplay()
