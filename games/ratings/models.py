"""Rating pools, ratings, total scores, and the rating changes of each match."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.catalogue import games
from games.matches.models import Match
from games.ratings.glicko2 import Standing, settled_until
from games.ratings.shares import Why
from games.ratings.update import DRAWN, LOST, WON, State, Step

Pace = Literal["days", "live", "mirror"]
NEXT = timedelta(microseconds=1)


class RatingPool(models.Model):
    """A game, live or correspondence, of people, of bots, or of mirror matches.

    Its row is locked while a match is counted, which serialises counting.
    """

    class Kind(models.TextChoices):
        """The matches that count in a pool.

        Those of people, who may play computers too; those among bots; or mirror matches, which are played by days and
        count once for both boards (`mirrors`).
        """

        PEOPLE = "", _("people")
        BOTS = "bots", _("bots")
        MIRROR = "mirror", _("mirror matches")

    game_slug = models.SlugField()
    is_live = models.BooleanField()
    kind = models.CharField(max_length=8, blank=True, choices=Kind.choices, default=Kind.PEOPLE, db_default=Kind.PEOPLE)
    latest = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game_slug", "is_live", "kind"], name="one_pool_a_game_pace_and_kind")
        ]

    def __str__(self) -> str:
        return ", ".join([self.game_name, self.pace_name, *([self.get_kind_display()] if self.is_of_bots else [])])

    def get_absolute_url(self) -> str:
        """Return the path of its table."""
        return reverse("ratings:pool", args=[self.game_slug, self.pace, *([self.kind] if self.is_of_bots else [])])

    @property
    def game_name(self) -> str:
        """Return the name of the game; its slug if it is no longer installed."""
        game = games().get(self.game_slug)
        return gettext(game.name) if game else self.game_slug

    @property
    def keeps_score(self) -> bool:
        """Return whether matches of the game add to a total score, by which players are ranked (strength)."""
        game = games().get(self.game_slug)
        return game is not None and game.keeps_score

    @property
    def is_of_bots(self) -> bool:
        """Return whether matches among bots count here."""
        return self.kind == self.Kind.BOTS

    @property
    def is_mirror(self) -> bool:
        """Return whether mirror matches count here, once for both boards."""
        return self.kind == self.Kind.MIRROR

    @property
    def key(self) -> str:
        """Return the game, the pace and the kind, as addresses name them."""
        return "-".join([self.game_slug, self.pace, *([self.kind] if self.is_of_bots else [])])

    @property
    def key_in_game(self) -> tuple[bool, str]:
        """Return what tells the pool from others of its game."""
        return self.is_live, self.kind

    @property
    def pace_name(self) -> str:
        """Return the kind of time control in words."""
        if self.is_mirror:
            return self.get_kind_display()
        return pgettext("a pace", "live") if self.is_live else pgettext("a pace", "correspondence")

    @property
    def pace(self) -> Pace:
        """Return the kind of time control in URLs."""
        return "mirror" if self.is_mirror else "live" if self.is_live else "days"

    def instant(self, moment: datetime) -> datetime:
        """Return the instant at which the next match counts: `moment`, but always after the latest one (clock skew)."""
        return max(moment, self.latest + NEXT) if self.latest else moment


class Rating(models.Model):
    """A player's rating in a pool, as of `rated_at`.

    `settled_until` is when it becomes provisional without another match; None if it is provisional.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, db_index=False, related_name="ratings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    rated_at = models.DateTimeField()
    settled_until = models.DateTimeField(null=True, blank=True)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    newcomers = models.PositiveIntegerField(default=0, db_default=0)  # damped matches against newcomers, see `shares`

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pool", "player"], name="one_rating_a_pool")]
        indexes = [models.Index(fields=["pool", "-rating", "player", "settled_until"], name="rating_place")]

    @property
    def state(self) -> State:
        """Return the row as the value that `update.count` works with."""
        standing = Standing(self.rating, self.deviation, self.volatility)
        return State(standing, self.rated_at, self.won, self.drawn, self.lost, self.newcomers)

    @state.setter
    def state(self, state: State) -> None:
        if state.rated_at is None:
            raise ValueError("A rating needs a match.")
        self.rating, self.deviation = state.standing.rating, state.standing.deviation
        self.volatility, self.rated_at = state.standing.volatility, state.rated_at
        self.settled_until = settled_until(state.standing, state.rated_at)
        self.won, self.drawn, self.lost = state.won, state.drawn, state.lost
        self.newcomers = state.newcomers

    @property
    def matches(self) -> int:
        """Return the number of counted matches."""
        return self.won + self.drawn + self.lost


