"""Comparisons of players' moves with the best ones, and the players whose agreement stands out."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import games
from games.fairplay.agreement import Agreement
from games.matches.models import Match


class Comparison(models.Model):
    """One player's moves in one rated match, compared with the best moves of its analysis; see `agreement`.

    `seconds` is the median thinking time of the moves.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="comparisons")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comparisons")
    game_slug = models.SlugField(db_index=False)
    finished_at = models.DateTimeField()
    rating = models.FloatField()
    turns = models.PositiveSmallIntegerField()
    agreed = models.PositiveSmallIntegerField()
    expected = models.FloatField()
    loss = models.FloatField()
    seconds = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="one_comparison_a_player")]
        indexes = [models.Index(fields=["player", "game_slug", "-finished_at"], name="comparison_latest")]
        verbose_name = _("comparison")

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}"

    @property
    def expected_agreed(self) -> float:
        """Return how many agreements were expected."""
        return self.turns * self.expected

    @property
    def agreement(self) -> Agreement:
        """Return the figures as a plain value."""
        return Agreement(self.turns, self.agreed, self.expected, self.loss)


class Suspicion(models.Model):
    """How far a player's agreement in the latest rated matches of one game lies above the expectation.

    `score` is the z score of the latest matches, `highest` the highest one so far from enough matches.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="suspicions")
    game_slug = models.SlugField(db_index=False)
    matches = models.PositiveIntegerField()
    turns = models.PositiveIntegerField()
    agreed = models.PositiveIntegerField()
    expected = models.FloatField()
    score = models.FloatField()
    highest = models.FloatField(default=0.0)
    is_suspicious = models.BooleanField(default=False)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game_slug"], name="one_suspicion_a_game")]
        indexes = [models.Index(fields=["-highest", "player"], name="suspicion_highest")]
        verbose_name = _("fair play figure")
        verbose_name_plural = _("fair play figures")

    def __str__(self) -> str:
        return f"{self.player} · {self.game_name}"

    @property
    def game_name(self) -> str:
        """Return the name of the game; its slug if it is no longer installed."""
        game = games().get(self.game_slug)
        return gettext(game.name) if game else self.game_slug

    @property
    def share(self) -> int:
        """Return in how many of 100 turns that mattered the best move was made."""
        return round(100 * self.agreed / self.turns) if self.turns else 0

    @property
    def expected_share(self) -> int:
        """Return in how many of 100 turns that mattered the best move was expected."""
        return round(100 * self.expected / self.turns) if self.turns else 0
