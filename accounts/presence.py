"""Who is here: the open sockets say so every now and then."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User

QUIET = timedelta(seconds=45)  # at most one write in this time, however many pages somebody has open
PRESENT = timedelta(seconds=90)


def touch(user: User, now: datetime | None = None) -> None:
    """Note that this player is here; mostly costs nothing, since `user` remembers when it was last noted.

    A computer player is never noted: it is always to be had, and nobody who came.
    """
    if user.is_computer:
        return
    now = now or timezone.now()
    if user.seen_at and now - user.seen_at < QUIET:
        return
    user.seen_at = now
    long_ago = Q(seen_at=None) | Q(seen_at__lte=now - QUIET)
    User.objects.filter(long_ago, pk=user.pk).update(seen_at=now)


def online(now: datetime | None = None) -> QuerySet[User]:
    """The players who were here less than 90 seconds ago."""
    return User.objects.filter(seen_at__gt=(now or timezone.now()) - PRESENT, is_active=True)


def is_online(user: User, now: datetime | None = None) -> bool:
    """Whether this player, as read from the database, was here less than 90 seconds ago."""
    since = (now or timezone.now()) - PRESENT
    return user.is_active and user.seen_at is not None and user.seen_at > since
