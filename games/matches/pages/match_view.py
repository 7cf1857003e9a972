"""The view model of a match as one viewer sees it, the paths of its pages, and the fingerprint of what a page shows.

After a backup was restored, a match may reach the same version with other moves, so a page sends the fingerprint that
it was drawn with. Its first half is the hash chain over the moves, its second half a hash of the row. Both are keyed
with the seed (BLAKE2b), which is secret while the match runs, so that they reveal nothing about hidden tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from hashlib import blake2b
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import cached_property

from accounts.models import User
from core import clock
from core.web import page_path
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.outcomes import Outcome
from games.matches.pages.board_view import BoardView, Common, FormUrls, common
from games.matches.play import positions
from games.matches.play.positions import Replay
from games.matches.play.requests import claimable_at, is_decided, may_nudge, may_offer_draw, offers_time
from games.matches.time.clock import Clock, ClockFace, Downtime, Pair, WaitNotice, clock_face, wait_notice
from games.rules import PlayedMove, Position, Seat, Sentence, Tile

_SOME_MATCH = "0000000000"
_SOME_PLY = 0


def match_path(name: str, match_id: str) -> str:
    """Return the path of the page `matches:<name>` of this match."""
    return page_path(f"matches:{name}", match_id)


def turn_path(match_id: str, ply: int) -> str:
    """Return the path of the board after this move of the match."""
    return f"{match_path('match', match_id)}{ply}/"


def picture_path(match_id: str, ply: int) -> str:
    """Return the path of a picture of the board after this move of the match."""
    before, between, after = _picture_pattern()
    return f"{before}{match_id}{between}{ply}{after}"


@lru_cache(maxsize=20_000)
def player_path(username: str) -> str:
    """Return the path of a player's page."""
    return reverse("matches:player", args=[username])


@lru_cache(maxsize=100)
def rules_path(slug: str) -> str:
    """Return the path of the rules of a game."""
    return reverse("rules", args=[slug])


@cache
def _picture_pattern() -> tuple[str, str, str]:
    before, _match, rest = reverse("history:picture", args=[_SOME_MATCH, _SOME_PLY]).partition(_SOME_MATCH)
    between, _ply, after = rest.rpartition(str(_SOME_PLY))
    return before, between, after


LENGTH = 5  # bytes of each half
UNKNOWN = (-1, -1)  # version and ply of a page that has to be drawn in full


def fingerprint(match: Match, ply: int, replay: Replay | None = None) -> str:
    """Return the fingerprint of a page that shows the match as it stands, with its moves up to this ply.

    `replay` is that of the match, where it is at hand.
    """
    return f"{_chain(replay or positions.replay(match), ply)}{_row(match)}"


def is_known(match: Match, version: int, ply: int, state: str) -> bool:
    """Return whether what a page shows is an earlier state or the current state of this match.

    For the current version this needs neither query nor replay. A page without a fingerprint is trusted.
    """
    if not state or version < 0:
        return True
    chain, row = state[: 2 * LENGTH], state[2 * LENGTH :]
    if version == match.version:
        return row == _row(match)
    if version > match.version or not 0 <= ply <= match.ply:
        return False
    try:
        return chain == _chain(positions.replay(match), ply)
    except RulesGone:
        return True  # the match is shown without a board


def _chain(replay: Replay, ply: int) -> str:
    return replay.digest(ply)[:LENGTH].hex()


def _row(match: Match) -> str:
    """Return a keyed hash of columns in which two histories with the same version are likely to differ."""
    moments = [moment and int(moment.timestamp() * 1_000_000) for moment in (match.moved_at, match.finished_at)]
    facts = [
        match.version,
        match.ply,
        *moments,
        str(match.ending),
        int(match.draw_offered_by or 0),
        match.time_given_ply,
    ]
    return blake2b(repr(facts).encode(), key=bytes(match.seed), digest_size=LENGTH).hexdigest()


class Player(NamedTuple):
    """One player of the match, as the section of scores shows them."""

    seat: Seat
    user: User
    points: int
    to_move: bool
    won: bool
    rack: tuple[Tile, ...] | None
    clock: ClockFace | None


class TurnEntry(NamedTuple):
    """One row of the list of turns."""

    ply: int
    user: User
    turn: PlayedMove