class Score(models.Model):
    """The total score of a player in a game, live and correspondence matches together.

    It is the sum of the `score` of the player's changes, denormalised so that ranks by score (the strength) come
    from an index. A row exists once a match has brought a score, even of 0.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="scores"
    )
    game_slug = models.SlugField(db_index=False)
    total = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game_slug"], name="one_score_a_game")]
        indexes = [models.Index(fields=["game_slug", "-total", "player"], name="score_place")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.game_slug}: {self.total}"


class RatingChange(models.Model):
    """The effect of one match on one rating, with everything needed to explain it later.

    `at` is the instant at which it counted, unique among the matches of a pool: recomputing follows this order.
    `score` is None if the match has none.
    """

    class Outcome(models.TextChoices):
        """The result of the match for the player."""

        WON = "won", pgettext_lazy("a match", "won")
        DRAWN = "drawn", pgettext_lazy("a match", "drawn")
        LOST = "lost", pgettext_lazy("a match", "lost")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, db_index=False, related_name="changes")
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, db_index=False, related_name="changes")
    at = models.DateTimeField()
    outcome = models.CharField(max_length=5, choices=Outcome.choices)
    rating_before = models.FloatField()
    deviation_before = models.FloatField()
    rating_after = models.FloatField()
    deviation_after = models.FloatField()
    opponent_rating = models.FloatField()
    opponent_deviation = models.FloatField()
    chance = models.FloatField()
    score = models.PositiveSmallIntegerField(null=True, blank=True)
    share = models.FloatField(default=1.0, db_default=1.0)  # how much of the match counted
    why = models.CharField(max_length=8, choices=Why.choices, blank=True, default=Why.NONE, db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "rating"], name="a_match_counts_once")]
        indexes = [
            models.Index(fields=["rating", "-at"], name="change_of_rating"),
            models.Index(fields=["at"], name="change_in_order"),
            models.Index(fields=["-at"], condition=~models.Q(why=""), name="change_damped"),
        ]

    @classmethod
    def from_step(cls, match_id: str, rating: Rating, at: datetime, step: Step) -> RatingChange:
        """Return the step as a row, not yet saved."""
        return cls(
            match_id=match_id,
            rating=rating,
            at=at,
            outcome={WON: cls.Outcome.WON, DRAWN: cls.Outcome.DRAWN, LOST: cls.Outcome.LOST}[step.result],
            rating_before=step.before.rating,
            deviation_before=step.before.deviation,
            rating_after=step.after.rating,
            deviation_after=step.after.deviation,
            opponent_rating=step.opponent.rating,
            opponent_deviation=step.opponent.deviation,
            chance=step.chance,
            score=step.score,
            share=step.share.value,
            why=step.share.why,
        )

    @property
    def before(self) -> int:
        """Return the rating before the match, as displayed."""
        return round(self.rating_before)

    @property
    def after(self) -> int:
        """Return the rating after the match, as displayed."""
        return round(self.rating_after)

    @property
    def gain(self) -> int:
        """Return the change of the displayed rating."""
        return self.after - self.before

    @property
    def direction(self) -> str:
        """Return the direction of the change, for CSS classes."""
        return "up" if self.gain > 0 else "down" if self.gain < 0 else "level"

    @property
    def percent(self) -> int:
        """Return the expected score before the match, in percent."""
        return round(100 * self.chance)
