"""The hook by which apps register kinds of notification; all that a kind has is in its class."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext

from core.hooks import Hook
from games.catalogue import games
from games.notifications.models import Notification


@dataclass(frozen=True)
class Words:
    """The text of a notification, and the path it links to."""

    title: str
    body: str
    path: str


class Kind:
    """A kind of notification. To add one, derive a class, and register an instance in the app that it belongs to."""

    key: ClassVar[str]  # as stored in notifications, deliveries and preferences, at most 20 characters
    label: ClassVar[str | Promise]  # in the settings
    title: ClassVar[str | Promise] = ""  # may name what `facts_of` returns, such as %(name)s
    body: ClassVar[str | Promise] = ""

    # Who gets it, and when; channels are given by their names.
    off_by_default: ClassVar[Collection[str]] = ()  # channels that bring it only to players who ask for it
    delays: ClassVar[Mapping[str, timedelta]] = {}  # after the event, in case the player sees it anyway
    digests: ClassVar[Collection[str]] = ()  # channels that send all that wait for a player as one message
    is_from_player: ClassVar[bool] = False  # what another player decided to send: not past a block
    is_chosen: ClassVar[bool] = True  # in the settings; otherwise by all channels, at once, also in quiet hours

    # How it is shown.
    page: ClassVar[str] = ""  # the name of the page that it links to; by default it links to its match
    has_key: ClassVar[bool] = False  # whether the page is that of the thing whose key the notification begins with
    is_announced: ClassVar[bool] = True  # to open pages; otherwise they know of it
    has_toast: ClassVar[bool] = True
    rings: ClassVar[bool] = False  # its toast calls the player
    is_urgent: ClassVar[bool] = False  # push services deliver it at once
    is_of_turn: ClassVar[bool] = False  # over once its match is played in, also on the player's other devices
    stays: ClassVar[timedelta | None] = None  # how long push services keep it, by default as long as usual

    def words(self, notification: Notification, now: datetime) -> tuple[str, str]:
        """Return title and body, in the active language, as of now."""
        facts = facts_of(notification)
        return str(self.title) % facts, str(self.body) % facts

    def path(self, notification: Notification) -> str:
        """Return the path that it links to."""
        if self.page:
            return reverse(self.page, args=[notification.key.partition(".")[0]] if self.has_key else [])
        return reverse("matches:match", args=[notification.match_id]) if notification.match_id else "/"

    def is_current(self, notification: Notification) -> bool:
        """Return whether it still applies; asked before it is sent."""
        return True

    def was_seen(self, notification: Notification, now: datetime) -> bool:
        """Return whether the player has seen it, or what it is about, so that it need not be sent."""
        return notification.seen_at is not None

    def news(self, notification: Notification) -> Mapping[str, object]:
        """Return what open pages are told beside its key."""
        return {}

    def shown_as_of(self, notification: Notification, now: datetime) -> datetime:
        """Return the moment as of which the list of notifications words it."""
        return now


# All kinds, in the order of the settings.
kinds = Hook[Kind]()


class _FormerKind(Kind):
    """The kind of notifications that are stored, but of which no app knows any more."""

    def __init__(self, key: str) -> None:
        self.key = self.label = self.title = key  # type: ignore[misc]  # of this instance


def kind_of(key: str) -> Kind:
    """Return the kind with this key."""
    return next((kind for kind in kinds if kind.key == key), None) or _FormerKind(key)


def words_of(notification: Notification, now: datetime) -> Words:
    """Return the text of this notification as of now."""
    kind = kind_of(notification.event)
    title, body = kind.words(notification, now)
    if notification.other is None:  # the sentence may begin with "a player"
        title, body = capfirst(title), capfirst(body)
    return Words(title, body, kind.path(notification))


def facts_of(notification: Notification) -> dict[str, str]:
    """Return the name of the other player and that of the game, for the sentences of a kind."""
    game = games().get(notification.game_slug)
    name = str(notification.other) if notification.other else gettext("a player")
    return {"name": name, "game": gettext(game.name) if game else notification.game_slug}
