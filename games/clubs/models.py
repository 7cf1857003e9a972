"""Clubs and their members."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from core import clock
from games.matches.models import new_id
from games.social.models import ChatLine

LONGEST_NAME = 40
LONGEST_TEXT = 1000


def new_key() -> str:
    """Return a random key of 96 bits; having the link is the permission to join."""
    return secrets.token_urlsafe(12)


class Club(models.Model):
    """A club. A closed one keeps its row for the events of its past, without members, text and link."""

    class Entry(models.TextChoices):
        """How players join."""

        OPEN = "open", _("Everyone can join")
        REQUEST = "request", _("A captain answers requests")
        LINK = "link", _("Only by the link; no one else sees the club")

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    name_key = models.CharField(max_length=60, editable=False)  # `accounts.names.name_key`: look-alikes are equal
    text = models.TextField(max_length=LONGEST_TEXT, blank=True)
    entry = models.CharField(max_length=7, choices=Entry.choices, default=Entry.REQUEST)
    link_key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    made_at = models.DateTimeField(default=clock.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name_key"], condition=Q(closed_at=None), name="one_club_a_name")
        ]

    def __str__(self) -> str:
        return self.name or gettext("closed club")

    def get_absolute_url(self) -> str:
        """Return the path of its page."""
        return reverse("clubs:club", args=[self.pk])

    @property
    def tiles(self) -> list[tuple[str, int, int]]:
        """Its picture: the first letters of up to four words of the name, each with the corner of its tile."""
        words = self.name.split()
        letters = [word[0].upper() for word in words[:4]] if len(words) > 1 else [*self.name[:4].upper()]
        top = 2 if len(letters) > 2 else 25
        return [(letter, 2 + number % 2 * 47, top + number // 2 * 47) for number, letter in enumerate(letters)]


class Member(models.Model):
    """What a player is to a club."""

    class Role(models.TextChoices):
        """The role; the first three are those of members."""

        FOUNDER = "founder", _("founder")
        CAPTAIN = "captain", _("captain")
        MEMBER = "member", _("member")
        ASKED = "asked", _("asks to join")
        BANNED = "banned", pgettext_lazy("a player", "banned")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, db_index=False, related_name="members")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="clubs")
    role = models.CharField(max_length=7, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="one_role_in_a_club"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="founder"), name="one_founder_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.club_id}"

    @property
    def is_in(self) -> bool:
        """Whether the player is a member."""
        return self.role in IN

    @property
    def leads(self) -> bool:
        """Whether the player answers requests, bans, and changes the page."""
        return self.role in LEADERS


class Line(ChatLine):
    """A line of a club's chat. A removed line keeps its row."""

    of = "club_id"
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="lines")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_lines")
    made_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["author", "token"], condition=~Q(token=""), name="club_line_once")
        ]

    def __str__(self) -> str:
        return f"line {self.pk} in {self.club_id}"


IN = (Member.Role.FOUNDER, Member.Role.CAPTAIN, Member.Role.MEMBER)
LEADERS = (Member.Role.FOUNDER, Member.Role.CAPTAIN)
