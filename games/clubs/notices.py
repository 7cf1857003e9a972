"""What players are told of their clubs: requests, answers to theirs, a chat, and that they have become captain."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import ClassVar

from django.utils.translation import gettext, gettext_lazy

from accounts.hooks import Facts
from accounts.models import Block, User
from core import clock
from games.clubs.models import IN, Club, Line, Member
from games.notifications.hooks import Kind, facts_of
from games.notifications.models import Notification
from games.notifications.services import notify_all
from games.social.chat import is_deaf
from games.social.models import ChatSettings, Mute

SEES = "club-chat:"  # what a visible page of a club says that it displays, before the key of the club


class OfClub(Kind):
    """A notification about a club, whose key it has."""

    off_by_default: ClassVar[Collection[str]] = ("mail",)
    page = "clubs:club"
    has_key = True


class Asked(OfClub):
    """A player asks to join a club of which the player is a captain."""

    key = "club-asked"
    label = gettext_lazy("A player asks to join your club")
    title = gettext_lazy("%(name)s asks to join your club")
    body = gettext_lazy("Accept or refuse on the page of the club.")
    is_from_player = True


class Admitted(OfClub):
    """A captain has accepted the player."""

    key = "club-admitted"
    label = gettext_lazy("A club has accepted you")
    title = gettext_lazy("You are a member of the club now")
    body = gettext_lazy("See who else is there.")


class Chatted(OfClub):
    """Something was written in the chat of a club; further lines are told of only once this one was seen."""

    key = "club-chat"
    label = gettext_lazy("A member writes in your club")
    body = gettext_lazy("Read it on the page of the club.")
    off_by_default = ("page", "mail")
    delays = {"push": timedelta(seconds=30), "mail": timedelta(minutes=30)}  # an open page says that it shows the chat
    is_from_player = True

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body; the title names the club."""
        club = Club.objects.filter(pk=notification.key.partition(".")[0]).first()
        names = {"name": facts_of(notification)["name"], "club": club or ""}
        return gettext("%(name)s writes in %(club)s") % names, str(self.body)

    def is_current(self, notification: Notification) -> bool:
        """Return whether the line is still there, for a member who has neither muted its author nor chat."""
        club, _dot, line = notification.key.partition(".")
        reads = Member.objects.filter(club=club, player=notification.user_id, role__in=IN).exists()
        if not reads or not Line.objects.filter(pk=line, erased_at=None).exists():
            return False
        return notification.other_id is None or not is_deaf(notification.user_id, notification.other_id)


class Appointed(OfClub):
    """The founder has made the player captain, or handed the club over."""

    key = "club-appointed"
    label = gettext_lazy("A club has a new captain or founder: you")
    body = gettext_lazy("{name} has decided so.")
    is_from_player = True

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body; the title names the club."""
        key, _dot, role = notification.key.partition(".")
        club = Club.objects.filter(pk=key).first()
        title = (
            gettext("{club} is yours now") if role == Member.Role.FOUNDER else gettext("You are captain of {club} now")
        )
        return title.format(club=club or ""), str(self.body).format(**facts_of(notification))

    def is_current(self, notification: Notification) -> bool:
        """Return whether the player still has the role."""
        key, _dot, role = notification.key.partition(".")
        return Member.objects.filter(club=key, player=notification.user_id, role=role).exists()


class Captain(OfClub):
    """The player has become captain by the rule."""

    key = "club-captain"
    label = gettext_lazy("You have become captain of a club")
    title = gettext_lazy("You are captain of your club now")
    body = gettext_lazy("The club had no captain, and you have been a member the longest.")


def tell_line(line: Line) -> None:
    """Tell the other members of a line, once until they have seen it; not those who do not read its author."""
    club, author = line.club, line.author
    unread = Notification.objects.filter(event=Chatted.key, key__startswith=f"{club.pk}.", seen_at=None)
    players = User.objects.filter(clubs__club=club, clubs__role__in=IN, is_active=True).exclude(pk=author.pk)
    players = players.exclude(pk__in=unread.values("user"))
    players = players.exclude(pk__in=ChatSettings.objects.filter(talks=False).values("user"))
    players = players.exclude(pk__in=Mute.objects.filter(of=author).values("by"))
    players = players.exclude(pk__in=Block.objects.filter(of=author).values("by"))
    players = players.exclude(pk__in=Block.objects.filter(by=author).values("of"))
    key, now = f"{club.pk}.{line.pk}", clock.now()
    notify_all([Notification(user=one, event=Chatted.key, key=key, made_at=now, other=author) for one in players])


def look(player: User, displays: Facts) -> None:
    """Mark the chat of a club as seen whose page displays it."""
    sees = displays.get("sees")
    if isinstance(sees, str) and sees.startswith(SEES):
        see_chat(player, sees.removeprefix(SEES))


def see_chat(player: User, club: str) -> None:
    """Mark what the player was told of the chat of this club as seen."""
    unseen = Notification.objects.filter(user=player, event=Chatted.key, key__startswith=f"{club}.", seen_at=None)
    if unseen.exists():  # an update would take SQLite's only write lock
        unseen.update(seen_at=clock.now())
