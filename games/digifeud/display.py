"""Digifeud's implementation of `Display`: the `display` object that the catalogue imports."""

from __future__ import annotations

from games.digifeud.model.moves import Calculation, Move
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition, DigifeudView
from games.digifeud.ui import compose, lights, presentation
from games.rules import Board, Command, Display, Light, Pile, Placements, Seat, Square, Tile, say


class DigifeudDisplay(Display[DigifeudOptions, DigifeudPosition, DigifeudView, Move]):
    """The display of Digifeud; `Display` documents the methods."""

    guidance = (
        say("Place a number, a sign, a number, = and the answer in one row or column, with a number on the centre."),
        say("From now on, use at least one number that is already on the board, and place the rest."),
        say("On red, the answer counts double. A number before the = counts extra too: once on blue, twice on red."),
        say("Place your last number tile and the match is over. Most points win. If you find nothing, pass."),
    )
    lights_up = say("the squares where you can use a tile or a number")

    def compose(self, view: DigifeudView, placements: Placements) -> Calculation:
        """Combine the placed tiles with the numbers on their line."""
        return compose.compose(view, placements)

    def legal_squares(self, view: DigifeudView, tile: str, placed: Placements = ()) -> frozenset[Square]:
        """Return the squares on which a legal calculation lays this tile."""
        return lights.legal_squares(view, tile, placed)

    def highlights(self, view: DigifeudView, placed: Placements, square: Square | None = None) -> tuple[Light, ...]:
        """Return the squares of the calculations that use the number on the selected square."""
        return lights.highlights(view, square)

    def keypad(self, options: DigifeudOptions) -> str:
        """Return the digits, the operators of the match and the =."""
        return f"1234567890{options.operators}="

    def moves_making(self, view: DigifeudView, text: str) -> tuple[Move, ...] | None:
        """Return the legal moves that make a calculation such as `5+8=13`."""
        return lights.moves_making(view, text)

    def board(self, view: DigifeudView) -> Board:
        """Return the board; a premium square shows its colour until a number covers it."""
        return presentation.board(view)

    def rack(self, view: DigifeudView, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the numbers, the operators and, while the match is running, the =."""
        rack = view.racks[seat.index]
        return None if rack is None else presentation.rack_tiles(rack, running=view.result is None)

    def held(self, view: DigifeudView, seat: Seat) -> int:
        """Count the numbers, the operators and, while the match is running, the =."""
        return sum(view.counts[seat.index]) + (view.result is None)

    def piles(self, view: DigifeudView) -> tuple[Pile, ...]:
        """Return the counts of both bags and of the number tiles on hidden racks."""
        return presentation.public_piles(view)

    def sealed(self, position: DigifeudPosition) -> tuple[Pile, ...]:
        """Return the dealt tiles and the bags, in their sealed order."""
        return presentation.sealed_piles(position)

    def commands(self, view: DigifeudView) -> tuple[Command, ...]:
        """Return the pass button."""
        return (presentation.pass_command(view, view.viewer),) if view.viewer and view.result is None else ()


display = DigifeudDisplay()
