"""The only code that writes analyses: request, save turns, finish, fail."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.analysis.errors import NothingPlayed, NotOver
from games.analysis.evaluation.turns import Measured
from games.analysis.models import VERSION, Analysis
from games.jobs.errors import LeaseLost
from games.jobs.models import Job
from games.jobs.services import enqueue, extend, finish_or_abort
from games.matches.models import Match

MEASURE = "analysis.measure"  # the kind of job; its key is that of the match
LEASE = timedelta(minutes=1)  # renewed with each saved turn; then another process goes on with the analysis

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
    fresh = {"state": State.ASKED, "version": VERSION, "asked_at": timezone.now()}
    with transaction.atomic():
        _analysis, created = Analysis.objects.get_or_create(match=match, defaults=fresh)
        outdated = Analysis.objects.filter(Q(state=State.FAILED) | ~Q(version=VERSION), match=match)
        if created or outdated.update(**fresh, done=0, measured=[]):
            enqueue(MEASURE, match.pk)
    return Analysis.objects.get(match=match)


def save_turn(job: Job, analysis: Analysis, measured: Measured) -> None:
    """Append one measured turn and renew the lease. Raises LeaseLost if another process goes on with it."""
    grown = [*analysis.measured, measured.data]
    with transaction.atomic():
        extend(job, LEASE)
        known = Analysis.objects.filter(pk=analysis.pk, version=analysis.version, done=analysis.done)
        if not known.update(state=State.WORKING, measured=grown, done=len(grown)):  # compare-and-set
            raise LeaseLost
    analysis.measured, analysis.done = grown, len(grown)


def finish(job: Job, analysis: Analysis) -> None:
    """Mark the analysis as complete. Raises LeaseLost."""
    with transaction.atomic():
        finish_or_abort(job)
        Analysis.objects.filter(pk=analysis.pk).update(state=State.DONE)


def fail(job: Job) -> None:
    """Mark an analysis as failed whose job has become a dead letter."""
    Analysis.objects.filter(pk=job.key).exclude(state=State.DONE).update(state=State.FAILED)