class MatchView(BoardView):
    """A match as one viewer may see it."""

    def __init__(
        self, match: Match, seat: Seat | None, *, ply: int | None = None, common: Common | None = None
    ) -> None:
        """Show the match as it stands, or as it stood after move number `ply`; raises RulesGone."""
        self.match = match
        replay = positions.replay(match) if ply is None else positions.replay_to(match, ply)
        position: Position = (
            positions.standing(match, replay) if ply is None else positions.with_hidden_hands(match, replay.position)
        )
        super().__init__(match.game, position, seat, replay.ply, common)
        self.turns: tuple[PlayedMove, ...] = replay.turns
        self.users = match.first, match.second
        self.opponent = self.users[seat.other.index] if seat else None  # None for a spectator
        self.mover = self.users[self.view.to_move.index]
        self.has_clocks = match.is_live and match.finished_at is None
        self._replay = replay

    @cached_property
    def names(self) -> tuple[str, str]:
        """The players' names, by seat."""
        return self._names()

    @cached_property
    def my_turn(self) -> bool:
        """Whether the viewer may move now; not before a live match begins."""
        return self.view.my_turn and not self.match.is_gathering and not self.match.sealed_move

    @property
    def opponent_name(self) -> str:
        """The name of the viewer's opponent; empty for a spectator."""
        return self.names[self.seat.other.index] if self.seat else ""

    @common
    def _names(self) -> tuple[str, str]:
        return str(self.users[0]), str(self.users[1])

    @property
    def reason(self) -> Sentence | None:
        """Why the match is over; None while it runs."""
        return self.view.result.reason.named(self.names) if self.view.result else None

    @cached_property
    def clock(self) -> Clock:
        """The clocks of the match as it stands."""
        return self.match.clock

    @cached_property
    def _moved(self) -> Pair[bool]:
        return positions.have_moved(positions.replay(self.match).turns)

    @property
    def wait(self) -> WaitNotice | None:
        """The notice about absent players or a first move that is due; None where there is none."""
        return wait_notice(self.clock, self.seat, self.names, self._moved) if self.has_clocks else None

    @cached_property
    def to(self) -> FormUrls:
        """The URLs of the forms of the match."""
        return _urls_of(self.match.pk)

    @property
    def players(self) -> list[Player]:
        """Both players, the viewer first."""
        first = self.seat or Seat.FIRST
        return [self.player(first), self.player(first.other)]

    @property
    def claimable_at(self) -> datetime | None:
        """When the viewer may claim the win; None while the match is not decided for the viewer."""
        return claimable_at(self.match) if self.seat and is_decided(self.match, self.seat, self.view) else None

    @property
    def may_offer_draw(self) -> bool:
        """Whether the viewer is a player of the match and may offer or answer a draw."""
        return self.seat is not None and may_offer_draw(self.match)

    @property
    def offers_time(self) -> bool:
        """Whether the viewer may give the opponent more time, now or as soon as it is the opponent's turn."""
        return self.seat is not None and offers_time(self.match, self.seat)

    @property
    def may_nudge(self) -> bool:
        """Whether the viewer may nudge the opponent."""
        return self.seat is not None and may_nudge(self.match, self.seat)

    @property
    def rematch_starter(self) -> User | None:
        """The player who would begin the requested rematch; None without a request."""
        starter = self.match.rematch_starter
        return self.match.player(Seat(starter)) if starter else None

    @property
    def winner(self) -> User | None:
        """The winner; None while the match runs and for a draw."""
        result = self.view.result
        return self.match.player(result.winner) if result and result.winner else None

    @property
    def outcome(self) -> str:
        """The value of the match's `Outcome` for the viewer; empty at a position before the end."""
        return self.match.outcome(self.seat).value if self.over else Outcome.RUNNING.value

    @property
    def last(self) -> TurnEntry | None:
        """The latest turn; None before the first."""
        return self._line(self.ply) if self.ply else None

    @property
    def previous_ply(self) -> int:
        """The number of the move before the last."""
        return self.ply - 1

    def lines(self, since: int = 0) -> list[TurnEntry]:
        """Return the turns after ply `since`, oldest first."""
        return [self._line(ply) for ply in range(since + 1, self.ply + 1)]

    @property
    def fingerprint(self) -> str:
        """The fingerprint of a page that shows this view."""
        return self._fingerprint()

    @common
    def _fingerprint(self) -> str:
        return fingerprint(self.match, self.ply, self._replay)

    @property
    def downtimes(self) -> list[Downtime]:
        """All times when the site was down during the match."""
        return Downtime.all_in(self.match.downtimes) if self.match.downtimes else []

    def _line(self, ply: int) -> TurnEntry:
        turn = self.turns[ply - 1]
        return TurnEntry(ply, self.users[turn.seat.index], turn)

    def won_by(self, seat: Seat) -> bool:
        """Return whether the match is over and this seat has won."""
        result = self.view.result
        return result is not None and result.winner is seat

    def player(self, seat: Seat) -> Player:
        """Return the player of this seat."""
        result = self.view.result
        is_open = self.game.perfect_information or self.view.options.is_mirror
        lies_open = self.over or (is_open and seat is not self.seat)
        return Player(
            seat=seat,
            user=self.users[seat.index],
            points=(self.view.tallies or (self.view.scores,))[0][seat.index],
            to_move=result is None and self.view.to_move is seat,
            won=self.won_by(seat),
            rack=self.display.rack(self.view, seat) if lies_open else None,
            clock=clock_face(self.clock, seat, clock.now(), self._moved) if self.has_clocks else None,
        )


@lru_cache(maxsize=4_000)
def _urls_of(match_id: str) -> FormUrls:
    return FormUrls(*(match_path(name, match_id) for name in ("move", "preview", "confirm")))


@dataclass(frozen=True)
class MatchEntry:
    """A match in a list of one person's matches."""

    match: Match
    person: User

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return Seat.FIRST if self.match.first_id == self.person.pk else Seat.SECOND

    @property
    def opponent(self) -> User:
        """The person's opponent."""
        return self.match.player(self.seat.other)

    @property
    def my_turn(self) -> bool:
        """Whether the person is to move."""
        return self.match.awaits(self.seat)

    @property
    def calls(self) -> bool:
        """Whether the match is live and waits for the person to arrive."""
        return self.match.is_gathering and self.match.clock.away_since.of(self.seat) is not None

    @property
    def outcome(self) -> str:
        """The value of the match's `Outcome` for the person; empty while the match runs."""
        return self.match.outcome(self.seat).value
