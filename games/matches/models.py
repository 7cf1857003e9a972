"""Matches, their moves, and vacation."""

from __future__ import annotations

import hashlib
import secrets
import string
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypedDict

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property  # without a lock that all matches share

from accounts.models import User
from core import clock
from core.prepared import PreparedKeys
from games.matches import outcomes
from games.matches.errors import RulesGone
from games.matches.outcomes import Outcome, outcome_for
from games.matches.time.clock import Clock, Downtime, Pair
from games.matches.time.control import GATHERING
from games.matches.time.terms import MatchTerms
from games.rules import AnyGame, Seat

AWAY_SINCE = Pair("first_away_since", "second_away_since")  # the columns
ALPHABET = string.ascii_lowercase + string.digits
LATEST_END = timedelta(minutes=1)  # from the latest deadline of a sealed match until the end of its seal


def new_id() -> str:
    """Return a random public id for a match: ten letters and digits."""
    return "".join(secrets.choice(ALPHABET) for _character in range(10))


def new_seed() -> bytes:
    """Return 32 bytes of entropy from the operating system."""
    return secrets.token_bytes(32)


def commitment_of(seed: bytes | memoryview) -> str:
    """Return the SHA-256 of a seed in hexadecimal: the commitment of a deal of version `Deal.ALONE` (commit-reveal)."""
    return hashlib.sha256(seed).hexdigest()


class Deal(models.Model):
    """The values from which the seed of a match is derived, and the line of its commitment in the public log.

    A row is made with a challenge or a request for a rematch, else with the match: its key is the id that the match has
    or will have. `games.matches.play.deals` derives the seed, `games.fairness.commitment_log` numbers the lines.
    """

    ALONE, MIXED = 1, 2  # versions: the seed is the server's value; the seed is hashed from all values

    match_id = models.CharField(primary_key=True, max_length=10, editable=False)
    version = models.PositiveSmallIntegerField(default=MIXED, editable=False)
    commitment = models.CharField(max_length=64, db_index=True, editable=False)
    server_value = models.BinaryField(max_length=32, default=bytes, editable=False)
    proposal = models.BinaryField(max_length=32, default=bytes, editable=False)  # of the player who proposed the match
    proposal_hash = models.CharField(max_length=64, blank=True, editable=False)
    first_value = models.BinaryField(max_length=32, default=bytes, editable=False)
    second_value = models.BinaryField(max_length=32, default=bytes, editable=False)
    by_chance = models.BooleanField(default=False, editable=False)  # whether the seed decides who begins
    made_at = models.DateTimeField(editable=False)
    number = models.PositiveBigIntegerField(null=True, unique=True, editable=False)  # of its line; None: not logged yet
    chain = models.CharField(max_length=64, blank=True, editable=False)  # the hash that ends the line (hash chain)

    class Meta:
        indexes = [models.Index(fields=["made_at", "match_id"], condition=Q(number=None), name="deal_not_logged")]

    def __str__(self) -> str:
        return f"deal of {self.match_id}"


mixed_deals = PreparedKeys(lambda matches: Deal.objects.filter(pk__in=matches, version=Deal.MIXED), str)


class ClockColumns(TypedDict, total=False):
    """The columns of a match that are read and written as one value, `Match.clock`."""

    deadline_at: datetime | None
    clock_since: datetime | None
    first_left: timedelta | None
    second_left: timedelta | None
    first_away_since: datetime | None
    second_away_since: datetime | None
    first_vacation_spent: timedelta
    second_vacation_spent: timedelta


