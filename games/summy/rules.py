"""Summy's implementation of `Game`: the `game` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import (
    PIECES,
    Board,
    Command,
    Game,
    IllegalMove,
    Light,
    Pile,
    Placements,
    PlayedMove,
    Seat,
    SeededRandom,
    Sentence,
    Square,
    Tile,
    say,
)
from games.summy.ai import determinization
from games.summy.model import bounds, game_over, movegen, notation, scoring, transitions
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.options import SummyOptions
from games.summy.model.pieces import FULL_SET
from games.summy.model.position import SummyPosition, SummyView, initial_position, view_of
from games.summy.ui import compose, lights, presentation


class Summy(Game[SummyOptions, SummyPosition, SummyView, Move]):
    """The rules of Summy; `Game` documents the methods."""

    slug = "summy"
    name = "Summy"
    aim = say("Place sums that cross each other. You score every digit in them.")
    example = "j13r 2x3=6"
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
    options_type = SummyOptions

    def setup(self, options: SummyOptions, rng: SeededRandom) -> SummyPosition:
        """Return the start with an = on the centre, full hands and a shuffled stock."""
        return initial_position(options, rng)

    def legal_moves(self, position: SummyPosition) -> Iterator[Move]:
        """Yield every sum, line by line, then every exchange."""
        for move, _points in self.scored_moves(position):
            yield move

    def scored_moves(self, position: SummyPosition) -> Iterator[tuple[Move, int]]:
        """Yield every sum, line by line, then every exchange, each with its points; an exchange scores 0."""
        if position.result is None:
            yield from movegen.scored_moves(position.grid, position.hand)

    def judge(self, position: SummyPosition, move: Move) -> PlayedMove:
        """Return the effect of the move: a sum scores the digits of all sums it completes, an exchange 0."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        if isinstance(move, Swap):
            return scoring.judge_swap(position.to_move, position.hand, move)
        return scoring.judge_sum(position.to_move, position.grid, position.hand, move)

    def apply(self, position: SummyPosition, move: Move, rng: SeededRandom) -> SummyPosition:
        """Return the position after the move; the stock is shuffled already, so `rng` is not used."""
        turn = self.judge(position, move)
        if isinstance(move, Swap):
            return transitions.apply_swap(position, turn, move)
        return transitions.apply_sum(position, turn, move)

    def view(self, position: SummyPosition, viewer: Seat | None) -> SummyView:
        """Return the view without the stock, and until the match is over without hidden hands and exchanged pieces."""
        return view_of(position, viewer)

    def determinize(self, view: SummyView, rng: SeededRandom) -> SummyPosition:
        """Sample the hidden hand, the hidden exchanged pieces and the stock."""
        return determinization.determinize(view, rng)

    def encode(self, move: Move) -> str:
        """Return the notation: `j13r 2x3=6`, or `swap 11+=`."""
        return notation.encode(move)

    def published(self, move: Move) -> str:
        """Return an exchange without its pieces: `swap 4`."""
        return notation.publish(move)

    def decode(self, text: str) -> Move:
        """Parse the notation; spaces, capitals and other operator signs are accepted."""
        return notation.decode(text)

    def longest(self, options: SummyOptions) -> int:
        """Return the number of pieces without the = on the centre: each move takes at least one piece from a hand."""
        return len(FULL_SET) - 1

    def bounds(self, view: SummyView) -> tuple[int, int]:
        """Return upper bounds on the growth of each player's lead; see `model.bounds`."""
        return bounds.bounds(view)

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

    def places_of(self, view: SummyView, text: str) -> tuple[Move, ...] | None:
        """Return the legal moves that make a sum such as `2x3=6`."""
        return lights.places_of(view, text)

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


game = Summy()
