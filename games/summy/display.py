"""Summy's implementation of `Display`: the `display` object that the catalogue imports."""

from __future__ import annotations

from games.rules import PIECES, Board, Command, Display, Light, Pile, Placements, Seat, Sentence, Square, Tile, say
from games.summy.model import game_over
from games.summy.model.moves import Move, Sum
from games.summy.model.options import SummyOptions
from games.summy.model.position import SummyPosition, SummyView
from games.summy.ui import compose, lights, presentation


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
        """Return the sum that the placed pieces make with those on the board."""
        return compose.compose(view, placements)

    def legal_squares(self, view: SummyView, tile: str, placed: Placements = ()) -> frozenset[Square]:
        """Return the squares on which a legal sum places this piece."""
        return lights.legal_squares(view, tile, placed)

    def highlights(self, view: SummyView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the squares of the complete sums through placed pieces."""
        return lights.highlights(view, placed)

    def keypad(self, options: SummyOptions) -> str:
        """Return the digits, the operators and the =."""
        return "1234567890+-x:="

    def moves_making(self, view: SummyView, text: str) -> tuple[Move, ...] | None:
        """Return the legal moves that make a sum such as `2x3=6`."""
        return lights.moves_making(view, text)

    def board(self, view: SummyView) -> Board:
        """Return the pieces, grey pieces and empty squares."""
        return presentation.board(view)

    def rack(self, view: SummyView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the pieces of a hand in the order drawn; None if it is hidden."""
        hand = view.hands[seat.index]
        return None if hand is None else presentation.hand_tiles(hand)

    def held(self, view: SummyView, seat: Seat) -> int:
        """Return the number of pieces in the hand."""
        return view.hand_counts[seat.index]

    def piles(self, view: SummyView) -> tuple[Pile, ...]:
        """Return the counts of the stock and of the hands that are not the viewer's."""
        return presentation.public_piles(view)

    def sealed(self, position: SummyPosition) -> tuple[Pile, ...]:
        """Return the dealt hands and the stock, in the order drawn."""
        return presentation.sealed_piles(position)

    def commands(self, view: SummyView) -> tuple[Command, ...]:
        """Return the exchange button, in the viewer's own turn."""
        hand = view.hands[view.to_move.index] if view.my_turn else None
        return (presentation.swap_command(hand),) if hand else ()

    def notice(self, view: SummyView) -> Sentence | None:
        """Return the notice of the last turn, after one player's last move; else None."""
        return game_over.last_turn_notice(view)


display = SummyDisplay()
