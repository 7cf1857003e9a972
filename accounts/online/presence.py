"""Presence, recorded by heartbeats of open sockets in `User.seen_at` and `User.left_at`, and which requests are seen.

Closing the last page takes effect after a grace, unless another page opens meanwhile: a reload closes the old page's
socket before the new page opens its own. Requests that only look ahead change nothing: a page with scripts says by its
socket that it is visible, or posts that where sockets are blocked. Only a browser that has not shown that it runs
scripts (it has no cookie of `static/js/zone.js`) is believed by its request alone: a GET that opens a document, which
is neither a HEAD, nor a prefetch, nor a part of another page.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from weakref import WeakKeyDictionary

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, RawPostDataException

from accounts.hooks import JsonObject
from accounts.models import User
from core import clock
from core.clock import ZONE_COOKIES
from core.live import fanout
from core.live.concurrency import in_background, in_thread
from core.live.page_socket import read_object

logger = logging.getLogger(__name__)

QUIET = timedelta(seconds=45)  # at most one write for each player in this time, however many pages are open
PRESENT = timedelta(seconds=90)  # after the last heartbeat, for which a player counts as online
GRACE = timedelta(seconds=5)  # after the last page closed, for which a player counts as connected
SOON = 0.3  # seconds for which `touch_soon` and `leave_soon` collect players, to record them in one write


def topic_of(user_id: object) -> str:
    """Return the topic of all open pages of one player, given by the primary key."""
    return f"news.{user_id}"


def touch(user: User, now: datetime | None = None) -> bool:
    """Record that this player is online, and return whether they were away before.

    Cheap: the object `user` caches the last write, which is repeated only after `QUIET`. Computer players are never
    recorded: they are always available.
    """
    now = now or clock.now()
    if not is_due(user, now):
        return False
    before, user.seen_at, user.left_at = user.seen_at, now, None
    _arrive([user.pk], now)
    return before is None or before <= now - PRESENT


def touch_soon(user: User) -> None:
    """Record that this player is online within a moment, in one write for all players of that time (group commit).

    To be called on the event loop. A write that fails is logged; a later heartbeat makes up for it.
    """
    cancel_leave(user)
    now = clock.now()
    if is_due(user, now):
        user.seen_at, user.left_at = now, None
        changes = _changes_of_loop()
        changes.arrived.add(user.pk)
        changes.record_soon()


def leave_soon(user: User) -> None:
    """Do the same as `leave` within a moment, in one write for all players of that time.

    It replaces an earlier `touch_soon`; a later one, or `cancel_leave`, reverts it. To be called on the event loop. A
    write that fails is logged; without heartbeats the player is away after `PRESENT`.
    """
    changes = _changes_of_loop()
    changes.arrived.discard(user.pk)
    changes.left.add(user.pk)
    changes.record_soon()


def cancel_leave(user: User) -> None:
    """Drop a pending `leave_soon` of this player, who has opened a page. To be called on the event loop."""
    _changes_of_loop().left.discard(user.pk)


@dataclass
class _Changes:
    """The keys of players who wait to be recorded as online and as having left, in one event loop."""

    arrived: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    task: asyncio.Task[None] | None = None

    def record_soon(self) -> None:
        """Start to record what waits, unless that is under way."""
        if self.task is None:
            self.task = in_background(self._record_all())

    async def _record_all(self) -> None:
        """Record the waiting players every `SOON` seconds, until none waits."""
        try:
            while True:
                await asyncio.sleep(SOON)
                if not self.arrived and not self.left:
                    return
                arrivals, departures, self.arrived, self.left = self.arrived, self.left, set(), set()
                try:
                    await in_thread(_record, arrivals, departures, clock.now())
                except Exception as fault:  # those who came meanwhile still wait
                    logger.warning("Presence of players was not recorded: %s: %s", type(fault).__name__, fault)
        finally:
            self.task = None


_changes: WeakKeyDictionary[asyncio.AbstractEventLoop, _Changes] = WeakKeyDictionary()


def _changes_of_loop() -> _Changes:
    return _changes.setdefault(asyncio.get_running_loop(), _Changes())


def _record(arrivals: Collection[int], departures: Collection[int], now: datetime) -> None:
    with transaction.atomic():
        if arrivals:
            _arrive(arrivals, now)
        if departures:
            _leave(departures, now + GRACE)


def _arrive(keys: Collection[int], now: datetime) -> None:
    stale = Q(seen_at=None) | Q(seen_at__lte=now - QUIET) | Q(left_at__isnull=False)
    User.objects.filter(stale, pk__in=keys).update(seen_at=now, left_at=None)


def is_due(user: User, now: datetime | None = None) -> bool:
    """Return whether `touch` has anything to record for this player."""
    if user.is_computer:
        return False
    return not user.seen_at or (now or clock.now()) - user.seen_at >= QUIET or user.left_at is not None


def leave(user: User, now: datetime | None = None, *, signed_out: bool = False) -> None:
    """Record that the last of the player's pages in this process has closed, which takes effect after `GRACE`.

    If the player has `signed_out`, it takes effect at once. Pages that are open elsewhere are asked to revert it by
    `undo_leave`; one that opens is recorded by its first heartbeat.
    """
    _leave([user.pk], (now or clock.now()) + (timedelta() if signed_out else GRACE))


def _leave(keys: Collection[int], gone_at: datetime) -> None:
    sooner = Q(left_at=None) | Q(left_at__gt=gone_at)
    User.objects.filter(sooner, pk__in=keys).update(left_at=gone_at)
    transaction.on_commit(partial(fanout.publish, [topic_of(key) for key in keys], {"type": "page.closed"}))


def undo_leave(user: User) -> None:
    """Record that the player has a page open after all, which reverts `leave`."""
    User.objects.filter(pk=user.pk, left_at__isnull=False).update(left_at=None)


def resume(silent_since: datetime, now: datetime) -> None:
    """Set `seen_at` to `now` for players who were online at `silent_since`, when the site went down.

    So they stay online while their pages reconnect.
    """
    User.objects.filter(seen_at__gt=silent_since - PRESENT, seen_at__lt=now).update(seen_at=now)


def online(now: datetime | None = None) -> QuerySet[User]:
    """Return the active players who were seen less than `PRESENT` ago, without pupils."""
    return User.objects.filter(seen_at__gt=(now or clock.now()) - PRESENT, is_active=True, pupil_name="")


def connected(player: str = "", now: datetime | None = None) -> Q:
    """Return the condition that a player is online and has a page open, so that a live match can begin.

    It is for queries of users, or of rows that lead to one by the path `player`, such as `challenger__`.
    """
    now = now or clock.now()
    return connected_since(player, now - PRESENT, now)


def connected_since(player: str, since: datetime, now: datetime) -> Q:
    """Return the same for a prepared query, which is given both times."""
    here = Q(**{f"{player}seen_at__gt": since, f"{player}is_active": True})
    return here & (Q(**{f"{player}left_at": None}) | Q(**{f"{player}left_at__gt": now}))


def is_online(user: User, now: datetime | None = None) -> bool:
    """Return whether this player, as read from the database, is active and was seen less than `PRESENT` ago."""
    since = (now or clock.now()) - PRESENT
    return user.is_active and user.seen_at is not None and user.seen_at > since


# What browsers and their extensions send with a request for a page that no one may ever see.
_PURPOSES = ("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")
_AHEAD = ("prefetch", "prerender", "preview")
# Fetch metadata of a page that a visitor opens (https://www.w3.org/TR/fetch-metadata/); older browsers send none.
_NAVIGATION = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}


def looks_ahead(request: HttpRequest) -> bool:
    """Return whether the request is a HEAD, or fetches a page before anyone asks for it (prefetch, prerender)."""
    purposes = " ".join(request.headers.get(name, "") for name in _PURPOSES).lower()
    return request.method == "HEAD" or any(word in purposes for word in _AHEAD)


def is_seen(request: HttpRequest) -> bool:
    """Return whether the answer to this request counts as seen by the player who sent it.

    That is so for every POST, and for a GET that opens a page in a browser without scripts.
    """
    if request.method == "POST":
        return True
    opens = all(request.headers.get(name, value) == value for name, value in _NAVIGATION.items())
    return opens and not looks_ahead(request) and not any(name in request.COOKIES for name in ZONE_COOKIES)


def body_of(request: HttpRequest) -> JsonObject:
    """Return what a page posts where sockets are blocked: the same JSON object as a first message by its socket.

    Empty for any other body.
    """
    try:
        return read_object(request.body.decode())
    except (ValueError, RawPostDataException):  # the second for a form with files
        return {}
