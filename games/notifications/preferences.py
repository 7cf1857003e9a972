"""Preferences: what a player gets by which channel, and when it is quiet."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from accounts.models import User
from core.clock import daily_hours
from core.db.prepared import PreparedRows
from games.notifications.channel import Channel, channels
from games.notifications.hooks import kinds
from games.notifications.models import Preferences

_saved = PreparedRows(lambda user: Preferences.objects.filter(user=user), int)


def preferences_of(player: User) -> Preferences:
    """Return the player's preferences, or the defaults."""
    return _saved.first(player.pk) or Preferences(user_id=player.pk, off=usually_off())


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
