"""The only code that writes analyses: request, claim, save turns, finish, release, fail."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.analysis.errors import NothingPlayed, NotOver
from games.analysis.models import VERSION, Analysis
from games.matches.models import Match

LEASE = timedelta(minutes=1)  # renewed with each saved turn; after it, another process may claim the analysis
RETRY_PAUSE = timedelta(seconds=10)  # after a fault
MOST_FAULTS = 3

State = Analysis.State


def check_analysable(match: Match) -> None:
    """Raise Refused unless the match is over and a move was made in it."""
    if match.finished_at is None:
        raise NotOver
    if match.ply == 0:
        raise NothingPlayed


def ask(match: Match) -> Analysis:
    """Request the analysis of this match unless it was requested before, and return it. Idempotent. Raises Refused.

    A failed analysis, or one by an older version, is requested again.
    """
    check_analysable(match)
    now = timezone.now()
    fresh = {"state": State.ASKED, "version": VERSION, "asked_at": now, "held_until": now}
    try:
        with transaction.atomic():
            return Analysis.objects.create(match=match, **fresh)
    except IntegrityError:  # requested before
        spent = Analysis.objects.filter(match=match)
        outdated = spent.filter(state=State.FAILED) | spent.exclude(version=VERSION)
        outdated.update(**fresh, faults=0, done=0, measured=[])
        return spent.get()


def claim(now: datetime) -> Analysis | None:
    """Claim and return the oldest waiting analysis without a lease; None if there is none."""
    free = Analysis.objects.filter(state__in=(State.ASKED, State.WORKING), held_until__lte=now, version=VERSION)
    for analysis in free.select_related("match").order_by("asked_at")[:5]:
        if _held(analysis).update(state=State.WORKING, held_until=now + LEASE):
            analysis.state, analysis.held_until = State.WORKING, now + LEASE
            return analysis
    return None


def save_turn(analysis: Analysis, measured: dict[str, Any], now: datetime) -> bool:
    """Append one measured turn and renew the lease. Return False if the lease was lost (compare-and-set)."""
    grown = [*analysis.measured, measured]
    kept = _held(analysis).update(measured=grown, done=len(grown), held_until=now + LEASE)
    if kept:
        analysis.measured, analysis.done, analysis.held_until = grown, len(grown), now + LEASE
    return bool(kept)


def finish(analysis: Analysis) -> None:
    """Mark the analysis as complete."""
    _held(analysis).update(state=State.DONE)


def release(analysis: Analysis, now: datetime) -> None:
    """Give up the lease, so that any process may continue."""
    _held(analysis).update(held_until=now)


def fail(analysis: Analysis, now: datetime) -> None:
    """Schedule another try after a pause, or mark the analysis as failed after the last one."""
    last = analysis.faults + 1 >= MOST_FAULTS
    state = State.FAILED if last else State.WORKING
    _held(analysis).update(state=state, faults=F("faults") + 1, held_until=now + RETRY_PAUSE)


def _held(analysis: Analysis) -> QuerySet[Analysis]:
    """Return the row if the caller still holds its lease (compare-and-set)."""
    known = Analysis.objects.filter(pk=analysis.pk, version=analysis.version, done=analysis.done)
    return known.filter(held_until=analysis.held_until, state__in=(State.ASKED, State.WORKING))
