"""What is stored of a match, for a page that shows it without its rules."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.matches.models import Match
from games.rules import Seat


def outcome_of(match: Match, seat: Seat | None) -> str:
    """Return how the match ended for that seat, by its row alone.

    The words are won, lost, drawn, aborted, void, or watched for a viewer without a seat; empty while it runs.
    """
    if match.finished_at is None:
        return ""
    if match.ending == Match.Ending.ABORTED:
        return "aborted"
    if match.voided_at:
        return "void"
    if match.winner is None:
        return "drawn"
    if seat is None:
        return "watched"
    return "won" if match.winner == seat else "lost"


@dataclass(frozen=True)
class Side:
    """One player of a stored match."""

    user: User
    points: int
    won: bool


@dataclass(frozen=True)
class Stored:
    """A match that the present rules cannot replay, as its row tells of it; no board, no tiles."""

    match: Match
    seat: Seat | None

    @property
    def title(self) -> str:
        """The title of the page."""
        return f"{self.match.first} – {self.match.second} · {self.match.game_name}"

    @property
    def outcome(self) -> str:
        """How it ended for the viewer; see `outcome_of`."""
        return outcome_of(self.match, self.seat)

    @property
    def winner(self) -> User | None:
        """The winner; None while it runs and for a draw."""
        return self.match.player(Seat(self.match.winner)) if self.match.winner else None

    @property
    def sides(self) -> list[Side]:
        """Both players with the points that are stored, the viewer first."""
        seats = sorted(Seat, key=lambda seat: seat is not (self.seat or Seat.FIRST))
        points = (self.match.first_points, self.match.second_points)
        return [Side(self.match.player(seat), points[seat.index], self.match.winner == seat) for seat in seats]
