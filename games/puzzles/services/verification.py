"""Verification of puzzles before they are offered: their answers have to be the best moves by winning chance.

A job checks each of them.
"""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from core import clock
from games.catalogue import games
from games.jobs.models import Job
from games.jobs.services import enqueue_all
from games.matches.play.updates import announce_live_partial
from games.puzzles.days import today
from games.puzzles.kinds import Kind
from games.puzzles.making.extraction import Found
from games.puzzles.making.verification import verified_hardness
from games.puzzles.models import Puzzle
from games.workers import run

CHECK = "puzzles.check"  # the kind of job that checks one puzzle
MOST_QUEUED = 20  # checks in the queue: further ones would be overdue for so long that the jobs seem to be stuck
OF_MATCH = "end_puzzle"  # the live partial of a match that leads to a puzzle from it

State = Puzzle.State


def unchecked() -> QuerySet[Puzzle]:
    """Return the puzzles of installed games that wait to be checked, without those whose check is a dead letter.

    An offered puzzle that has to be checked again has no `checked_at`; it is offered meanwhile.
    """
    return waiting().exclude(pk__in=Job.objects.filter(kind=CHECK, state=Job.State.DEAD).values("key"))


def waiting() -> QuerySet[Puzzle]:
    """Return the puzzles of installed games that are not checked."""
    return Puzzle.objects.filter(checked_at=None, state__in=[State.UNCHECKED, State.OFFERED], game_slug__in=games())


def withdraw_outdated() -> None:
    """Withdraw the puzzles that were found under former rules of their game: the best move may be another one now.

    Those found under later rules stay: they belong to a newer process, during an upgrade.
    """
    outdated = Q(pk__in=())
    for slug, game in games().items():
        outdated |= Q(game_slug=slug, rules_version__lt=game.rules_version)
    Puzzle.objects.filter(outdated).exclude(state=State.WITHHELD).update(state=State.WITHHELD)


def enqueue_checks() -> None:
    """Enqueue the checks of the most urgent puzzles: those of today, then the oldest. Idempotent."""
    checks = Job.objects.filter(kind=CHECK)
    room = MOST_QUEUED - checks.filter(state=Job.State.WAITING).count()
    if room <= 0:
        return
    others = waiting().exclude(pk__in=checks.values("key")).values_list("pk", flat=True)
    todays = list(others.filter(daily__day=today())[:room])
    oldest = others.exclude(pk__in=todays).order_by("made_at")[: room - len(todays)]
    for puzzles in (todays, oldest):  # one after the other: of jobs that are due at once the first one runs first
        enqueue_all((CHECK, pk) for pk in puzzles)


def check(puzzle: Puzzle) -> bool:
    """Check one puzzle; return whether it is offered by that. Idempotent.

    Its hardness is estimated again, so that it is comparable with that of later puzzles; its rating stays. If it is
    offered, open pages of its match are updated. Raises PoolClosed if this process is about to exit, and unexpected
    errors.
    """
    position = (puzzle.game_slug, puzzle.option_data, bytes(puzzle.seed), puzzle.moves)
    hardness = run(verified_hardness, *position, _found(puzzle))
    row, now = waiting().filter(pk=puzzle.pk), clock.now()
    if hardness is None:
        row.update(state=State.WITHHELD, checked_at=now)
        return False
    if not row.update(state=State.OFFERED, hardness=hardness, checked_at=now):
        return False  # another process was first (compare-and-set)
    if puzzle.source and puzzle.source.match_id:
        transaction.on_commit(partial(announce_live_partial, puzzle.source.match_id, OF_MATCH), robust=True)
    return True


def _found(puzzle: Puzzle) -> Found:
    """Return the puzzle as plain values for a worker, without the measures that the worker computes."""
    counts = (puzzle.best_points, puzzle.second_points, puzzle.choices, puzzle.answers)
    solutions = tuple(puzzle.solutions)
    kind, line = Kind(puzzle.kind), puzzle.line
    return Found(puzzle.ply, puzzle.best, *counts, squares=0, kind=kind, solutions=solutions, line=line)