class Match(MatchTerms):
    """Two players, a game and its moves. The first player begins, unless the match continues another one."""

    Ending = outcomes.Ending

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    seed = models.BinaryField(max_length=32, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    # Bit mask of the seats whose browsers added a value to the seed; see `games.matches.play.deals`.
    mixed_by = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    # Each index of this table is written with each move on PostgreSQL, so columns have none that another one spares.
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_index=False, related_name="matches_as_first"
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_index=False, related_name="matches_as_second"
    )
    started_at = models.DateTimeField()
    rules_version = models.PositiveSmallIntegerField(default=1)  # of the game's rules, under which it is replayed
    event_key = models.CharField(max_length=10, blank=True, default="", db_default="", editable=False)  # `games.events`

    # The state after the last move: derived from the moves, stored for lists and for the scheduler. `version` rises
    # with each change of the row except of presence, for optimistic locking and for open pages.
    version = models.PositiveIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(default=Seat.FIRST)
    first_points = models.IntegerField(default=0)
    second_points = models.IntegerField(default=0)
    tallies = models.JSONField(null=True, blank=True, editable=False)  # of the position; None where points are all
    moved_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)

    # The columns of `clock`, beside the deadline. Correspondence: the automatic vacation that each seat has spent.
    first_vacation_spent = models.DurationField(default=timedelta)
    second_vacation_spent = models.DurationField(default=timedelta)

    # The time left on each live clock or in each reserve. Live: when the turn began (None until both have arrived), and
    # when the absent ones left.
    first_left = models.DurationField(null=True, blank=True)
    second_left = models.DurationField(null=True, blank=True)
    clock_since = models.DateTimeField(null=True, blank=True)
    first_away_since = models.DateTimeField(null=True, blank=True)
    second_away_since = models.DateTimeField(null=True, blank=True)

    # When the site was down during the match, as `play.heartbeat` writes it: "12:94 " means 94 seconds after move 12.
    downtimes = models.TextField(blank=True, default="", db_default="")

    # The seat that offers a draw; the opponent's next move declines it.
    draw_offered_by = models.PositiveSmallIntegerField(null=True, blank=True)
    draw_offered_ply = models.PositiveIntegerField(null=True, blank=True)  # after which ply one was last offered

    # Courtesies: after which ply the player to move was last given more time, and when one was last nudged.
    time_given_ply = models.PositiveIntegerField(null=True, blank=True)
    nudged_at = models.DateTimeField(null=True, blank=True)

    finished_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=8, choices=Ending.choices, blank=True, default=Ending.RUNNING)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    counts = models.BooleanField(default=True)  # for ratings; False where the game or staff say so
    scores = models.BooleanField(default=False)  # for total score and strength; set by the game
    # Bit mask of the seats to blame for the cancellation of a live match before its first move; see `starts.to_blame`.
    called_off_by = models.PositiveSmallIntegerField(default=0, db_default=0)
    # The version of the rating rules that apply to it (`games.ratings.shares`); 1 for matches older than this column.
    rating_rules = models.PositiveSmallIntegerField(default=3, db_default=1, editable=False)
    # What the players had in common when it began (`sessions.Shared`): nothing, a connection or a browser.
    shared_place = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    voided_at = models.DateTimeField(null=True, blank=True)  # by staff: it counts for neither player
    # Others have still to play the same deal until then, and may not see it; see `games.matches.play.seals`.
    sealed_until = models.DateTimeField(null=True, blank=True, editable=False)
    rematch_by = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch_starter = models.PositiveSmallIntegerField(null=True, blank=True)  # a seat of this match
    rematch_deal = models.ForeignKey(
        Deal, on_delete=models.SET_NULL, null=True, blank=True, db_index=False, related_name="+", editable=False
    )
    rematch = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of")

    # A continued match: the finished match it continues, after how many of its moves, which moves of a variation follow
    # them (in notation, one a line), and whose hand was kept.
    origin = models.ForeignKey("self", models.PROTECT, null=True, blank=True, db_index=False, related_name="continued")
    origin_ply = models.PositiveIntegerField(null=True, blank=True)
    origin_line = models.TextField(blank=True, default="", db_default="", editable=False)
    origin_seat = models.PositiveSmallIntegerField(null=True, blank=True)

    # The other board of a mirror match (`play.sealing`). A sealed move waits for that of the same ply there.
    twin = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, db_index=False, related_name="+")
    is_first_board = models.BooleanField(default=True, db_default=True, editable=False)
    sealed_move = models.CharField(max_length=100, blank=True, default="", db_default="", editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="two_different_players"),
            models.CheckConstraint(
                condition=Q(origin=None, origin_ply=None, origin_seat=None)
                | Q(origin__isnull=False, origin_ply__isnull=False, origin_seat__in=[1, 2]),
                name="whole_origin_or_none",
            ),
            models.UniqueConstraint(fields=["twin"], condition=Q(twin__isnull=False), name="one_board_a_twin"),
        ]
        indexes = [
            models.Index(fields=["deadline_at"], condition=Q(finished_at=None), name="match_deadline"),
            models.Index(fields=["first", "-moved_at"], name="match_of_first"),
            models.Index(fields=["second", "-moved_at"], name="match_of_second"),
            models.Index(fields=["-moved_at"], condition=Q(finished_at=None), name="match_running"),
            models.Index(fields=["first", "to_move"], condition=Q(finished_at=None), name="match_turn_of_first"),
            models.Index(fields=["second", "to_move"], condition=Q(finished_at=None), name="match_turn_of_second"),
            models.Index(fields=["origin"], condition=Q(origin__isnull=False), name="match_of_origin"),
            models.Index(fields=["rematch_deal"], condition=Q(rematch_deal__isnull=False), name="match_of_deal"),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.pk}"

    def __copy__(self) -> Match:
        """Return a copy with a state of its own, as Django's: that is pickled, which takes three times as long."""
        twin = Match.__new__(Match)
        vars(twin).update(vars(self))
        twin._state = copy(self._state)
        twin._state.fields_cache = self._state.fields_cache.copy()
        return twin

    def seat_of(self, user: object) -> Seat | None:
        """Return the seat of this user; None for a user who does not play in the match."""
        key = getattr(user, "pk", None)
        return Seat.FIRST if key == self.first_id else Seat.SECOND if key == self.second_id else None

    def player(self, seat: Seat) -> User:
        """Return the player of that seat."""
        return self.first if seat is Seat.FIRST else self.second

    def player_id(self, seat: Seat) -> int:
        """Return the primary key of the player of that seat, without a query."""
        return self.first_id if seat is Seat.FIRST else self.second_id

    @property
    def clock(self) -> Clock:
        """The clocks of both players."""
        control = self.time_control
        return Clock(
            control,
            Seat(self.to_move),
            self.deadline_at,
            self.clock_since if control.is_live else self._turn_began,
            Pair(self.first_left, self.second_left),
            Pair(self.first_away_since, self.second_away_since),
            Pair(self.first_vacation_spent, self.second_vacation_spent),
        )

    @clock.setter
    def clock(self, clock: Clock) -> None:
        for name, value in columns_of(self.within_seal(clock)).items():
            setattr(self, name, value)

    def within_seal(self, clock: Clock) -> Clock:
        """Return the clocks with a deadline before the end of the seal: the match may not outlast its secret."""
        if self.sealed_until is None or clock.deadline is None:
            return clock
        return replace(clock, deadline=min(clock.deadline, self.sealed_until - LATEST_END))

    def with_clock(self, clock: Clock) -> Match:
        """Return a copy of the match with these clocks."""
        after = copy(self)
        after.clock = clock
        return after

    @property
    def _turn_began(self) -> datetime:
        """When the turn began, moved by the time that the site was down since; `moved_at` itself stays."""
        seconds = sum(downtime.seconds for downtime in Downtime.all_in(self.downtimes) if downtime.ply == self.ply)
        return self.moved_at + timedelta(seconds=seconds)

    @property
    def game(self) -> AnyGame:
        """The game in the rules version that the match began with; raises RulesGone where that is not installed."""
        try:
            return super().game.version(self.rules_version)
        except LookupError:
            raise RulesGone from None

    @cached_property
    def mixed_deal(self) -> Deal | None:
        """The deal that the seed was mixed from; None where the seed is the server's value alone."""
        return next(iter(mixed_deals([self.pk])), None)

    @property
    def has_pupil(self) -> bool:
        """Whether a pupil of a class plays in it."""
        return self.first.is_pupil or self.second.is_pupil

    @property
    def is_sealed(self) -> bool:
        """Whether others have still to play the same deal."""
        return self.sealed_until is not None and clock.now() < self.sealed_until

    @property
    def is_over(self) -> bool:
        """Whether it has ended; of a mirror match both boards, by one query once this one has."""
        twin = Match.objects.filter(pk=self.twin_id, finished_at=None) if self.finished_at and self.twin_id else None
        return self.finished_at is not None and (twin is None or not twin.exists())

    @property
    def is_revealed(self) -> bool:
        """Whether everyone may know all about it, its seed included: it is over, on both boards, and not sealed."""
        return self.is_over and not self.is_sealed

    @property
    def ended(self) -> outcomes.Ending:
        """The ending of the match."""
        return outcomes.Ending(self.ending)

    def awaits(self, seat: Seat) -> bool:
        """Return whether this seat is to move, and has not sealed its move yet."""
        return self.finished_at is None and self.to_move == seat and not self.sealed_move

    @property
    def may_be_cancelled(self) -> bool:
        """Whether it has no loser if a player leaves now: before the first move, unless it is one of an event."""
        return not self.ply and not self.event_key

    @property
    def counts_for_rating(self) -> bool:
        """Whether the finished match changes ratings; the boards of a mirror match do together."""
        return self.rated and self.counts and self.finished_at is not None and self.ended.has_result

    @property
    def is_drawn(self) -> bool:
        """Whether the match ended with a result and without a winner."""
        return self.ended.has_result and self.winner is None

    @property
    def forfeited_by(self) -> Seat | None:
        """The seat that resigned or ran out of time; None for other endings."""
        return Seat(self.winner).other if self.ended.is_forfeit and self.winner else None

    def outcome(self, seat: Seat | None) -> Outcome:
        """Return how the match ended for that seat, by its row alone; a `seat` of None stands for a spectator."""
        if self.finished_at is None:
            return Outcome.RUNNING
        if self.ended is outcomes.Ending.ABORTED:
            return Outcome.ABORTED
        if self.voided_at or not self.ended.has_result:
            return Outcome.VOID
        return outcome_for(self.winner, seat)

    @property
    def is_gathering(self) -> bool:
        """Whether a live match waits until both players have arrived."""
        return self.is_live and self.clock_since is None and self.finished_at is None

    @property
    def is_called(self) -> bool:
        """Whether it gathers longer than usual: one player was invited and may be in another app, and is called."""
        return self.is_gathering and self.deadline_at is not None and self.deadline_at - self.started_at > GATHERING


