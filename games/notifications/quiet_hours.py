"""Quiet hours: when a player gets no push and no e-mail."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.notifications.models import Preferences


def quiet_until(player: User, preferences: Preferences, now: datetime) -> datetime | None:
    """Return when the current quiet hours end; None outside of them. They may span midnight."""
    begin, end = preferences.quiet_from, preferences.quiet_to
    if begin is None or end is None or begin == end:
        return None
    here = now.astimezone(player.zone)
    clock = here.time().replace(tzinfo=None)
    quiet = begin <= clock < end if begin < end else clock >= begin or clock < end
    if not quiet:
        return None
    day = here.date() if clock < end else here.date() + timedelta(days=1)
    return datetime.combine(day, end, tzinfo=here.tzinfo)
