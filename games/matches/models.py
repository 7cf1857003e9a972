"""What is kept of a match: its options, its seed, its moves, and where it stands."""

from __future__ import annotations

import hashlib
import secrets
import string

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.matches.agreement import Agreement
from games.rules import Seat

ALPHABET = string.ascii_lowercase + string.digits


def new_id() -> str:
    """A fresh public name for a match: ten letters and digits that nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for place in range(10))


def new_seed() -> bytes:
    """A fresh secret of 32 bytes from the operating system."""
    return secrets.token_bytes(32)


def seal_of(seed: bytes | memoryview) -> str:
    """The SHA-256 of a seed, 64 hexadecimal digits: shown from the first move, it binds us to the seed."""
    return hashlib.sha256(seed).hexdigest()


class Match(Agreement):
    """Two players, a game and its moves. The first player makes the first move."""

    class Ending(models.TextChoices):
        """How a match came to its end; empty while it runs."""

        RUNNING = "", _("running")
        PLAYED = "played", _("played out")
        RESIGNED = "resigned", _("resigned")
        TIME = "time", _("lost on time")

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    seed = models.BinaryField(max_length=32, default=new_seed, editable=False)
    seal = models.CharField(max_length=64, editable=False)
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
    finished_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=8, choices=Ending.choices, blank=True, default=Ending.RUNNING)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch_by = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of")

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(first=F("second")), name="two_different_players")]
        indexes = [
            models.Index(fields=["deadline_at"], condition=Q(finished_at=None), name="match_deadline"),
            models.Index(fields=["first", "-moved_at"], name="match_of_first"),
            models.Index(fields=["second", "-moved_at"], name="match_of_second"),
            models.Index(fields=["-moved_at"], condition=Q(finished_at=None), name="match_running"),
            models.Index(fields=["first", "to_move"], condition=Q(finished_at=None), name="match_turn_of_first"),
            models.Index(fields=["second", "to_move"], condition=Q(finished_at=None), name="match_turn_of_second"),
        ]

    def seat_of(self, user: object) -> Seat | None:
        """The seat of this user, or None for everybody else."""
        return next((seat for seat in Seat if self.player_id(seat) == getattr(user, "pk", None)), None)

    def player(self, seat: Seat) -> User:
        """Who sits there."""
        return self.first if seat is Seat.FIRST else self.second

    def player_id(self, seat: Seat) -> int:
        """The key of who sits there, without a query."""
        return self.first_id if seat is Seat.FIRST else self.second_id


class Move(models.Model):
    """One move in notation. The pair (match, ply) is unique: it decides every race."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    text = models.CharField(max_length=100)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_move_a_ply")]
        ordering = ["ply"]
