"""A match of 10 BY 10 at one moment, and what one viewer knows of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import Position, Seat, Sentence, Square, View
from games.tenbyten.model.chips import Chips
from games.tenbyten.model.grid import Grid
from games.tenbyten.model.options import TenByTenOptions


@dataclass(frozen=True)
class Ended:
    """How a game of the match ended: who won it (None: drawn) and why, and what lay where.

    `squares` are those of its last turn.
    """

    number: int
    winner: Seat | None
    reason: Sentence
    grid: Grid
    captured: tuple[Chips, Chips]
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Public:
    """What everybody knows: the game at hand with its captured chips, and how the games before it went.

    `number` counts the games from 1, drawn ones too; `starter` began the game at hand, in which `turns` turns were
    made. `ended` is the latest game that is over; `in_a_row` counts the drawn games since the last one that was won.
    """

    grid: Grid
    captured: tuple[Chips, Chips] = ((), ())
    number: int = 1
    starter: Seat = Seat.FIRST
    turns: int = 0
    won: tuple[int, int] = (0, 0)
    drawn: int = 0
    in_a_row: int = 0
    ended: Ended | None = None

    @property
    def counts(self) -> tuple[int, int]:
        """How many chips each player has captured in this game."""
        return len(self.captured[0]), len(self.captured[1])


@dataclass(frozen=True, kw_only=True)
class TenByTenPosition(Position):
    """Everything: both hands, and the container in the order in which it is drawn from.

    `scores` are the chips captured in the game at hand, and when the match is over the games won.
    """

    options: TenByTenOptions
    public: Public
    hands: tuple[Chips, Chips]
    container: Chips

    @property
    def hand(self) -> Chips:
        """The hand of the player to move."""
        return self.hands[self.to_move.index]


@dataclass(frozen=True, kw_only=True)
class TenByTenView(View):
    """What one viewer knows: a hand that is hidden is None.

    `last` is None on a new board, where nothing of that turn is to be seen.
    """

    options: TenByTenOptions
    public: Public
    hands: tuple[Chips | None, Chips | None]
    container: int

    @property
    def hand(self) -> Chips | None:
        """The viewer's own hand; None for somebody who watches."""
        return self.hands[self.viewer.index] if self.viewer else None


def see(position: TenByTenPosition, viewer: Seat | None) -> TenByTenView:
    """The position as this viewer sees it; when the match is over everybody sees both hands."""

    def shown(seat: Seat) -> Chips | None:
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
        hands=(shown(Seat.FIRST), shown(Seat.SECOND)),
        container=len(position.container),
    )
