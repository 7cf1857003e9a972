"""The deal of a day, the tries of its players, and news by staff."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import get_language

from core import clock
from games.catalogue import games
from games.matches.models import LATEST_END, Deal, Match, new_seed
from games.matches.play.seals import SealedDeal
from games.rules import AnyGame

DAY = timedelta(days=1)
GRACE = timedelta(hours=1)  # after midnight UTC, to finish a match begun before it


class DailyDeal(models.Model):
    """The deal of one day in one game: a secret seed, and the level of the computer that all players meet.

    Its commitment has a line in the public log from the day before on. A unique constraint decides between schedulers.
    """

    game_slug = models.SlugField(db_index=False)
    day = models.DateField()
    level = models.PositiveSmallIntegerField()
    seed = models.BinaryField(max_length=32, default=new_seed, editable=False)
    committed = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="+", editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "game_slug"], name="one_deal_a_day")]

    def __str__(self) -> str:
        return f"{self.game_slug}, {self.day}"

    @property
    def game(self) -> AnyGame:
        """The game; raises KeyError where it is not installed."""
        return games()[self.game_slug]

    @property
    def begins_at(self) -> datetime:
        """When the day begins: midnight UTC."""
        return datetime.combine(self.day, time(), UTC)

    @property
    def closes_at(self) -> datetime:
        """Until when a match can be played; who has not finished then has lost on time."""
        return self.begins_at + DAY + GRACE

    @property
    def sealed(self) -> SealedDeal:
        """The seed, and until when it is a secret."""
        return SealedDeal(bytes(self.seed), self.closes_at + LATEST_END)

    @property
    def is_open(self) -> bool:
        """Whether a match of it may begin now."""
        return self.begins_at <= clock.now() < self.begins_at + DAY

    @property
    def is_ahead(self) -> bool:
        """Whether its day has not begun."""
        return clock.now() < self.begins_at

    @property
    def is_over(self) -> bool:
        """Whether everyone may see its matches."""
        return clock.now() >= self.sealed.sealed_until


class Try(models.Model):
    """A player's only try of a deal. After its end it has a result, unless the match was cancelled or declared void.

    `lead` and `small_lead` are by what the finished tries are compared, see `table.lead_of`; `lead` is None for a match
    that was resigned or lost on time.
    """

    deal = models.ForeignKey(DailyDeal, on_delete=models.CASCADE, db_index=False, related_name="tries")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deal_tries")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="deal_try")
    ended_at = models.DateTimeField(null=True, blank=True)
    has_result = models.BooleanField(default=False)
    lead = models.IntegerField(null=True, blank=True)
    small_lead = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deal", "player"], name="one_try_a_deal")]
        indexes = [models.Index(fields=["deal", "-lead", "-small_lead"], name="try_by_lead")]
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}"


class News(models.Model):
    """News by staff, in English and where they wrote it also in other languages; public from `published_at` on."""

    published_at = models.DateTimeField(default=clock.now, db_index=True)
    title = models.CharField(max_length=100)
    text = models.TextField(max_length=2000)
    title_nl = models.CharField(max_length=100, blank=True)
    text_nl = models.TextField(max_length=2000, blank=True)
    title_de = models.CharField(max_length=100, blank=True)
    text_de = models.TextField(max_length=2000, blank=True)

    class Meta:
        ordering = ["-published_at"]
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return self.title

    @property
    def localized(self) -> tuple[str, str]:
        """Title and text in the active language, in English where staff wrote none."""
        language = get_language() or "en"
        title, text = (getattr(self, f"{name}_{language}", "") for name in ("title", "text"))
        return (title, text) if title and text else (self.title, self.text)
