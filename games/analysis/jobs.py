"""Background work on requested analyses, one turn at a time, so that progress can be shown.

All state is in the row of the analysis: several processes may work at once, and a crash loses one turn at most.
"""

from __future__ import annotations

import time

from django.utils import timezone

from accounts.sweeps import log_once
from games.analysis import services
from games.analysis.evaluation.samples import plies_for
from games.analysis.evaluation.turns import Measured, measure_start, measure_turn
from games.analysis.models import Analysis
from games.analysis.replay import Played, play_again
from games.catalogue import games
from games.matches.models import Match
from games.workers import PoolClosed, run

TIME_SLICE = 2.0  # seconds of work before control returns to the scheduler


def work_on_waiting() -> int:
    """Work on waiting analyses, oldest first, for about two seconds; return the number of turns measured."""
    until = time.monotonic() + TIME_SLICE
    measured = 0
    while time.monotonic() < until and (analysis := services.claim(timezone.now())):
        try:
            measured += work_on(analysis, until)
        except PoolClosed:  # this process is exiting; another one will continue
            services.release(analysis, timezone.now())
            break
        except Exception as fault:
            log_once("analyses", analysis.pk, fault)
            services.fail(analysis, timezone.now())
    return measured


def work_on(analysis: Analysis, until: float) -> int:
    """Measure turns until all are done or the monotonic clock passes `until`; return how many were saved."""
    match = analysis.match
    played = play_again(match)
    began = analysis.done
    while analysis.done < len(played.positions):
        if time.monotonic() > until:
            services.release(analysis, timezone.now())
            break
        if not services.save_turn(analysis, measure(match, played, analysis.done).data, timezone.now()):
            break  # the lease was lost while measuring
    else:
        services.finish(analysis)
    return analysis.done - began


def measure(match: Match, played: Played, ply: int) -> Measured:
    """Measure turn number `ply` in a worker process; 0 is the start of the match."""
    slug, plies = games()[match.game_slug].slug, plies_for(len(played.moves))
    if ply == 0:
        return run(measure_start, slug, played.positions[0], match.pk, plies, match.rules_version)
    before, after = played.positions[ply - 1 : ply + 1]
    return run(measure_turn, slug, before, played.moves[ply - 1], after, match.pk, ply, plies, match.rules_version)
