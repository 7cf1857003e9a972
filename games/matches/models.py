"""What is kept of a match: its options, its seed, its moves, and where it stands."""

from __future__ import annotations

import hashlib
import secrets
import string
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.matches.terms import MatchTerms
from games.rules import Seat

ALPHABET = string.ascii_lowercase + string.digits


def new_id() -> str:
    """A fresh public name for a match: ten letters and digits that nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for place in range(10))


def new_seed() -> bytes:
    """A fresh secret of 32 bytes from the operating system."""
    return secrets.token_bytes(32)


def commitment_of(seed: bytes | memoryview) -> str:
    """The SHA-256 of a seed, 64 hexadecimal digits: shown from the first move, it binds us to the seed."""
    return hashlib.sha256(seed).hexdigest()


class Match(MatchTerms):
    """Two players, a game and its moves. The first player begins, where it goes on from no other match."""

    class Ending(models.TextChoices):
        """How a match came to its end; empty while it runs."""

        RUNNING = "", _("running")
        PLAYED = "played", _("played out")
        RESIGNED = "resigned", _("resigned")
        TIME = "time", _("lost on time")
        ABORTED = "aborted", _("cancelled")
        VOID = "void", _("declared void")

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    seed = models.BinaryField(max_length=32, default=new_seed, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="matches_as_second")
    started_at = models.DateTimeField()

    # Where it stands: worked out from the moves, kept here for lists and for the clock.
    version = models.PositiveIntegerField(default=0)
    ply = models.PositiveIntegerField(default=0)
    to_move = models.PositiveSmallIntegerField(default=Seat.FIRST)
    first_points = models.IntegerField(default=0)
    second_points = models.IntegerField(default=0)
    moved_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)

    # Correspondence: how long automatic vacation has kept each seat from losing this match; see `spend_vacation`.
    first_vacation_spent = models.DurationField(default=timedelta)
    second_vacation_spent = models.DurationField(default=timedelta)

    # Live: what each clock holds, since when the turn has run (not before both have arrived), and who is away.
    first_left = models.DurationField(null=True, blank=True)
    second_left = models.DurationField(null=True, blank=True)
    clock_since = models.DateTimeField(null=True, blank=True)
    first_away_since = models.DateTimeField(null=True, blank=True)
    second_away_since = models.DateTimeField(null=True, blank=True)

    finished_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=8, choices=Ending.choices, blank=True, default=Ending.RUNNING)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    counts = models.BooleanField(default=True)  # for the rating; not where the game, or staff, says no
    scores = models.BooleanField(default=False)  # for score and strength; only where the game says so at the end
    voided_at = models.DateTimeField(null=True, blank=True)  # by staff: it counts for nobody
    rematch_by = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch_starter = models.PositiveSmallIntegerField(null=True, blank=True)  # a seat of this match
    rematch = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of")

    # Where it goes on from another match, which has ended: from which, after how many moves, and whose hand was kept.
    origin = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="continued")
    origin_ply = models.PositiveIntegerField(null=True, blank=True)
    origin_seat = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(first=F("second")), name="two_different_players"),
            models.CheckConstraint(
                condition=Q(origin=None, origin_ply=None, origin_seat=None)
                | Q(origin__isnull=False, origin_ply__isnull=False, origin_seat__in=[1, 2]),
                name="whole_origin_or_none",
            ),
        ]
        indexes = [
            models.Index(fields=["deadline_at"], condition=Q(finished_at=None), name="match_deadline"),
            models.Index(fields=["first", "-moved_at"], name="match_of_first"),
            models.Index(fields=["second", "-moved_at"], name="match_of_second"),
            models.Index(fields=["-moved_at"], condition=Q(finished_at=None), name="match_running"),
            models.Index(fields=["first", "to_move"], condition=Q(finished_at=None), name="match_turn_of_first"),
            models.Index(fields=["second", "to_move"], condition=Q(finished_at=None), name="match_turn_of_second"),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.pk}"

    def seat_of(self, user: object) -> Seat | None:
        """The seat of this user, or None for everybody else."""
        return next((seat for seat in Seat if self.player_id(seat) == getattr(user, "pk", None)), None)

    def player(self, seat: Seat) -> User:
        """Who sits there."""
        return self.first if seat is Seat.FIRST else self.second

    def player_id(self, seat: Seat) -> int:
        """The key of who sits there, without a query."""
        return self.first_id if seat is Seat.FIRST else self.second_id

    def left(self, seat: Seat) -> timedelta | None:
        """Return what the clock of that seat held when it last stopped; None in correspondence."""
        return self.first_left if seat is Seat.FIRST else self.second_left

    def vacation_spent(self, seat: Seat) -> timedelta:
        """Return how long automatic vacation has kept that seat from losing on time."""
        return self.first_vacation_spent if seat is Seat.FIRST else self.second_vacation_spent

    def away_since(self, seat: Seat) -> datetime | None:
        """Return since when the player of that seat is away from a live match; None while present."""
        return self.first_away_since if seat is Seat.FIRST else self.second_away_since

    def set_away_since(self, seat: Seat, since: datetime | None) -> None:
        """Set since when the player of that seat is away, without saving it."""
        if seat is Seat.FIRST:
            self.first_away_since = since
        else:
            self.second_away_since = since

    @property
    def is_gathering(self) -> bool:
        """Whether a live match waits until both players have arrived."""
        return self.is_live and self.clock_since is None and self.finished_at is None


class Vacation(models.Model):
    """A vacation: the player's correspondence clocks rest, unless the match excludes it. Vacations never overlap."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    planned = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(begins_at__lt=F("ends_at")), name="leave_begins_before_it_ends")
        ]
        indexes = [models.Index(fields=["player", "ends_at"], name="leave_of_player")]
        ordering = ["begins_at"]


class Move(models.Model):
    """One move in notation. The pair (match, ply) is unique: it decides every race."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    text = models.CharField(max_length=100)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_move_a_ply")]
        ordering = ["ply"]
