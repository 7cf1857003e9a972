"""The only code that writes analyses: ask for one, take it up, keep what was measured, let it go."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.analysis.errors import NothingPlayed, NotOver
from games.analysis.models import VERSION, Analysis
from games.matches.models import Match

HELD = timedelta(minutes=1)  # after the last turn that was kept, then another clock may take it up
REST = timedelta(seconds=10)  # after a fault
MOST_FAULTS = 3

State = Analysis.State


def check_analysable(match: Match) -> None:
    """Raises Refused unless the match is over and somebody moved in it."""
    if match.finished_at is None:
        raise NotOver
    if match.ply == 0:
        raise NothingPlayed


def ask(match: Match) -> Analysis:
    """The analysis of this match, begun unless it is there or on its way; twice is once. Raises Refused.

    One that failed, or was made by an older version, begins anew.
    """
    check_analysable(match)
    now = timezone.now()
    fresh = {"state": State.ASKED, "version": VERSION, "asked_at": now, "held_until": now}
    try:
        with transaction.atomic():
            return Analysis.objects.create(match=match, **fresh)
    except IntegrityError:  # somebody has asked before
        spent = Analysis.objects.filter(match=match)
        anew = spent.filter(state=State.FAILED) | spent.exclude(version=VERSION)
        anew.update(**fresh, faults=0, done=0, measured=[])
        return spent.get()


def take_up(now: datetime) -> Analysis | None:
    """The oldest analysis that waits and that nobody holds; held from now on. None if there is none."""
    free = Analysis.objects.filter(state__in=(State.ASKED, State.WORKING), held_until__lte=now, version=VERSION)
    for analysis in free.select_related("match").order_by("asked_at")[:5]:
        if _held(analysis).update(state=State.WORKING, held_until=now + HELD):
            analysis.state, analysis.held_until = State.WORKING, now + HELD
            return analysis
    return None


def keep(analysis: Analysis, measured: dict[str, Any], now: datetime) -> bool:
    """Adds one turn and holds on; whether it was still ours to add to."""
    grown = [*analysis.measured, measured]
    kept = _held(analysis).update(measured=grown, done=len(grown), held_until=now + HELD)
    if kept:
        analysis.measured, analysis.done, analysis.held_until = grown, len(grown), now + HELD
    return bool(kept)


def finish(analysis: Analysis) -> None:
    """All turns are there."""
    _held(analysis).update(state=State.DONE)


def let_go(analysis: Analysis, now: datetime) -> None:
    """Whoever has time may go on with it."""
    _held(analysis).update(held_until=now)


def note_fault(analysis: Analysis, now: datetime) -> None:
    """Something went wrong: it is tried again in a moment, but not for ever."""
    last = analysis.faults + 1 >= MOST_FAULTS
    state = State.FAILED if last else State.WORKING
    _held(analysis).update(state=state, faults=F("faults") + 1, held_until=now + REST)


def _held(analysis: Analysis) -> QuerySet[Analysis]:
    """The row, if it is still as we know it: whoever comes second finds none."""
    known = Analysis.objects.filter(pk=analysis.pk, version=analysis.version, done=analysis.done)
    return known.filter(held_until=analysis.held_until, state__in=(State.ASKED, State.WORKING))
