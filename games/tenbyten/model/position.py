"""The state of a match, the deal of a game, and one viewer's view of a position."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, SeededRandom, Sentence, Square, View
from games.tenbyten.model.board import CENTRE, EMPTY, Grid
from games.tenbyten.model.chips import ALL_CHIPS, HAND_SIZE, Chips, draw
from games.tenbyten.model.options import TenByTenOptions


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of the match: its winner (None if drawn), the reason, its last board and captured chips.

    `squares` are the squares of its last move.
    """

    number: int
    winner: Seat | None
    reason: Sentence
    grid: Grid
    captured: tuple[Chips, Chips]
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class PublicState:
    """The public state: the current game with its captured chips, and the outcome of the games before it.

    `number` counts all games from 1, drawn ones included. `starter` made the first of the `turns` moves of the current
    game. `last_game` is the previous game. `drawn_in_a_row` counts the drawn games since the last decided one.
    """

    grid: Grid
    captured: tuple[Chips, Chips] = ((), ())
    number: int = 1
    starter: Seat = Seat.FIRST
    turns: int = 0
    won: tuple[int, int] = (0, 0)
    drawn: int = 0
    drawn_in_a_row: int = 0
    last_game: FinishedGame | None = None

    @property
    def capture_counts(self) -> tuple[int, int]:
        """Return how many chips each player has captured in the current game."""
        return len(self.captured[0]), len(self.captured[1])


@dataclass(frozen=True, kw_only=True)
class TenByTenPosition(Position):
    """The full state: both hands, and the container in drawing order.

    `scores` holds the capture counts of the current game, and after the match the games won.
    """

    options: TenByTenOptions
    public: PublicState
    hands: tuple[Chips, Chips]
    container: Chips

    @property
    def hand(self) -> Chips:
        """Return the hand of the player to move."""
        return self.hands[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class TenByTenView(View):
    """The state as one viewer knows it: a hidden hand is None, `container` is a count.

    `last` is None at the start of every game: the previous move belongs to another board.
    """

    options: TenByTenOptions
    public: PublicState
    hands: tuple[Chips | None, Chips | None]
    container: int

    @property
    def hand(self) -> Chips | None:
        """Return the viewer's own hand; None if it is face down, and for a spectator."""
        return self.hands[self.viewer.index] if self.viewer else None


def initial_position(options: TenByTenOptions, rng: SeededRandom) -> TenByTenPosition:
    """Return the position before the first move of a match: shuffled chips, two hands, one chip on the centre."""
    first, chips = draw(rng.shuffled(ALL_CHIPS), HAND_SIZE)
    second, chips = draw(chips, HAND_SIZE)
    (centre,), container = draw(chips, 1)
    public = PublicState(EMPTY.with_chip(CENTRE, centre))
    return TenByTenPosition(
        options=options, public=public, hands=(first, second), container=container, face_down=(Seat.SECOND,)
    )


def view_of(position: TenByTenPosition, viewer: Seat | None) -> TenByTenView:
    """Return the view of a seat or a spectator (None); a finished match hides no hand."""

    def visible_hand(seat: Seat) -> Chips | None:
        return position.hands[seat.index] if position.shows(seat, viewer) else None

    return TenByTenView(
        viewer=viewer,
        options=position.options,
        to_move=position.to_move,
        scores=position.scores,
        last=position.last if position.public.turns else None,
        result=position.result,
        face_down=position.face_down,
        public=position.public,
        hands=(visible_hand(Seat.FIRST), visible_hand(Seat.SECOND)),
        container=len(position.container),
    )
