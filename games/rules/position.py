"""Positions, the views that players have of them, and the public record of a move."""

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
    """One summand of a move's points: a description such as "2 × 13 on red", and the square that earns it, if any."""

    text: Sentence
    points: int
    square: Square | None = None


@dataclass(frozen=True)
class PlayedMove:
    """The public record of a move: the seat, a description, the points and the squares.

    `parts` itemize the points and add up to them; a move without points needs none. `detail` adds an explanation where
    description and points are not enough. `warning` is a question that asks to confirm a move that is legal but
    probably a mistake.
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

    `counts` is False if no rating may change. `scores` is True if the match adds to both players' total scores: only
    in a game with `keeps_score`, and only for a match that counts.
    """

    winner: Seat | None
    reason: Sentence
    counts: bool = True
    scores: bool = False


@dataclass(frozen=True, kw_only=True)
class Position:
    """The complete state, hidden information included. A game adds its board, racks and bags.

    `face_down` has the seats that may not see their own hand yet: the second player's from `setup` until the first
    move, so that no player can look at a hand and abandon the match before it counts. `apply` empties it.
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
