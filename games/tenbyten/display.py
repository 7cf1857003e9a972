"""10 BY 10's implementation of `Display`: the `display` object that the catalogue imports."""

from __future__ import annotations

from games.rules import CHIPS, Board, Display, Interlude, Light, Pile, Placements, Seat, Square, Tile, say
from games.tenbyten.model.chips import HAND_SIZE
from games.tenbyten.model.moves import Move
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import TenByTenPosition, TenByTenView
from games.tenbyten.ui import compose, lights, presentation


class TenByTenDisplay(Display[TenByTenOptions, TenByTenPosition, TenByTenView, Move]):
    """The display of 10 BY 10; `Display` documents the methods."""

    guidance = (
        say(
            "Put a chip on an empty square. If it makes exactly 10 with its neighbours in a line, you may capture "
            "them. Your chip stays."
        ),
        say("Capture ten chips to win the game, whatever their numbers. Win two games to win the match."),
        say("A chip captured on blue brings an extra one. A chip captured on red goes back."),
        say("If the container runs empty, the game ends, and fewer captured chips win."),
    )
    vocabulary = CHIPS
    lights_up = say("the groups that total 10")

    def compose(self, view: TenByTenView, placements: Placements) -> Move:
        """Return the placed chip as a move without capture; `variants` lists its captures."""
        return compose.compose(view, placements)

    def highlights(self, view: TenByTenView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the groups that total 10 with the chip."""
        return lights.highlights(view, placed)

    def board(self, view: TenByTenView) -> Board:
        """Return the board; coloured squares keep their colour under a chip."""
        return presentation.board(view)

    def rack(self, view: TenByTenView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the hand of a seat; None if it is hidden."""
        hand = view.hands[seat.index]
        return None if hand is None else presentation.rack_tiles(hand)

    def held(self, view: TenByTenView, seat: Seat) -> int:
        """Return two: every hand is refilled while the match runs; the last move of a match may leave one chip less."""
        return HAND_SIZE

    def piles(self, view: TenByTenView) -> tuple[Pile, ...]:
        """Return the container, the captured chips and the games won."""
        return presentation.public_piles(view)

    def sealed(self, position: TenByTenPosition) -> tuple[Pile, ...]:
        """Return the deal of the first game, and its container in drawing order."""
        return presentation.sealed_piles(position)

    def interlude(self, view: TenByTenView) -> Interlude | None:
        """Return the end of the previous game of the match."""
        return presentation.interlude(view)


display = TenByTenDisplay()
