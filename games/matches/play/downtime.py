"""Downtimes of the site: afterwards all clocks of running matches are moved, as if they had stood still."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Case, DateTimeField, DurationField, F, Func, Q, QuerySet, TextField, Value, When
from django.db.models.expressions import Expression
from django.db.models.functions import Cast, Coalesce, Concat, Greatest, Least
from django.db.models.sql.compiler import SQLCompiler

from accounts.models import User
from accounts.online import presence
from core.live import fanout
from games.jobs import beats
from games.matches.hooks import site_resumed
from games.matches.models import AWAY_SINCE, Match, Vacation
from games.matches.play import announcements, rooms
from games.matches.play.vacation import rest_schedules
from games.matches.time.control import live_kinds
from games.matches.time.terms import played_correspondence, played_live
from games.rules import Seat

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
    beats.beat(RETURNED, now=now)
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
    up = beats.age_of(RETURNED, now=silent_since)
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


def _resumed(silent_since: datetime, now: datetime, live_ones: list[str]) -> None:
    """Keep players online who were before, and tell open pages of live matches; others catch up by their heartbeat."""
    rooms.clear()
    presence.resume(silent_since, now)
    for start in range(0, len(live_ones), TOLD_AT_ONCE):
        topics = [announcements.match_topic(pk) for pk in live_ones[start : start + TOLD_AT_ONCE]]
        fanout.publish(topics, {"type": "match.changed"})
