"""Denormalised data about matches for lists and statistics: participations and records."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.models import Match


class Participation(models.Model):
    """One player's part in one match, derived from the match; see `recount_history`.

    `at` is the end of the match, or its start while it runs. `left_early` is set if the player
    did not see the match through: see `services.left_early`.
    `reply_seconds` is the median of the player's times for a move; None before the match is scanned.
    """

    class Outcome(models.TextChoices):
        """The result of the match for the player."""

        RUNNING = "running", pgettext_lazy("a match", "running")
        WON = "won", pgettext_lazy("a match", "won")
        LOST = "lost", pgettext_lazy("a match", "lost")
        DRAWN = "drawn", pgettext_lazy("a match", "drawn")
        VOID = "void", _("does not count")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, db_index=False, related_name="participations")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="participations"
    )
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game_slug = models.SlugField(db_index=False)
    is_live = models.BooleanField()
    rated = models.BooleanField()
    outcome = models.CharField(max_length=7, choices=Outcome.choices, default=Outcome.RUNNING)
    left_early = models.BooleanField(default=False)
    at = models.DateTimeField()
    reply_seconds = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="one_participation_a_player")]
        indexes = [
            models.Index(fields=["player", "-at", "-id"], name="participation_of_player"),
            models.Index(fields=["player", "game_slug", "-at", "-id"], name="participation_by_game"),
            models.Index(fields=["player", "opponent", "-at", "-id"], name="participation_by_opponent"),
            models.Index(fields=["player", "outcome", "-at", "-id"], name="participation_by_outcome"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}"


class Record(models.Model):
    """A player's best value of one kind in a game; of equal values the first."""

    class Kind(models.TextChoices):
        """The measured value: points of a turn, length of a calculation, lead at the end."""

        BEST_TURN = "turn", _("best turn")
        LONGEST_SUM = "sum", _("longest sum")
        BIGGEST_WIN = "win", _("biggest win")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="records"
    )
    game_slug = models.SlugField(db_index=False)
    kind = models.CharField(max_length=4, choices=Kind.choices)
    value = models.PositiveIntegerField()
    text = models.CharField(max_length=100, blank=True)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game_slug", "kind"], name="one_record_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.value}"
