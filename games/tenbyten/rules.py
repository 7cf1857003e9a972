"""10 BY 10's implementation of `Game`: the `game` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.rules import Forfeit, Game, PlayedMove, Seat, SeededRandom, say
from games.tenbyten.ai import determinization
from games.tenbyten.model import game_over, movegen, notation, scoring, transitions
from games.tenbyten.model.moves import Move
from games.tenbyten.model.options import TenByTenOptions
from games.tenbyten.model.position import TenByTenPosition, TenByTenView, initial_position, view_of


class TenByTen(Game[TenByTenOptions, TenByTenPosition, TenByTenView, Move]):
    """The rules of 10 BY 10; `Game` documents the methods. A match is won by the first to win two games."""

    slug = "tenbyten"
    name = "10 BY 10"
    aim = say("Place chips to make lines of exactly 10, and capture them.")
    example = "4c4xc3:c5"
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

    def variants(self, view: TenByTenView, move: Move) -> tuple[Move, ...]:
        """Return the move with every selection of lines its chip may capture, none first."""
        selections = movegen.capturable_lines(view.public.grid.faces, move.square, move.chip)
        return tuple(replace(move, lines=lines) for lines in selections)


game = TenByTen()
