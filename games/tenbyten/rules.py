"""10 BY 10's implementation of `Game`: the `game` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.rules import (
    CHIPS,
    Board,
    Forfeit,
    Game,
    Interlude,
    Light,
    Pile,
    Placements,
    PlayedMove,
    Seat,
    SeededRandom,
    Square,
    Tile,
    say,
)
from games.tenbyten.ai import determinization
from games.tenbyten.model import game_over, movegen, notation, scoring, transitions
from games.tenbyten.model.chips import HAND_SIZE
from games.tenbyten.model.moves import Move
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import TenByTenPosition, TenByTenView, initial_position, view_of
from games.tenbyten.ui import compose, lights, presentation


class TenByTen(Game[TenByTenOptions, TenByTenPosition, TenByTenView, Move]):
    """The rules of 10 BY 10; `Game` documents the methods. A match is won by the first to win two games."""

    slug = "tenbyten"
    name = "10 BY 10"
    aim = say("Place chips to make lines of exactly 10, and capture them.")
    example = "4c4xc3:c5"
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
    options_type = TenByTenOptions

    def setup(self, options: TenByTenOptions, rng: SeededRandom) -> TenByTenPosition:
        """Return the deal of the first game. Later games are dealt in `apply`, by the `rng` of the move before them."""
        return initial_position(options, rng)

    def legal_moves(self, position: TenByTenPosition) -> Iterator[Move]:
        """Yield each chip of the hand on each empty square, with every selection of lines that it may capture."""
        return (move for move, _selection in movegen.legal_moves(position))

    def scored_moves(self, position: TenByTenPosition) -> Iterator[tuple[Move, int]]:
        """Yield the same moves with their captured chips, which move generation counts."""
        container = len(position.container)
        return ((move, selection.capture.points(container)) for move, selection in movegen.legal_moves(position))

    def judge(self, position: TenByTenPosition, move: Move) -> PlayedMove:
        """Return the effect of a move; its points are the captured chips, bonus chips included."""
        return scoring.judge(position, move)

    def apply(self, position: TenByTenPosition, move: Move, rng: SeededRandom) -> TenByTenPosition:
        """Return the position after a move; `rng` inserts returned chips into the container and deals the next game."""
        return transitions.apply_move(position, move, self.judge(position, move), rng)

    def view(self, position: TenByTenPosition, viewer: Seat | None) -> TenByTenView:
        """Return a view without the order of the container, and in a running match without the opponent's hand."""
        return view_of(position, viewer)

    def determinize(self, view: TenByTenView, rng: SeededRandom) -> TenByTenPosition:
        """Return a position consistent with the view, its hidden hand and container sampled from the unseen chips."""
        return determinization.determinize(view, rng)

    def encode(self, move: Move) -> str:
        """Return the notation of a move, such as `4c4xc3:c5`."""
        return notation.encode(move)

    def decode(self, text: str) -> Move:
        """Parse a move; spaces, upper case and any order of lines and ends are accepted."""
        return notation.decode(text)

    def longest(self, options: TenByTenOptions) -> int | None:
        """Return an upper bound on the number of moves; None under the former rule, without a limit on drawn games."""
        return game_over.max_moves(options)

    def forfeit(self, position: TenByTenPosition, seat: Seat, how: Forfeit) -> TenByTenPosition:
        """Return the forfeited position, its scores set to the games won as after any match."""
        return replace(super().forfeit(position, seat, how), scores=position.public.won)

    def is_decided(self, view: TenByTenView, seat: Seat) -> bool:
        """Return whether every turn that the opponent may have ends the match with a win for this seat."""
        return game_over.is_decided(view, seat)

    def claim(self, position: TenByTenPosition, seat: Seat) -> TenByTenPosition:
        """Return the claimed position, its scores set to the games won, with the claimed game counted as won."""
        return replace(super().claim(position, seat), scores=seat.put(position.public.won, game_over.GAMES_TO_WIN))

    def compose(self, view: TenByTenView, placements: Placements) -> Move:
        """Return the placed chip as a move without capture; `variants` lists its captures."""
        return compose.compose(view, placements)

    def variants(self, view: TenByTenView, move: Move) -> tuple[Move, ...]:
        """Return the move with every selection of lines its chip may capture, none first."""
        return compose.variants(view, move)

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


game = TenByTen()