def columns_of(clock: Clock) -> ClockColumns:
    """Return the columns that hold these clocks; in correspondence a turn begins with the move before, `moved_at`."""
    columns: ClockColumns = {
        "deadline_at": clock.deadline,
        "first_left": clock.left.first,
        "second_left": clock.left.second,
        "first_away_since": clock.away_since.first,
        "second_away_since": clock.away_since.second,
        "first_vacation_spent": clock.vacation_spent.first,
        "second_vacation_spent": clock.vacation_spent.second,
    }
    return {**columns, "clock_since": clock.since} if clock.control.is_live else columns


class Vacation(models.Model):
    """A vacation of a player, whose correspondence clocks rest meanwhile in matches that allow it.

    Planned vacations never overlap. Those not `planned` are automatic: whole hours taken to save a match on time.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    planned = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(begins_at__lt=F("ends_at")), name="vacation_begins_before_it_ends")
        ]
        indexes = [models.Index(fields=["player", "ends_at"], name="vacation_of_player")]
        ordering = ["begins_at"]


class Heartbeat(models.Model):
    """One row: when a web process last recorded that the site is being served; see `play.heartbeat`."""

    ONLY = 1  # its primary key

    beaten_at = models.DateTimeField(null=True, blank=True)  # in the site's time
    offset = models.DurationField(default=timedelta)  # how far the database's clock is ahead of it


class Move(models.Model):
    """A move in notation. Its unique pair (match, ply) lets only one of two concurrent moves be committed."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, db_index=False, related_name="moves")
    ply = models.PositiveIntegerField()
    text = models.CharField(max_length=100)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_move_a_ply")]
        ordering = ["ply"]
