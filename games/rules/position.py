"""What there is to know about a match at one moment, by whom, and what a move did to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.rules.options import Options
from games.rules.seats import Seat
from games.rules.sentences import Sentence
from games.rules.squares import Square


class Forfeit(Enum):
    """How a player loses without a move: by giving up, or by letting the time run out."""

    RESIGNED = "resigned"
    TIME = "time"


@dataclass(frozen=True)
class PlayedMove:
    """What one move did, in public: who, in words, for how many points, on which squares.

    `detail` tells more about it where the words and the points are not all. `warning` is a question that a
    player answers before a move is sent that is legal and yet no good.
    """

    seat: Seat
    text: Sentence
    points: int = 0
    squares: tuple[Square, ...] = ()
    detail: Sentence | None = None
    warning: Sentence | None = None


@dataclass(frozen=True)
class Result:
    """How a match ended. `winner` is None for a draw.

    `counts` is False where no rating may move; `scores` is True where the match adds to both players' total score,
    which only a game that `keeps_score` may say, and only of a match that counts.
    """

    winner: Seat | None
    reason: Sentence
    counts: bool = True
    scores: bool = False


@dataclass(frozen=True, kw_only=True)
class Position:
    """Everything there is to know, hidden things included. A game adds its board, racks and bags.

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
        """Return whether this viewer sees the hand of that seat; when the match is over all hands are open."""
        return self.result is not None or (seat is viewer and seat not in self.face_down)


@dataclass(frozen=True, kw_only=True)
class View:
    """What one viewer may know; `viewer` is None for somebody who watches."""

    viewer: Seat | None
    options: Options
    to_move: Seat
    scores: tuple[int, int]
    last: PlayedMove | None
    result: Result | None
    face_down: tuple[Seat, ...] = ()

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is the one to move."""
        return self.result is None and self.viewer is self.to_move
