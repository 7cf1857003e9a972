"""Digifeud: calculations on a board with coloured squares. The game as the site finds it."""

from __future__ import annotations

from collections.abc import Iterator

from games.digifeud.ai import determinization
from games.digifeud.model import game_over, movegen, notation, scoring, transitions
from games.digifeud.model.moves import Calculation, Move, Pass
from games.digifeud.model.options import DigifeudOptions
from games.digifeud.model.position import DigifeudPosition, DigifeudView, see, set_up
from games.digifeud.model.tiles import ALL_OPERATORS
from games.digifeud.ui import compose, presentation
from games.rules import (
    Board,
    Command,
    Forfeit,
    Game,
    IllegalMove,
    Laid,
    Pile,
    PlayedMove,
    Seat,
    SeededRandom,
    Tile,
    plain,
    say,
)


class Digifeud(Game[DigifeudOptions, DigifeudPosition, DigifeudView, Move]):
    """Digifeud for two; `Game` says what every method gives."""

    slug = "digifeud"
    name = "Digifeud"
    aim = say("Lay calculations that build on each other. Their outcomes and the coloured squares bring you points.")
    example = "e7r 5+8=13"
    guidance = (
        say("Lay a number, a sign, a number, = and the outcome in one row or column, with a number on the centre."),
        say("From now on a calculation uses at least one number that lies on the board; you lay the rest of it."),
        say(
            "An outcome on a red square counts double. A number before the = brings its value too: "
            "once on a blue square, twice on a red one."
        ),
        say("Who has laid the last number tile ends the match, and most points win. Who finds nothing passes."),
    )
    keeps_score = True
    options_type = DigifeudOptions

    def setup(self, options: DigifeudOptions, rng: SeededRandom) -> DigifeudPosition:
        """Both bags shuffled, both racks filled."""
        return set_up(options, rng)

    def legal_moves(self, position: DigifeudPosition) -> Iterator[Move]:
        """The pass, then every calculation, line by line."""
        if position.result:
            return iter(())
        return movegen.legal_moves(position.options, position.grid, position.rack)

    def scored_moves(self, position: DigifeudPosition) -> Iterator[tuple[Move, int]]:
        """The points straight from the numbers and the colours under them."""
        if position.result:
            return iter(())
        return movegen.scored_moves(position.options, position.grid, position.rack)

    def judge(self, position: DigifeudPosition, move: Move) -> PlayedMove:
        """The points of a pass are 0, those of a calculation as the coloured squares have it."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        if isinstance(move, Pass):
            return PlayedMove(position.to_move, say("passes"))
        points = scoring.judge(position.options, position.grid, position.rack, move)
        return PlayedMove(position.to_move, plain(move.sum), points, move.squares)

    def apply(self, position: DigifeudPosition, move: Move, rng: SeededRandom) -> DigifeudPosition:
        """The rack is topped up from the sealed bags; no further chance is needed."""
        turn = self.judge(position, move)
        if isinstance(move, Pass):
            return transitions.skip(position, turn)
        return transitions.lay(position, move, turn)

    def view(self, position: DigifeudPosition, viewer: Seat | None) -> DigifeudView:
        """Hides the other rack while the match runs, and the bags for good."""
        return see(position, viewer)

    def determinize(self, view: DigifeudView, rng: SeededRandom) -> DigifeudPosition:
        """The hidden rack and the bags, dealt anew from the tiles that are out of sight."""
        return determinization.determinize(view, rng)

    def encode(self, move: Move) -> str:
        """Such as `e7r 5+8=13`, or `pass`."""
        return notation.encode(move)

    def decode(self, text: str) -> Move:
        """Forgives spaces, capitals and other ways to write the signs."""
        return notation.decode(text)

    def longest(self, options: DigifeudOptions) -> int:
        """A calculation takes an operator, and nobody passes twice without a calculation in between, but at the end."""
        return 2 * len(ALL_OPERATORS[options.operators]) + 3

    def forfeit(self, position: DigifeudPosition, seat: Seat, how: Forfeit) -> DigifeudPosition:
        """The loser's total becomes 1, and the match counts for no score and no strength."""
        return game_over.end_by_forfeit(position, seat, how)

    def compose(self, view: DigifeudView, laid: Laid) -> Calculation:
        """Takes the old numbers on the line into the calculation."""
        return compose.compose(view, laid)

    def board(self, view: DigifeudView) -> Board:
        """A coloured square shows its colour until a number covers it."""
        return presentation.draw(view)

    def rack(self, view: DigifeudView, seat: Seat) -> tuple[Tile, ...] | None:
        """Numbers, operators and, while the match runs, the =."""
        rack = view.racks[seat.index]
        return None if rack is None else presentation.rack_tiles(rack, running=view.result is None)

    def held(self, view: DigifeudView, seat: Seat) -> int:
        """Numbers, operators and, while the match runs, the =."""
        return sum(view.counts[seat.index]) + (view.result is None)

    def piles(self, view: DigifeudView) -> tuple[Pile, ...]:
        """Both bags, and the numbers on the racks that the viewer cannot see."""
        return presentation.count_piles(view)

    def sealed(self, position: DigifeudPosition) -> tuple[Pile, ...]:
        """What was dealt and what the bags held, in order."""
        return presentation.open_piles(position)

    def commands(self, view: DigifeudView) -> tuple[Command, ...]:
        """Passing, on one's own turn."""
        return (presentation.pass_command(view),) if view.my_turn else ()


game = Digifeud()
