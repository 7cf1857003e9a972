"""Summy's implementation of `Game`: the `game` object that the catalogue imports."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import Game, IllegalMove, PlayedMove, Seat, SeededRandom, say
from games.summy.ai import determinization
from games.summy.model import bounds, movegen, notation, scoring, transitions
from games.summy.model.moves import Move, Swap
from games.summy.model.options import SummyOptions
from games.summy.model.pieces import FULL_SET
from games.summy.model.position import SummyPosition, SummyView, initial_position, view_of


class Summy(Game[SummyOptions, SummyPosition, SummyView, Move]):
    """The rules of Summy; `Game` documents the methods."""

    slug = "summy"
    name = "Summy"
    aim = say("Place sums that cross each other. You score every digit in them.")
    example = "j13r 2x3=6"
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


game = Summy()
