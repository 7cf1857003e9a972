"""The job of a requested analysis: it measures turn by turn, so that progress can be shown.

All state is in the row of the analysis: if a process dies, at most one turn is lost.
"""

from __future__ import annotations

import time
from concurrent.futures import Future
from functools import partial

from core.limits import admit_account, admit_site
from games.analysis import services
from games.analysis.evaluation.moments import Moment, deciding, reason_of
from games.analysis.evaluation.report import TurnReport
from games.analysis.evaluation.rollouts import plies_for
from games.analysis.evaluation.turns import Measured, estimate, measure_start, measure_turn
from games.analysis.models import VERSION, Analysis
from games.analysis.reading import Played, play_again, read_report
from games.catalogue import games
from games.jobs.hooks import Outside, Postponed, Queue
from games.jobs.models import Job
from games.matches.models import Match
from games.workers import PoolClosed, begin, begin_promptly, run

ANALYSES = Queue("analyses", batch=1, lease=services.LEASE)
ESTIMATES = Queue("estimates", batch=1, lease=services.LEASE)  # of its own: none waits for an analysis
CPU_LIMIT = 5.0  # seconds of CPU time of a first estimate, which takes less than one
TIME_SLICE = 2.0  # seconds of work before control returns to the runner, which may have to stop


def make_estimate(job: Job) -> Outside | None:
    """Have a worker make the first estimate of an analysis, ahead of what it measures; None if it needs none.

    It has the priority of moves while players and site are within their limits, then the lowest, so that they do not
    feel it. Raises Postponed if this process is about to exit.
    """
    waiting = Analysis.objects.select_related("match__first", "match__second")
    waiting = waiting.filter(pk=job.key, version=VERSION, estimate=[])
    analysis = waiting.exclude(state__in=(Analysis.State.DONE, Analysis.State.FAILED)).first()
    if analysis is None:
        return None
    match = analysis.match
    slug, played = games()[match.game_slug].slug, play_again(match)
    start = begin_promptly if _is_prompt(match) else begin
    try:
        future = start(CPU_LIMIT, estimate, slug, played.positions, match.pk, match.rules_version)
    except PoolClosed:
        raise Postponed from None
    return Outside(future, partial(_keep_estimate, match.pk, future))


def _is_prompt(match: Match) -> bool:
    """Count a first estimate of this match, and return whether it is within the limits of its players and the site."""
    people = [player.pk for player in (match.first, match.second) if not player.is_computer]
    return all(admit_account(pk, "estimate") for pk in people) and admit_site("estimates")


def _keep_estimate(match_id: str, future: Future[list[Measured]]) -> None:
    if isinstance(future.exception(), PoolClosed):
        raise Postponed
    services.save_estimate(match_id, future.result())


def work_on(job: Job) -> None:
    """Measure turns for about `TIME_SLICE`; finish the analysis, or raise Postponed if turns are left."""
    waiting = Analysis.objects.select_related("match").filter(pk=job.key, version=VERSION)
    analysis = waiting.exclude(state=Analysis.State.DONE).first()
    if analysis is None:
        return
    match = analysis.match
    played = play_again(match)
    until = time.monotonic() + TIME_SLICE
    while analysis.done < len(played.positions):
        try:
            measured = measure(match, played, analysis.done)
        except PoolClosed:  # this process ends; another one goes on
            raise Postponed from None
        services.save_turn(job, analysis, measured)
        if time.monotonic() > until and analysis.done < len(played.positions):
            raise Postponed
    report = read_report(analysis, played)
    try:
        moments = [_explained(match, played, row) for row in deciding(report)]
    except PoolClosed:
        raise Postponed from None
    services.finish(job, analysis, report, moments)


def _explained(match: Match, played: Played, row: TurnReport) -> Moment:
    """Return a moment with its reason, found in a worker process; a move that is no miss for sure needs none."""
    if not row.is_miss:
        return Moment(row.ply, None)
    slug, before, text = match.game_slug, played.positions[row.ply - 1], played.moves[row.ply - 1]
    return run(reason_of, slug, before, text, row.choices, row.ply, match.rules_version)


def measure(match: Match, played: Played, ply: int) -> Measured:
    """Measure turn number `ply` in a worker process; 0 is the start of the match. Raises PoolClosed."""
    slug, plies = games()[match.game_slug].slug, plies_for(len(played.moves))
    if ply == 0:
        return run(measure_start, slug, played.positions[0], match.pk, plies, match.rules_version)
    before, after = played.positions[ply - 1 : ply + 1]
    return run(measure_turn, slug, before, played.moves[ply - 1], after, match.pk, ply, plies, match.rules_version)
