"""The heartbeat of the site: while no process serves it, no clock of a match runs.

Every web process beats: it writes the time into one row, every few seconds. If the row was
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
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from threading import Lock
from typing import Any

from channels.db import database_sync_to_async
from django.core.exceptions import SynchronousOnlyOperation
from django.db import DatabaseError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Case, DateTimeField, DurationField, F, Func, Q, QuerySet, TextField, Value, When
from django.db.models.expressions import Expression
from django.db.models.functions import Cast, Coalesce, Concat, Greatest, Least
from django.db.models.sql.compiler import SQLCompiler

from accounts.models import User
from accounts.online import presence
from core import clock
from core.clock import Anchor, SiteTime
from core.live import fanout
from core.telemetry import is_outage
from games.jobs import scheduler
from games.matches.hooks import site_resumed
from games.matches.models import AWAY_SINCE, LATEST_END, Heartbeat, Match, Vacation
from games.matches.play import positions, updates
from games.matches.play.vacation import rest_schedules
from games.matches.time.control import NOTHING, live_kinds
from games.matches.time.terms import played_correspondence, played_live
from games.rules import Seat

log = logging.getLogger(__name__)

BEAT = 3.0  # seconds between two beats
RETRY = 0.5  # seconds until a beat that failed is repeated
SILENCE = timedelta(seconds=10)  # without a beat for longer than this, the site counts as down
TOLERANCE = timedelta(seconds=2)  # for a difference between the two clocks, beside the time that the query took
SLEW = 0.01  # share of the time by which the offset shrinks
RETURN = timedelta(minutes=1)  # for the players of live matches to come back; no clock runs meanwhile
RETURNED = "returned"  # the beat that keeps when the site has last returned
TOLD_AT_ONCE = 500  # matches whose pages one event tells
AT_ONCE = 500  # rows written by one statement


def resume(silent_since: datetime, now: datetime) -> None:
    """Move all clocks and deadlines by the time of a downtime; live ones by `RETURN` more, for players to come back.

    Where the `RETURN` of the last downtime had not run out, only what had passed of it is added: a site that goes down
    again and again makes clocks stand still, and gives no time.

    Correspondence clocks that rested for a part of it are moved by the other part, past nights and vacations.

    Call it in the transaction that ends the downtime. A match whose turn began later than `silent_since` is moved by
    the time since then. Rows are locked in the order of their keys, against deadlocks. The versions rise, so that no
    process writes what it computed from a row before (optimistic locking).
    """
    running = Match.objects.filter(finished_at=None)
    rows = list(running.select_for_update(no_key=True).order_by("pk").values_list("pk", "time_kind"))
    rested = _deadlines_with_rests(running, silent_since, now)
    _move(running, *_gap_and_more(silent_since, now))
    scheduler.beat(RETURNED, now=now)
    Match.objects.bulk_update([Match(pk=pk, deadline_at=at) for pk, at in rested.items()], ["deadline_at"], AT_ONCE)
    for work in site_resumed:
        work(silent_since, now)
    kinds = live_kinds()
    live_ones = [pk for pk, kind in rows if kind in kinds]
    transaction.on_commit(partial(_resumed, silent_since, now, live_ones))


def _deadlines_with_rests(running: QuerySet[Match], silent_since: datetime, now: datetime) -> dict[str, datetime]:
    """Return the new deadlines of the turns of players who have a night or a vacation, by the keys of their matches.

    A clock that rested while the site was down has lost nothing, and a deadline never comes to lie in a rest.
    """
    mover = Case(When(to_move=Seat.FIRST, then="first_id"), default="second_id")
    away = Vacation.objects.filter(planned=True, ends_at__gt=silent_since).values("player")
    resters = User.objects.filter(Q(night_begins__isnull=False) | Q(pk__in=away)).values("pk")
    turns = running.filter(played_correspondence(), rests=True).annotate(mover=mover)
    rows = list(turns.filter(mover__in=resters).values_list("pk", "mover", "moved_at", "deadline_at"))
    schedules = rest_schedules({player for _pk, player, *_moments in rows}, silent_since)
    deadlines = {}
    for pk, player, moved_at, deadline in rows:
        if deadline is None:
            continue
        loss = schedules[player].running(max(moved_at, silent_since), now)
        deadlines[pk] = schedules[player].runs_out(deadline, loss) if loss else deadline
    return deadlines


def _gap_and_more(silent_since: datetime, now: datetime) -> tuple[Expression, Expression]:
    """Return by how much clocks are moved, and live ones beside that, as expressions of each row."""
    begin, end = Value(silent_since, DateTimeField()), Value(now, DateTimeField())
    # A turn may have begun later: the site was still up for a while after its last beat.
    gap = end - Least(Greatest(Coalesce("clock_since", "moved_at"), begin), end)
    more = Value(RETURN, DurationField())
    up = scheduler.age_of(RETURNED, now=silent_since)
    if up is None or up >= RETURN:
        return gap, more
    # In a turn that had begun before the last return, the clock may still stand for it.
    stood = Q(moved_at__lte=silent_since - up)
    elapsed = Value(max(up, timedelta()), DurationField())
    return (
        Case(When(stood, then=Value(now - silent_since, DurationField())), default=gap, output_field=DurationField()),
        Case(When(stood, then=elapsed), default=more, output_field=DurationField()),
    )


class _Seconds(Func):
    """Whole seconds of a duration as text. SQLite stores a duration in microseconds."""

    template = "CAST(FLOOR(EXTRACT(EPOCH FROM %(expressions)s)) AS BIGINT)::text"
    output_field = TextField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **_more: object) -> tuple[str, Any]:
        """Return the SQL for SQLite, and its parameters, which Django types as Any."""
        return self.as_sql(compiler, connection, template="CAST(%(expressions)s / 1000000 AS TEXT)")


def _move(matches: QuerySet[Match], gap: Expression, more: Expression) -> None:
    """Move the clocks of these running matches by the gap, live ones by `more`, and append the downtime to their rows.

    Both are expressions of each row, so that two statements move all of them, however many turns began late.
    """
    colon, space = (Value(sign, TextField()) for sign in ": ")
    changes = {
        "version": F("version") + 1,
        "downtimes": Concat("downtimes", Cast("ply", TextField()), colon, _Seconds(gap), space),
        **{column: F(column) + gap for column in AWAY_SINCE},
    }
    matches.filter(played_correspondence()).update(deadline_at=F("deadline_at") + gap, **changes)
    live_changes = {name: F(name) + gap + more for name in ("deadline_at", "clock_since")}
    matches.filter(played_live()).update(**live_changes, **changes)
    latest = F("sealed_until") - Value(LATEST_END, DurationField())
    matches.filter(sealed_until__isnull=False, deadline_at__gt=latest).update(deadline_at=latest)


def _resumed(silent_since: datetime, now: datetime, live_ones: list[str]) -> None:
    """Keep players online who were before, and tell open pages of live matches; others catch up by their heartbeat."""
    positions.clear_matches()
    presence.resume(silent_since, now)
    for start in range(0, len(live_ones), TOLD_AT_ONCE):
        topics = [updates.match_topic(pk) for pk in live_ones[start : start + TOLD_AT_ONCE]]
        fanout.publish(topics, {"type": "match.changed"})


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
            with transaction.atomic():
                rows = Heartbeat.objects.select_for_update().filter(pk=Heartbeat.ONLY)
                if not (row := rows.first()):
                    Heartbeat.objects.bulk_create([Heartbeat(pk=Heartbeat.ONLY)], ignore_conflicts=True)
                    row = rows.get()
                anchor = self._advance(row)
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
            self._follow(row)
        return self.time.now() - row.beaten_at > SILENCE

    def follow(self) -> None:
        """Go by the time of the processes that serve the site, or by the machine's where none has ever done."""
        # In a transaction an error would end it: the table is missing while the first migrations run.
        guard = transaction.atomic() if connection.in_atomic_block else nullcontext()
        with suppress(DatabaseError, SynchronousOnlyOperation), guard:
            if row := Heartbeat.objects.first():
                self._follow(row)

    def _follow(self, row: Heartbeat) -> None:
        anchor = self._measure(row.offset)[0]
        # The database's clock may have been set back since that beat.
        moment = max(anchor.moment, row.beaten_at or anchor.moment)
        self.time.anchor = replace(anchor, moment=moment)

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
        return clock.machine_now()
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
