"""10 BY 10: lay a chip, capture what totals 10 with it; first to two won games. The game as the site finds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.rules import CHIPS, Board, Forfeit, Game, Interlude, Laid, Pile, PlayedMove, Seat, SeededRandom, Tile, say
from games.tenbyten.ai import determinization
from games.tenbyten.model import dealing, game_over, listing, notation, scoring, transitions
from games.tenbyten.model.chips import HAND
from games.tenbyten.model.moves import Move
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import TenByTenPosition, TenByTenView, see
from games.tenbyten.ui import compose, presentation


class TenByTen(Game[TenByTenOptions, TenByTenPosition, TenByTenView, Move]):
    """10 BY 10 for two; `Game` says what every method gives."""

    slug = "tenbyten"
    name = "10 BY 10"
    aim = say("Lay a chip so that a line of chips totals exactly 10, and capture that line.")
    example = "4c4xc3:c5"
    guidance = (
        say(
            "Lay a chip on an empty square. Neighbours in one line that total exactly 10 with it may be captured; "
            "your chip stays."
        ),
        say("Who has captured ten chips wins the game, and two games win the match. Their numbers do not matter."),
        say("A chip captured from a blue square brings another one along; one from a red square goes back."),
        say("When the container runs empty, the game is over, and then fewer captured chips win."),
    )
    vocabulary = CHIPS
    options_type = TenByTenOptions

    def setup(self, options: TenByTenOptions, rng: SeededRandom) -> TenByTenPosition:
        """The first game, dealt; the next ones are dealt by the dice of the move that ends a game."""
        return dealing.set_up(options, rng)

    def legal_moves(self, position: TenByTenPosition) -> Iterator[Move]:
        """Each chip of the hand on each empty square, with every selection of lines that it may capture."""
        return (move for move, _taking in listing.laid(position))

    def scored_moves(self, position: TenByTenPosition) -> Iterator[tuple[Move, int]]:
        """The chips that each captures are counted while the lines are found."""
        container = len(position.container)
        return ((move, taking.capture.points(container)) for move, taking in listing.laid(position))

    def judge(self, position: TenByTenPosition, move: Move) -> PlayedMove:
        """The points are the chips captured, bonus chips included."""
        return scoring.judge(position, move)

    def apply(self, position: TenByTenPosition, move: Move, rng: SeededRandom) -> TenByTenPosition:
        """Chance decides where returned chips lie in the container, and deals the next game."""
        return transitions.play(position, move, self.judge(position, move), rng)

    def view(self, position: TenByTenPosition, viewer: Seat | None) -> TenByTenView:
        """Hides the other hand while the match runs, and the container's order for good."""
        return see(position, viewer)

    def determinize(self, view: TenByTenView, rng: SeededRandom) -> TenByTenPosition:
        """The hidden hand and the container, dealt anew from the chips that are out of sight."""
        return determinization.determinize(view, rng)

    def encode(self, move: Move) -> str:
        """Such as `4c4xc3:c5`."""
        return notation.encode(move)

    def decode(self, text: str) -> Move:
        """Forgives spaces, capitals and lines in another order."""
        return notation.decode(text)

    def longest(self, options: TenByTenOptions) -> int | None:
        """A game is bounded and so are drawn games in a row; None for a match from before they were."""
        return game_over.most_moves(options)

    def forfeit(self, position: TenByTenPosition, seat: Seat, how: Forfeit) -> TenByTenPosition:
        """The scores become the games won, as after any match."""
        return replace(super().forfeit(position, seat, how), scores=position.public.won)

    def compose(self, view: TenByTenView, laid: Laid) -> Move:
        """The chip alone; `variants` lists what it may capture."""
        return compose.compose(view, laid)

    def variants(self, view: TenByTenView, move: Move) -> tuple[Move, ...]:
        """Every selection of lines that this chip may capture, none first."""
        return compose.variants(view, move)

    def board(self, view: TenByTenView) -> Board:
        """Coloured squares stay coloured under their chips."""
        return presentation.draw(view)

    def rack(self, view: TenByTenView, seat: Seat) -> tuple[Tile, ...] | None:
        """The chips of the hand."""
        hand = view.hands[seat.index]
        return None if hand is None else presentation.rack_tiles(hand)

    def held(self, view: TenByTenView, seat: Seat) -> int:
        """Two chips, always: the hand is refilled as long as the container has any, and then the game is over."""
        return HAND

    def piles(self, view: TenByTenView) -> tuple[Pile, ...]:
        """The container, captured chips, and games won."""
        return presentation.count_piles(view)

    def sealed(self, position: TenByTenPosition) -> tuple[Pile, ...]:
        """What was dealt for the first game, and its container in order."""
        return presentation.open_piles(position)

    def interlude(self, view: TenByTenView) -> Interlude | None:
        """How the last game of the match ended."""
        return presentation.interlude(view)


game = TenByTen()
