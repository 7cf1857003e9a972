"""The only code that writes analyses: request, save turns, finish, fail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.hooks import Facts
from accounts.models import User
from accounts.online.presence import is_online
from core import clock
from core.live import fanout
from games.analysis.errors import NothingPlayed, NotOver
from games.analysis.evaluation.moments import Moment
from games.analysis.evaluation.report import Report
from games.analysis.evaluation.turns import Measured
from games.analysis.hooks import analysis_finished
from games.analysis.models import SAME_TURNS, VERSION, Analysis
from games.analysis.reading import summary_of
from games.catalogue import games
from games.jobs.hooks import LeaseLost
from games.jobs.models import Job
from games.jobs.services import enqueue, extend, finish_or_abort, schedule_all
from games.matches.models import Match
from games.matches.play.updates import announce_live_partial

MEASURE = "analysis.measure"  # the kind of job; its key is that of the match
ESTIMATE = "analysis.estimate"  # the kind of job that makes the first estimate; its key is the same
LEASE = timedelta(minutes=1)  # renewed with each saved turn; once it expires, another process takes over

# By which a requested analysis precedes automatic ones in the queue: longer than any waits there
AHEAD = timedelta(days=1)
OWN = 2 * AHEAD  # the same of one at which a player of the match looks, or which one requests
JUST_ENDED = AHEAD + AHEAD / 2  # the same of the automatic one of a match that a player has just finished
JUST = timedelta(minutes=10)  # since the end of such a match
RENEWED = 2  # analyses by an older version that are requested again in one step
MOST_TOLD = 50  # waiting analyses whose pages are told that one has ended
FEWEST_MOVES = 6  # of a match that is analysed automatically
NEWS = "analysis_news"  # the name of the live partial with the main figures
PAGE = "analysis"  # the name of the live page

State = Analysis.State


def check_analysable(match: Match) -> None:
    """Raise Refused unless the match is over, both boards of a mirror match are, and a move was made in it."""
    if not match.is_over:
        raise NotOver
    if match.ply == 0:
        raise NothingPlayed


def ask(match: Match, *, ahead: timedelta = AHEAD) -> Analysis:
    """Request the analysis of this match unless it was requested before, and return it. Idempotent. Raises Refused.

    A failed analysis, or one by an older version, is requested again; turns that are measured alike stay. Its job is
    due `ahead` in the past, so that it precedes those of automatic analyses.
    """
    check_analysable(match)
    now = clock.now()
    fresh = {"state": State.ASKED, "version": VERSION, "asked_at": now}
    with transaction.atomic():
        _analysis, is_new = Analysis.objects.get_or_create(match=match, defaults=fresh)
        outdated = Analysis.objects.filter(Q(state=State.FAILED) | ~Q(version=VERSION), match=match)
        measured = outdated.filter(state=State.DONE, version__gte=SAME_TURNS)
        if (
            is_new
            or measured.update(state=State.WORKING, version=VERSION, asked_at=now, summary={})
            or outdated.update(**fresh, done=0, measured=[], summary={}, estimate=[])
        ):
            enqueue(MEASURE, match.pk, due_at=now - ahead)
            if ahead:
                enqueue(ESTIMATE, match.pk)
    return Analysis.objects.get(match=match)


def look(player: User, displays: Facts) -> None:
    """Put an analysis that waits ahead of those of others, if a page of a player of its match shows it. Idempotent."""
    kind, _colon, match_id = str(displays.get("sees")).partition(":")
    if kind != PAGE or not match_id.isalnum():
        return
    due_at = clock.now() - OWN
    later = Job.objects.filter(kind=MEASURE, key=match_id, state=Job.State.WAITING, due_at__gt=due_at)
    if later.exists() and Match.objects.filter(Q(first=player) | Q(second=player), pk=match_id).exists():
        with transaction.atomic():
            enqueue(MEASURE, match_id, due_at=due_at)
            _announce_with_others(match_id)


def renew_outdated() -> None:
    """Request again a few analyses by an older version, of the latest matches first, if no analysis waits. Idempotent.

    It is called when a process starts, as the version may be new, and when an analysis has ended. Failed ones are
    skipped: they are requested again by `ask` only.
    """
    outdated = Analysis.objects.exclude(version=VERSION).exclude(state=State.FAILED)
    if not outdated.exists() or _on_their_way().exists():
        return
    for analysis in outdated.select_related("match").order_by("-match__finished_at")[:RENEWED]:
        ask(analysis.match, ahead=timedelta())


def begin(matches: Iterable[Match]) -> None:
    """Request the analyses of matches that have just ended, at most until `ANALYSES_WAITING` wait. Idempotent.

    Matches between two computers, void ones, and those of fewer than `FEWEST_MOVES` moves are skipped.
    """
    candidates = [match for match in matches if _begins_by_itself(match)]
    picks = candidates[: max(0, settings.ANALYSES_WAITING - _on_their_way().count())] if candidates else []
    if not picks:
        return
    now = clock.now()
    rows = [Analysis(match=match, state=State.ASKED, version=VERSION, asked_at=now) for match in picks]
    with transaction.atomic():
        Analysis.objects.bulk_create(rows, ignore_conflicts=True)
        analyses = Analysis.objects.filter(match__in=picks, state=State.ASKED, done=0)
        new = set(analyses.values_list("pk", flat=True))
        ahead = {match.pk: JUST_ENDED if _has_just_ended(match) else timedelta() for match in picks if match.pk in new}
        schedule_all({(MEASURE, pk): now - before for pk, before in ahead.items()})
        schedule_all({(ESTIMATE, pk): now for pk, before in ahead.items() if before})


def _on_their_way() -> QuerySet[Analysis]:
    """Return the analyses of the current version that wait or are in progress; no job continues older ones."""
    return Analysis.objects.filter(state__in=(State.ASKED, State.WORKING), version=VERSION)


def _begins_by_itself(match: Match) -> bool:
    between_computers = match.first.is_computer and match.second.is_computer
    is_over = match.is_over and not match.voided_at
    return is_over and match.ply >= FEWEST_MOVES and not between_computers and match.game_slug in games()


def _has_just_ended(match: Match) -> bool:
    """Return whether a player who is still here has just finished this match, and may look for its analysis."""
    is_new = match.finished_at is not None and match.finished_at > clock.now() - JUST
    return is_new and any(is_online(player) for player in (match.first, match.second) if not player.is_computer)


def topic_of(match_id: str) -> str:
    """Return the topic of the open pages of an analysis."""
    return f"live.{PAGE}.{match_id}"


def _announce(*match_ids: str) -> None:
    """Have the open pages of these analyses brought up to date after the commit."""
    topics = [topic_of(match_id) for match_id in match_ids]
    transaction.on_commit(partial(fanout.publish, topics, {"type": "page.changed"}), robust=True)


def _announce_with_others(match_id: str) -> None:
    """Do the same where the places of all that wait have changed."""
    _announce(match_id, *_on_their_way().exclude(pk=match_id).values_list("pk", flat=True)[:MOST_TOLD])


def save_estimate(match_id: str, measured: Sequence[Measured]) -> None:
    """Store the first estimate of an analysis that is on its way. Idempotent."""
    with transaction.atomic():
        if _on_their_way().filter(pk=match_id).update(estimate=[one.data for one in measured]):
            _announce(match_id)


def save_turn(job: Job, analysis: Analysis, measured: Measured) -> None:
    """Append one measured turn and renew the lease. Raises LeaseLost if another process has taken over."""
    grown = [*analysis.measured, measured.data]
    with transaction.atomic():
        extend(job, LEASE)
        rows = Analysis.objects.filter(pk=analysis.pk, version=analysis.version, done=analysis.done)
        if not rows.update(state=State.WORKING, measured=grown, done=len(grown)):  # compare-and-set
            raise LeaseLost
        _announce(analysis.pk)
    analysis.measured, analysis.done = grown, len(grown)


def finish(job: Job, analysis: Analysis, report: Report, moments: Iterable[Moment]) -> None:
    """Mark the analysis as complete, store its summary, and push it to open pages of the match. Raises LeaseLost."""
    with transaction.atomic():
        finish_or_abort(job)
        Analysis.objects.filter(pk=analysis.pk).update(
            state=State.DONE, summary=summary_of(report, moments), estimate=[]
        )
        for follow_up in analysis_finished:
            follow_up(analysis.match)
        transaction.on_commit(partial(announce_live_partial, analysis.pk, NEWS), robust=True)
        transaction.on_commit(renew_outdated, robust=True)
        _announce_with_others(analysis.pk)


def fail(job: Job) -> None:
    """Mark an analysis as failed whose job has become a dead letter."""
    Analysis.objects.filter(pk=job.key).exclude(state=State.DONE).update(state=State.FAILED)
    _announce_with_others(job.key)
    transaction.on_commit(renew_outdated, robust=True)
