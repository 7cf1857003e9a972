"""What a channel is, which there are, and what a player gets by which of them, and when it is quiet.

A new channel is a module of this folder with a class derived from `Channel`, and a line in
`settings.NOTIFICATION_CHANNELS`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import ClassVar

from django.conf import settings
from django.urls import URLPattern
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.clock import daily_hours
from games.jobs.hooks import Queue
from games.notifications.errors import REASONS, Reason
from games.notifications.hooks import kinds
from games.notifications.models import Delivery, Device, Notification, Preferences


@dataclass(frozen=True)
class Destination:
    """Where a channel reaches a player, such as a browser; empty if the channel finds out when it sends."""

    name: str = ""
    device: Device | None = None


class Channel:
    """A way to notify a player. Without a queue it sends nothing: pages show the notification by themselves."""

    name: ClassVar[str]  # as stored in deliveries and preferences, at most 20 characters
    label: ClassVar[Reason]  # in the settings, and in the list of what was sent
    reasons: ClassVar[Mapping[str, Reason]] = {}  # why its deliveries fail, beside the general `REASONS`

    # How it is sent. What players get by it, and when, is a matter of the kinds of notification.
    digest_gap: ClassVar[timedelta] = timedelta(0)  # between two digests to a player who has not visited the site
    queue: ClassVar[Queue | None] = None
    most_tries: ClassVar[int] = 10
    substitute: ClassVar[str] = ""  # the channel that takes the place of one that failed for good

    @property
    def job(self) -> str:
        """The kind of its jobs."""
        return f"notifications.{self.name}"

    def is_allowed(self, preferences: Preferences) -> bool:
        """Return whether the player has not stopped the whole channel."""
        return True

    def suits(self, notification: Notification) -> bool:
        """Return whether this channel may send this notification."""
        return True

    def destinations(self, players: Collection[int]) -> Mapping[int, Sequence[Destination]]:
        """Return where these players, given by their keys, can be reached; with the same queries for any number."""
        return {}

    def held(self, delivery: Delivery) -> AbstractContextManager[None]:
        """Hold a place to send this delivery in; its context raises Busy if the player has taken all of them."""
        return nullcontext()

    def send(self, deliveries: Sequence[Delivery], now: datetime) -> None:
        """Send one delivery, or a digest of several to one player, in the active language.

        Set their `place` if it was not known before. Raises PermanentFailure, Gone, or DeliveryFailure for a failure
        that may pass.
        """
        raise NotImplementedError

    def forget(self, delivery: Delivery) -> None:
        """Delete a place that is gone."""

    def settings(self, player: User) -> Mapping[str, object]:
        """Return the context of the channel's part of the settings page."""
        return {}

    def urlpatterns(self) -> list[URLPattern]:
        """Return the channel's own URLs, below those of the notifications."""
        return []


@cache
def channels() -> Mapping[str, Channel]:
    """Return the channels by name, in the order of the settings."""
    instances: list[Channel] = [import_string(path)() for path in settings.NOTIFICATION_CHANNELS]
    return {channel.name: channel for channel in instances}


def reason_of(key: str) -> Reason:
    """Return why a delivery failed or waits; empty for an unknown key."""
    all_reasons = [REASONS, *(channel.reasons for channel in channels().values())]
    return next((reasons[key] for reasons in all_reasons if key in reasons), "")


def label_of(name: str) -> Reason:
    """Return the label of a channel, or the name of one that the site no longer has."""
    channel = channels().get(name)
    return channel.label if channel else name


def preferences_of(player: User) -> Preferences:
    """Return the player's preferences, or the defaults."""
    return preferences_of_all([player.pk])[player.pk]


def preferences_of_all(players: Collection[int]) -> dict[int, Preferences]:
    """Return the preferences of these players, given by their keys, with one query."""
    rows = Preferences.objects.in_bulk(players)
    return {player: rows.get(player) or Preferences(user_id=player, off=usually_off()) for player in players}


def usually_off() -> list[str]:
    """Return the default opt-outs: what can wait for the next visit."""
    return [f"{kind.key}-{name}" for kind in kinds for name in kind.off_by_default if name in channels()]


def wants(preferences: Preferences, event: str, channel: Channel) -> bool:
    """Return whether such an event is to be delivered by this channel."""
    return preferences.want(event, channel.name) and channel.is_allowed(preferences)


def quiet_until(player: User, preferences: Preferences, now: datetime) -> datetime | None:
    """Return when the current quiet hours end, in UTC; None outside of them. They may span midnight."""
    begin, end = preferences.quiet_from, preferences.quiet_to
    if begin is None or end is None or begin == end:
        return None
    today = now.astimezone(player.zone).date()
    days = (today - timedelta(days=1), today)
    spans = (daily_hours(day, begin, end, player.zone) for day in days)
    return max((ends for begins, ends in spans if begins <= now < ends), default=None)


class PageChannel(Channel):
    """Toasts; nothing is delivered while no page is open."""

    name = "page"
    label = _("On the page")
