"""A match that cannot be replayed, from its row alone: the view model, and the partials in place of the usual ones."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from accounts.models import User
from core.clock import day
from core.live.partials import active_language, draw
from core.sweeps import log_once
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.record import sealed
from games.matches.pages.scores import ending, head
from games.matches.pages.tallies import score_of
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
        points = score_of(self.match).numbers
        return [StoredPlayer(self.match.player(seat), points[seat.index], self.match.winner == seat) for seat in seats]


def log_unless_retired(match: Match, fault: RulesGone) -> None:
    """Log once that a match cannot be replayed although its rules are installed: the game or the stored row is wrong.

    A match of a game, version or option that is no longer installed is shown as stored on purpose.
    """
    if match.has_rules:
        log_once("replays", match.pk, fault)


def stored_view(stored: Stored, refusal: str = "") -> SafeString:
    """Return the element `match_view` of such a match; `refusal` is why a request was refused."""
    match = stored.match
    return draw(
        "matches/stored",
        match=match,
        match_id=match.pk,
        title=stored.title,
        scores=stored_scores(stored),
        status=stored_status(stored, refusal),
        play=stored_play(stored),
        days=[(at.isoformat(), day(at, "DATE_FORMAT")) for at in (match.started_at, match.finished_at) if at],
        sealed=sealed(match),
    )


def stored_scores(stored: Stored) -> SafeString:
    """Return both players and the points that are stored."""
    language = active_language()
    of_class = stored.match.has_pupil
    players = [(side, head(language, side.user, of_class=of_class)) for side in stored.sides]
    return draw("matches/stored/stored_scores", players=players)


def stored_status(stored: Stored, refusal: str = "") -> SafeString:
    """Return how the match ended, and why there is no board."""
    result = ending(stored.outcome, stored.winner) if stored.outcome else ""
    return draw("matches/stored/stored_status", ending=result, refusal=refusal)


def stored_play(stored: Stored) -> SafeString:
    """Return the actions that are left: players may resign a running match; links to a rematch and the lobby."""
    match = stored.match
    may_resign = stored.seat and not stored.outcome
    return draw("matches/stored/stored_play", match_id=match.pk, may_resign=may_resign, rematch=match.rematch_id)
