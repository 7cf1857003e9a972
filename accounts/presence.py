"""Online presence by heartbeats of open sockets."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts import sitetime
from accounts.models import User

QUIET = timedelta(seconds=45)  # at most one write for each player in this time, however many pages are open
PRESENT = timedelta(seconds=90)


def touch(user: User, now: datetime | None = None) -> bool:
    """Record that this player is online, and return whether they were away before.

    Cheap: `user` caches the last write, which is repeated only after `QUIET`. Computer players are never recorded: they
    are always available.
    """
    now = now or sitetime.now()
    if not is_due(user, now):
        return False
    before, user.seen_at, user.left_at = user.seen_at, now, None
    stale = Q(seen_at=None) | Q(seen_at__lte=now - QUIET) | Q(left_at__isnull=False)
    User.objects.filter(stale, pk=user.pk).update(seen_at=now, left_at=None)
    return before is None or before < now - PRESENT


def is_due(user: User, now: datetime | None = None) -> bool:
    """Return whether `touch` has anything to record for this player."""
    if user.is_computer:
        return False
    return not user.seen_at or (now or sitetime.now()) - user.seen_at >= QUIET or user.left_at is not None


def leave(user: User, now: datetime | None = None) -> None:
    """Record that the last of the player's pages in this process has closed.

    If one is open in another process, its heartbeats correct this after `QUIET` at the latest.
    """
    User.objects.filter(pk=user.pk, left_at=None).update(left_at=now or sitetime.now())


def undo_leave(user: User) -> None:
    """Record that the player has a page open after all."""
    User.objects.filter(pk=user.pk).update(left_at=None)


def resume(silent_since: datetime, now: datetime) -> None:
    """Count players who were online when the site went down as seen now, so that their pages can reconnect."""
    User.objects.filter(seen_at__gt=silent_since - PRESENT, seen_at__lt=now).update(seen_at=now)


def online(now: datetime | None = None) -> QuerySet[User]:
    """Return the players who were online less than 90 seconds ago."""
    return User.objects.filter(seen_at__gt=(now or sitetime.now()) - PRESENT, is_active=True)


def connected(now: datetime | None = None) -> QuerySet[User]:
    """Return the players who are online and have not closed a page since, so that a live match can begin with them."""
    return online(now).filter(left_at=None)


def is_online(user: User, now: datetime | None = None) -> bool:
    """Return whether this player, as read from the database, was online less than 90 seconds ago."""
    since = (now or sitetime.now()) - PRESENT
    return user.is_active and user.seen_at is not None and user.seen_at > since
