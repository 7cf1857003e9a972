"""Downtimes of the site: afterwards all clocks of running matches are moved, as if they had stood still."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Coalesce, Concat

from accounts import fanout, presence
from games.matches import live, rooms
from games.matches.hooks import site_resumed
from games.matches.models import Match
from games.matches.terms import played_correspondence, played_live
from games.matches.time.control import live_kinds
from games.matches.time.schedule import NOTHING

RETURN = timedelta(minutes=1)  # for the players of live matches to come back; no clock runs meanwhile
TOLD_AT_ONCE = 500  # matches whose pages one event tells
_PAUSE = re.compile(r"(\d+):(\d+) ")


@dataclass(frozen=True)
class Downtime:
    """A time when the site was down during a match: after which move, and how long."""

    ply: int
    seconds: int


def downtimes_of(match: Match) -> list[Downtime]:
    """Return all times when the site was down during the match, in order."""
    return [Downtime(int(ply), int(seconds)) for ply, seconds in _PAUSE.findall(match.downtimes)]


def resume(silent_since: datetime, now: datetime) -> None:
    """Move all clocks and deadlines by the time of a downtime; live ones by `RETURN` more, for players to come back.

    Call it in the transaction that ends the downtime. A match whose turn began later than `silent_since` is moved by
    the time since then. Rows are locked in the order of their keys, against deadlocks. The versions rise, so that no
    process writes what it computed from a row before (optimistic locking).
    """
    running = Match.objects.filter(finished_at=None)
    locked = list(running.select_for_update(no_key=True).order_by("pk").values_list("pk", "time_kind"))
    begun = running.annotate(turn_since=Coalesce("clock_since", "moved_at"))
    late = Q(turn_since__gt=silent_since)  # the site was still up for a while after its last beat
    for turn_since in set(begun.filter(late).values_list("turn_since", flat=True)):
        _move(begun.filter(turn_since=turn_since), max(now - turn_since, NOTHING))
    _move(begun.exclude(late), now - silent_since)
    for work in site_resumed:
        work(silent_since, now)
    kinds = live_kinds()
    live_ones = [pk for pk, kind in locked if kind in kinds]
    transaction.on_commit(partial(_resumed, silent_since, now, live_ones))


def _move(matches: QuerySet[Match], gap: timedelta) -> None:
    """Move the clocks of these running matches by the gap, and append the downtime to their rows."""
    note = Value(f":{gap // timedelta(seconds=1)} ", TextField())
    changes = {
        "version": F("version") + 1,
        "downtimes": Concat("downtimes", Cast("ply", TextField()), note),
        "first_away_since": F("first_away_since") + gap,
        "second_away_since": F("second_away_since") + gap,
    }
    matches.filter(played_correspondence()).update(deadline_at=F("deadline_at") + gap, **changes)
    later = gap + RETURN
    live_changes = {"deadline_at": F("deadline_at") + later, "clock_since": F("clock_since") + later}
    matches.filter(played_live()).update(**live_changes, **changes)


def _resumed(silent_since: datetime, now: datetime, live_ones: list[str]) -> None:
    """Keep players online who were before, and tell open pages of live matches; others catch up by their heartbeat."""
    rooms.clear()
    presence.resume(silent_since, now)
    for start in range(0, len(live_ones), TOLD_AT_ONCE):
        topics = [live.match_topic(pk) for pk in live_ones[start : start + TOLD_AT_ONCE]]
        fanout.publish(topics, {"type": "match.changed"})
