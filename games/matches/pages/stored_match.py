"""The view model of a match whose rules are gone, from its row alone."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from core.sweeps import log_once
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.rules import Seat


@dataclass(frozen=True)
class StoredPlayer:
    """One player of a stored match."""

    user: User
    points: int
    won: bool


@dataclass(frozen=True)
class Stored:
    """A match that cannot be replayed, without board and tiles; `seat` is the viewer's, None for a spectator."""

    match: Match
    seat: Seat | None

    @property
    def title(self) -> str:
        """The title of the page."""
        return f"{self.match.first} – {self.match.second} · {self.match.game_name}"

    @property
    def outcome(self) -> str:
        """The value of the match's `Outcome` for the viewer; empty while the match runs."""
        return self.match.outcome(self.seat).value

    @property
    def winner(self) -> User | None:
        """The winner; None while the match runs and for a draw."""
        return self.match.player(Seat(self.match.winner)) if self.match.winner else None

    @property
    def sides(self) -> list[StoredPlayer]:
        """Both players with their stored points, the viewer first."""
        seats = sorted(Seat, key=lambda seat: seat is not (self.seat or Seat.FIRST))
        points = (self.match.first_points, self.match.second_points)
        return [StoredPlayer(self.match.player(seat), points[seat.index], self.match.winner == seat) for seat in seats]


def log_unless_retired(match: Match, fault: RulesGone) -> None:
    """Log once that a match cannot be replayed although its rules are installed: the game or the stored row is wrong.

    A match of a game, version or option that is no longer installed is shown as stored on purpose.
    """
    if match.has_rules:
        log_once("replays", match.pk, fault)
