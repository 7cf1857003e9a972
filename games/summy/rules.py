"""Summy: crossing sums on a wide board. The game as the site finds it."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules import (
    PIECES,
    Board,
    Command,
    Game,
    IllegalMove,
    Laid,
    Pile,
    PlayedMove,
    Seat,
    SeededRandom,
    Sentence,
    Tile,
    say,
)
from games.summy.ai import determinization
from games.summy.model import game_over, movegen, notation, scoring, transitions
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.options import SummyOptions
from games.summy.model.pieces import ALL
from games.summy.model.position import SummyPosition, SummyView, see, set_up
from games.summy.ui import compose, presentation


class Summy(Game[SummyOptions, SummyPosition, SummyView, Move]):
    """Summy for two; `Game` says what every method gives."""

    slug = "summy"
    name = "Summy"
    aim = say("Lay sums across each other. Every digit of a sum brings you its value.")
    example = "j13r 2x3=6"
    guidance = (
        say(
            "Lay pieces in a row or column that make a whole sum with a piece that lies there: now the = in the centre."
        ),
        say("Every digit of the sum counts, also those that lay there before. Grey pieces close its two ends."),
        say("A sum may have several signs; times and divided by come first. It may cross others."),
        say("Who finds nothing exchanges pieces. With four pieces or fewer left, one has made the last move."),
    )
    vocabulary = PIECES
    options_type = SummyOptions

    def setup(self, options: SummyOptions, rng: SeededRandom) -> SummyPosition:
        """The stock shuffled, both hands dealt, an = on the centre."""
        return set_up(options, rng)

    def legal_moves(self, position: SummyPosition) -> Iterator[Move]:
        """Every sum, line by line, then every exchange."""
        for move, _points in self.scored_moves(position):
            yield move

    def scored_moves(self, position: SummyPosition) -> Iterator[tuple[Move, int]]:
        """Every sum, line by line, then every exchange, which brings nothing: who needs none may stop there."""
        if position.result is None:
            yield from movegen.scored_moves(position.grid, position.hand)

    def judge(self, position: SummyPosition, move: Move) -> PlayedMove:
        """The digits of all complete sums of the turn; an exchange brings nothing."""
        if position.result:
            raise IllegalMove(say("The match is over."))
        if isinstance(move, Swap):
            scoring.check_held(position.hand, move.pieces)
            return scoring.tell_swap(position.to_move, move)
        return scoring.tell(position.to_move, scoring.judge_sum(position.grid, position.hand, move))

    def apply(self, position: SummyPosition, move: Move, rng: SeededRandom) -> SummyPosition:
        """The hand is filled up from the sealed stock; no further chance is needed."""
        turn = self.judge(position, move)
        if isinstance(move, Swap):
            return transitions.exchange(position, turn, move)
        return transitions.lay(position, turn, move)

    def view(self, position: SummyPosition, viewer: Seat | None) -> SummyView:
        """Hides the other hand and what the other exchanged while the match runs, and the stock for good."""
        return see(position, viewer)

    def determinize(self, view: SummyView, rng: SeededRandom) -> SummyPosition:
        """The hidden hand, the stock and what was exchanged unseen, dealt anew."""
        return determinization.determinize(view, rng)

    def encode(self, move: Move) -> str:
        """Such as `j13r 2x3=6`, or `swap 11+=`."""
        return notation.encode(move)

    def published(self, move: Move) -> str:
        """An exchange without its pieces: `swap 4`."""
        return notation.publish(move)

    def decode(self, text: str) -> Move:
        """Forgives spaces, capitals and other ways to write the signs."""
        return notation.decode(text)

    def longest(self, options: SummyOptions) -> int:
        """Each move takes a piece or more out of a hand; one lies on the board from the start."""
        return len(ALL) - 1

    def compose(self, view: SummyView, laid: Laid) -> Sum:
        """Takes the old pieces of the stretch into the sum."""
        return compose.compose(view, laid)

    def board(self, view: SummyView) -> Board:
        """Pieces, grey pieces and empty squares."""
        return presentation.draw(view)

    def rack(self, view: SummyView, seat: Seat) -> tuple[Tile, ...] | None:
        """The hand, in the order drawn."""
        hand = view.hands[seat.index]
        return None if hand is None else presentation.hand_tiles(hand)

    def held(self, view: SummyView, seat: Seat) -> int:
        """The pieces of the hand."""
        return view.counts[seat.index]

    def piles(self, view: SummyView) -> tuple[Pile, ...]:
        """The stock, and the hands that the viewer cannot see."""
        return presentation.count_piles(view)

    def sealed(self, position: SummyPosition) -> tuple[Pile, ...]:
        """What was dealt and what the stock held, in order."""
        return presentation.open_piles(position)

    def commands(self, view: SummyView) -> tuple[Command, ...]:
        """The exchange, on one's own turn."""
        hand = view.hands[view.to_move.index] if view.my_turn else None
        return (presentation.exchange_command(hand),) if hand else ()

    def notice(self, view: SummyView) -> Sentence | None:
        """That the last turn has come."""
        return game_over.last_turn(view)


game = Summy()
