"""Works on the analyses that were asked for, turn by turn, so that their progress can be seen.

All state is the analysis's row: several clocks may do this at once, and what dies half-way is taken up where it was.
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

SITTING = 2.0  # seconds of work before the clock is asked whether to go on


def work_on_waiting() -> int:
    """Works on what was asked for, the oldest first, for a while; how many turns it measured."""
    until = time.monotonic() + SITTING
    measured = 0
    while time.monotonic() < until and (analysis := services.take_up(timezone.now())):
        try:
            measured += work_on(analysis, until)
        except PoolClosed:  # this process ends; another one goes on
            services.let_go(analysis, timezone.now())
            break
        except Exception as fault:
            log_once("analyses", analysis.pk, fault)
            services.note_fault(analysis, timezone.now())
    return measured


def work_on(analysis: Analysis, until: float) -> int:
    """Measures turns until all are there, or this reading of a steady clock has passed; how many it kept."""
    match = analysis.match
    played = play_again(match)
    began = analysis.done
    while analysis.done < len(played.positions):
        if time.monotonic() > until:
            services.let_go(analysis, timezone.now())
            break
        if not services.keep(analysis, measure(match, played, analysis.done).data, timezone.now()):
            break  # it was taken from us while we were thinking
    else:
        services.finish(analysis)
    return analysis.done - began


def measure(match: Match, played: Played, ply: int) -> Measured:
    """What there is to know about turn number `ply`, thought out where it keeps nobody waiting; 0 is the start."""
    slug, plies = games()[match.game_slug].slug, plies_for(len(played.moves))
    if ply == 0:
        return run(measure_start, slug, played.positions[0], match.pk, plies)
    before, after = played.positions[ply - 1 : ply + 1]
    return run(measure_turn, slug, before, played.moves[ply - 1], after, match.pk, ply, plies)
