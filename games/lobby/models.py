"""Offers of a match: to all, to one player, or by a link."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core import clock
from games.catalogue import games
from games.clubs.models import Club
from games.matches.models import Deal, Match
from games.matches.time.terms import MatchTerms
from games.rules import AnyGame


def new_key() -> str:
    """Return a random key of 96 bits; having the link is the permission to accept."""
    return secrets.token_urlsafe(12)


class Offer(MatchTerms):
    """An offer of a match, open until it is accepted, declined or withdrawn."""

    class Kind(models.TextChoices):
        """Who may accept."""

        OPEN = "open", _("Anyone in the lobby")
        DIRECT = "direct", _("One player")
        LINK = "link", _("Anyone with the link")
        CLUB = "club", _("Members of a club")

    class Starts(models.TextChoices):
        """Who makes the first move."""

        RANDOM = "random", _("Random")
        CHALLENGER = "challenger", _("I start")
        OPPONENT = "opponent", _("My opponent starts")

    class Status(models.TextChoices):
        """The state of the offer."""

        OPEN = "open", pgettext_lazy("a challenge", "open")
        ACCEPTED = "accepted", pgettext_lazy("a challenge", "accepted")
        DECLINED = "declined", pgettext_lazy("a challenge", "declined")
        WITHDRAWN = "withdrawn", pgettext_lazy("a challenge", "withdrawn")

    id = models.CharField(primary_key=True, max_length=16, default=new_key, editable=False)
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.OPEN)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offers_made")
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="offers_got"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="offers")
    starts = models.CharField(max_length=10, choices=Starts.choices, default=Starts.RANDOM)
    made_at = models.DateTimeField(default=clock.now, editable=False)
    closes_at = models.DateTimeField(null=True, blank=True)  # expiry, of a challenge that Play now leaves open
    # A rated offer that a guest may accept, as a casual match: the challenger did not choose
    flexible = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    # Matches follow each other by themselves: `games.lobby.standing`
    standing = models.BooleanField(default=False)
    deal = models.OneToOneField(
        Deal, on_delete=models.SET_NULL, null=True, blank=True, related_name="offer", editable=False
    )
    match = models.OneToOneField(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="offer")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind="direct") | Q(opponent__isnull=False), name="a_direct_offer_has_an_opponent"
            ),
            models.CheckConstraint(
                condition=Q(kind="club", club__isnull=False) | (~Q(kind="club") & Q(club=None)),
                name="an_offer_to_a_club_has_a_club",
            ),
            models.CheckConstraint(
                condition=Q(opponent=None) | ~Q(opponent=models.F("challenger")), name="nobody_challenges_themselves"
            ),
        ]
        indexes = [models.Index(fields=["made_at"], condition=Q(status="open"), name="offer_open")]

    @property
    def more(self) -> int:
        """The number of the challenger's other open offers, in a list that has one row a player."""
        return int(getattr(self, "others", 0))

    @property
    def rated_if_both(self) -> bool:
        """Whether it is rated between two accounts, and casual where a guest accepts."""
        return self.rated and (self.flexible or self.kind == self.Kind.LINK)

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer, and the site still has the game with these options."""
        return self.status == self.Status.OPEN and self.has_rules


class Standing(models.Model):
    """A standing challenge: two players, `first` with the lower key, always have one match of a game running."""

    first = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game_slug = models.SlugField(db_index=False)
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="+")  # the latest, first board
    made_at = models.DateTimeField(default=clock.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["first", "second", "game_slug"], condition=Q(ended_at=None), name="one_standing_a_pair_and_game"
            ),
            models.CheckConstraint(condition=Q(first__lt=models.F("second")), name="standing_in_order_of_keys"),
        ]

    def __str__(self) -> str:
        return f"standing challenge {self.pk}"

    @property
    def game(self) -> AnyGame | None:
        """The game; None where it is not installed."""
        return games().get(self.game_slug)
