"""Positions, views of them, and what moves do to them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.rules.options import Options
from games.rules.seats import Seat
from games.rules.sentences import Sentence
from games.rules.squares import Square


class Forfeit(Enum):
    """The ways to lose without a move."""

    RESIGNED = "resigned"
    TIME = "time"


@dataclass(frozen=True)
class Part:
    """A part of a move's points, in words such as "2 × 13 on red", and the square where they come about, if one."""

    text: Sentence
    points: int
    square: Square | None = None


@dataclass(frozen=True)
class PlayedMove:
    """What one move did, in public: the seat, a description, its points and its squares.

    `parts` say how the points come about: they add up to them, and a move without points needs none. `detail` explains
    more where description and points are not enough. `warning` is a question to confirm a move that is legal but likely
    a mistake.
    """

    seat: Seat
    text: Sentence
    points: int = 0
    squares: tuple[Square, ...] = ()
    detail: Sentence | None = None
    warning: Sentence | None = None
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Result:
    """The result of a match. `winner` is None for a draw.

    `counts` is False where no rating may change; `scores` is True where the match adds to both players' total score,
    which only a game that `keeps_score` may set, and only for a match that counts.
    """

    winner: Seat | None
    reason: Sentence
    counts: bool = True
    scores: bool = False


@dataclass(frozen=True, kw_only=True)
class Position:
    """The complete state, hidden information included. A game adds its board, racks and bags.

    `face_down` are the seats that do not see their own hand yet: the second player's, from `setup` until the first
    move, so that no player can look at a hand and leave before the match counts. `apply` empties it.
    """

    options: Options
    to_move: Seat = Seat.FIRST
    scores: tuple[int, int] = (0, 0)
    last: PlayedMove | None = None
    result: Result | None = None
    face_down: tuple[Seat, ...] = ()

    def shows(self, seat: Seat, viewer: Seat | None) -> bool:
        """Return whether this viewer sees the hand of that seat; all hands are open once there is a result."""
        return self.result is not None or (seat is viewer and seat not in self.face_down)


@dataclass(frozen=True, kw_only=True)
class View:
    """What one viewer may know (information set); `viewer` is None for a spectator."""

    viewer: Seat | None
    options: Options
    to_move: Seat
    scores: tuple[int, int]
    last: PlayedMove | None
    result: Result | None
    face_down: tuple[Seat, ...] = ()

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to move."""
        return self.result is None and self.viewer is self.to_move
