"""The heartbeat of the site: while no process serves it, no clock of a match runs.

Every web process beats: it writes the time into one row, every few seconds for all of them together. If the row was
not written for longer than `SILENCE`, no move could be stored: the web processes or the database were down. The first
beat afterwards moves all clocks and deadlines by the gap, in its own transaction and with the row locked: exactly once
however many processes return, all or nothing if one is killed. Until then no match is lost on time.

The row also keeps the offset of the database's clock from the site's time. If that clock has moved by another amount
than the monotonic clock between two beats, it has jumped: the difference is added to the offset, which then shrinks
slowly (slewing).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Lock

from channels.db import database_sync_to_async
from django.db import connection, transaction
from django.utils import timezone

from core import clock
from core.clock import Anchor, SiteTime
from core.telemetry import is_outage
from games.matches.models import Heartbeat
from games.matches.play.downtime import resume
from games.matches.time.schedule import NOTHING

log = logging.getLogger(__name__)

BEAT = 3.0  # seconds between two beats
RETRY = 0.5  # seconds until a beat that failed is repeated
FRESH = timedelta(seconds=2)  # a beat of another process that is younger than this replaces the own one
SILENCE = timedelta(seconds=10)  # without a beat for longer than this, the site counts as down
TOLERANCE = timedelta(seconds=2)  # for a difference between the two clocks, beside the time that the query took
SLEW = 0.01  # share of the time by which the offset shrinks


class Heart:
    """The heartbeat of one process."""

    def __init__(self, time: SiteTime, database_now: Callable[[], datetime]) -> None:
        """Beat by these clocks, and set the anchor of `time` with each beat."""
        self.time = time
        self.database_now = database_now
        self.serves = False  # whether this process has begun to beat
        self._lock = Lock()

    def beat(self) -> None:
        """Record that the site is being served; after a downtime, move all clocks in the same transaction."""
        self.serves = True
        with self._lock:
            if not self._has_beaten():
                with transaction.atomic():
                    anchor = self._advance(Heartbeat.objects.select_for_update().get(pk=Heartbeat.ONLY))
                self.time.anchor = anchor

    def ensure(self) -> None:
        """Beat now if this process serves and its last beat is older than `SILENCE`: clocks may have to be moved."""
        if self.is_late():
            self.beat()

    def is_late(self) -> bool:
        """Return whether this process serves and its last beat is older than `SILENCE`, without a query."""
        anchor = self.time.anchor
        late = anchor and timedelta(seconds=self.time.monotonic() - anchor.ticked) > SILENCE
        return bool(self.serves and late)

    def is_silent(self) -> bool:
        """Return whether no process serves the site now; False for a site that was never served by `serve`."""
        if self.serves and self.time.anchor and not self.is_late():
            return False  # this process itself has beaten recently
        row = Heartbeat.objects.first()
        if row is None or row.beaten_at is None:
            return False
        if not self.serves:
            self.time.anchor = self._measure(row.offset)[0]
        return self.time.now() - row.beaten_at > SILENCE

    def _has_beaten(self) -> bool:
        """Adopt the beat that another process has just made, if the clocks agree; return whether there is one."""
        row = Heartbeat.objects.filter(pk=Heartbeat.ONLY).first()
        if row is None:
            Heartbeat.objects.bulk_create([Heartbeat(pk=Heartbeat.ONLY)], ignore_conflicts=True)
            return False
        anchor, precision = self._measure(row.offset)
        if (
            row.beaten_at is None
            or self._jump(anchor, precision)
            or not NOTHING <= anchor.moment - row.beaten_at < FRESH
        ):
            return False
        self.time.anchor = anchor
        return True

    def _advance(self, row: Heartbeat) -> Anchor:
        """Write the beat into the locked row; return the new anchor."""
        anchor, precision = self._measure(row.offset)
        offset = row.offset + self._jump(anchor, precision)
        if row.beaten_at:
            offset = self._slewed(offset, anchor.database - offset - row.beaten_at)
            silent = anchor.database - offset - row.beaten_at
            if silent > SILENCE:
                resume(row.beaten_at, row.beaten_at + silent)
                log.warning("The site was down for %d seconds; all clocks were moved.", silent.total_seconds())
            elif silent < NOTHING:
                offset += silent  # the site's time never goes back
        if abs(offset - row.offset) > TOLERANCE:
            log.warning("The database's clock has jumped by %s; the site's time goes on evenly.", offset - row.offset)
        row.beaten_at, row.offset = anchor.database - offset, offset
        row.save(force_update=True)
        return Anchor(row.beaten_at, anchor.ticked, anchor.database)

    def _measure(self, offset: timedelta) -> tuple[Anchor, timedelta]:
        """Return an anchor by this offset, and its uncertainty: how long the query took."""
        before = self.time.monotonic()
        database = self.database_now()
        after = self.time.monotonic()
        return Anchor(database - offset, (before + after) / 2, database), timedelta(seconds=after - before)

    def _jump(self, anchor: Anchor, precision: timedelta) -> timedelta:
        """Return how far the database's clock has jumped since the last anchor, beyond what the offset includes."""
        last = self.time.anchor
        if last is None:
            return NOTHING
        elapsed = timedelta(seconds=anchor.ticked - last.ticked)
        jump = anchor.moment - last.moment - elapsed
        return jump if abs(jump) > TOLERANCE + precision else NOTHING

    @staticmethod
    def _slewed(offset: timedelta, elapsed: timedelta) -> timedelta:
        step = min(abs(offset), max(elapsed, NOTHING) * SLEW, TOLERANCE / 4)
        return offset - step if offset > NOTHING else offset + step


def _database_now() -> datetime:
    """Return the time of the database server; with SQLite, that of this machine."""
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    now: datetime = moment
    return now


heart = Heart(clock.shared, _database_now)


async def run_heartbeat(stop: asyncio.Event) -> None:
    """Beat until `stop` is set. The event loop starts each beat, so that a process whose loop hangs does not beat.

    The beats have a thread of their own, so that no other work delays them.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="heartbeat") as thread:
        beat = database_sync_to_async(_beat_logged, thread_sensitive=False, executor=thread)
        while not stop.is_set():
            pause = BEAT if await beat() else RETRY
            try:
                await asyncio.wait_for(stop.wait(), pause)
            except TimeoutError:
                continue


def _beat_logged() -> bool:
    """Beat, and return whether that succeeded; log errors other than outages."""
    try:
        heart.beat()
    except Exception as fault:
        if not is_outage(fault):
            log.exception("A heartbeat failed")
        return False
    return True
