"""Verification of puzzles before they are offered: their answers have to be the best moves by winning chance.

Each check holds a lease on its puzzle (`check_claimed_at`), so that several processes can share the work.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts import sitetime
from games.catalogue import games
from games.matches.live import announce_live_partial
from games.puzzles.days import today
from games.puzzles.extraction import Found
from games.puzzles.kinds import Kind
from games.puzzles.models import Puzzle
from games.puzzles.verification import verified_hardness
from games.workers import PoolClosed, run

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)  # after which an unfinished check is started again
OF_MATCH = "puzzle"  # the live partial of a match that leads to a puzzle from it
MOST_TRIES = 3  # after which the puzzle is parked: it stays unchecked, and staff see it

State = Puzzle.State


def unchecked() -> QuerySet[Puzzle]:
    """Return the puzzles of installed games that wait to be checked, without the parked ones.

    An offered puzzle that has to be checked again has no `checked_at`; it is offered meanwhile.
    """
    return _waiting().filter(check_tries__lt=MOST_TRIES, game_slug__in=games())


def withdraw_outdated() -> None:
    """Withdraw the puzzles that were found under former rules of their game: the best move may be another one now.

    Those found under later rules stay: they belong to a newer process, during an upgrade.
    """
    outdated = Q(pk__in=())
    for slug, game in games().items():
        outdated |= Q(game_slug=slug, rules_version__lt=game.rules_version)
    Puzzle.objects.filter(outdated).exclude(state=State.WITHHELD).update(state=State.WITHHELD)


def check_next() -> bool:
    """Check the most urgent puzzle: one of today's, else the oldest; return False if none was waiting."""
    now = sitetime.now()
    waiting = unchecked().filter(_free(now))
    oldest = waiting.order_by("check_tries", "made_at").first()
    if oldest is None:
        return False
    check(waiting.filter(daily__day=today()).first() or oldest, now)
    return True


def check(puzzle: Puzzle, now: datetime) -> bool:
    """Check one puzzle unless another process holds its lease; return whether it was checked and is now offered.

    Its hardness is estimated again, so that it is comparable with that of later puzzles; its rating stays. If it is
    offered, open pages of its match are updated.
    """
    mine = _waiting().filter(_free(now), pk=puzzle.pk)
    if not mine.update(check_claimed_at=now, check_tries=F("check_tries") + 1):
        return False
    claimed = _waiting().filter(pk=puzzle.pk, check_claimed_at=now)
    position = (puzzle.game_slug, puzzle.option_data, bytes(puzzle.seed), puzzle.moves)
    try:
        hardness = run(verified_hardness, *position, _found(puzzle))
    except PoolClosed:  # this process is exiting: not counted as a try
        claimed.update(check_claimed_at=None, check_tries=F("check_tries") - 1)
        return False
    except Exception:  # a bad puzzle must not block the others; the lease delays the next try
        if puzzle.check_tries + 1 >= MOST_TRIES:
            log.exception("Puzzle %s cannot be checked and is parked", puzzle.pk)
        return False
    best = hardness is not None
    verdict = {"state": State.OFFERED, "hardness": hardness} if best else {"state": State.WITHHELD}
    if not claimed.update(**verdict, checked_at=sitetime.now(), check_claimed_at=None):
        return False
    if best and puzzle.source and puzzle.source.match_id:
        transaction.on_commit(partial(announce_live_partial, puzzle.source.match_id, OF_MATCH), robust=True)
    return best


def _found(puzzle: Puzzle) -> Found:
    """Return the puzzle as plain values for a worker, without the measures that the worker computes."""
    counts = (puzzle.best_points, puzzle.second_points, puzzle.choices, puzzle.answers)
    solutions = tuple(puzzle.solutions)
    kind, line = Kind(puzzle.kind), puzzle.line
    return Found(puzzle.ply, puzzle.best, *counts, squares=0, kind=kind, solutions=solutions, line=line)


def _waiting() -> QuerySet[Puzzle]:
    return Puzzle.objects.filter(checked_at=None, state__in=[State.UNCHECKED, State.OFFERED])


def _free(now: datetime) -> Q:
    return Q(check_claimed_at=None) | Q(check_claimed_at__lt=now - LEASE)
