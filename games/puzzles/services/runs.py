"""Runs: sprints of three minutes, streaks, puzzles failed on an earlier day, and a player's own mistakes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from accounts.models import User
from core import clock
from games.puzzles.kinds import RunKind
from games.puzzles.models import Attempt, Puzzle, Run, RunPuzzle
from games.puzzles.services import practice
from games.puzzles.services.selection import FIRST_RATING, STEP, day_of, puzzle_for_run, ranked_runs_of, today
from games.puzzles.services.solving import judged

LENGTH = timedelta(minutes=3)
GRACE = timedelta(seconds=2)  # for an answer that is on its way when the time is over
MOST_MISSES = {RunKind.SPRINT: 3, RunKind.STREAK: 1}  # that end a run
UNREAD = ("puzzle__seed", "puzzle__moves", "puzzle__option_data")
REMEMBERED = 500  # latest attempts, and answers in runs, that are read to find puzzles to repeat
LONGEST_REPEAT = 20  # puzzles of one repetition


def start_run(player: User, slug: str, kind: RunKind, theme: str = "") -> Run | None:
    """Start a run with its first puzzle, or return the open one; None if there is no puzzle for it.

    A run of own mistakes may be limited to one theme; it takes the place of an open one, whose answers count.
    """
    now = clock.now()
    ends_at = now + LENGTH if kind == Run.Kind.SPRINT else None
    try:
        with transaction.atomic():
            for old in Run.objects.select_for_update().filter(player=player, game_slug=slug, kind=kind, ended_at=None):
                if kind == Run.Kind.OWN:
                    stop(old)
                elif not close_if_over(old, now):
                    return old
            run = Run.objects.create(kind=kind, game_slug=slug, player=player, begun_at=now, ends_at=ends_at)
            if not _fill(run, theme):
                run.delete()
                return None
            return run
    except IntegrityError:  # two requests at once: the other one has started it
        return Run.objects.filter(player=player, game_slug=slug, kind=kind, ended_at=None).first()


def answer(run: Run, number: int, text: str) -> RunPuzzle | None:
    """Answer the puzzle of this number with a move, and add the next one; return the answered one.

    Returns None, and changes nothing, if that puzzle is not the one to be answered (idempotent) or the time is over.
    Raises BadNotation or IllegalMove, which cost nothing.
    """
    run_puzzle = run.puzzles.select_related("puzzle").filter(number=number).first()
    if run_puzzle is None:
        return None
    move, turn = judged(run_puzzle.puzzle, text)
    now = clock.now()
    with transaction.atomic():
        run = Run.objects.select_for_update().select_related("player").get(pk=run.pk)
        open_puzzle = current(run)
        if close_if_over(run, now) or open_puzzle is None or open_puzzle.number != number:
            return None
        run_puzzle.text, run_puzzle.points, run_puzzle.answered_at = move, turn.points, now
        run_puzzle.is_solved = run_puzzle.puzzle.is_answered_by(move, turn.points)
        run_puzzle.save()
        if run.kind == Run.Kind.OWN:
            practice.note(run.player, run_puzzle.puzzle, is_solved=run_puzzle.is_solved)
        run.solved, run.missed = run.solved + run_puzzle.is_solved, run.missed + (not run_puzzle.is_solved)
        _go_on(run, now)
    return run_puzzle


def skip(run: Run, number: int) -> None:
    """Skip the puzzle of this number, if it is the one to be answered and the run has a skip left. Idempotent."""
    now = clock.now()
    with transaction.atomic():
        run = Run.objects.select_for_update().select_related("player").get(pk=run.pk)
        open_puzzle = current(run)
        if run.can_skip and open_puzzle and open_puzzle.number == number:
            open_puzzle.answered_at = now
            open_puzzle.save(update_fields=["answered_at"])
            run.skipped += 1
            _go_on(run, now)


def stop(run: Run) -> None:
    """End a run early. Idempotent."""
    Run.objects.filter(pk=run.pk, ended_at=None).update(ended_at=clock.now())


def close_if_over(run: Run, now: datetime) -> bool:
    """End a run whose time is over, with `ends_at` as its end; return whether it has ended. Idempotent."""
    if run.ended_at is None and run.ends_at and now > run.ends_at + GRACE:
        run.ended_at = run.ends_at
        Run.objects.filter(pk=run.pk, ended_at=None).update(ended_at=F("ends_at"))
    return run.ended_at is not None


def open_run(player: User | None, slug: str, kind: str) -> Run | None:
    """Return the player's run of this kind that goes on, None without one; after closing one whose time is over."""
    rows = Run.objects.filter(player=player, game_slug=slug, kind=kind, ended_at=None)
    run = rows.first() if player else None
    return None if run is None or close_if_over(run, clock.now()) else run


def current(run: Run) -> RunPuzzle | None:
    """Return the puzzle to be answered now; None if none is left."""
    return run.puzzles.select_related("puzzle__source").filter(answered_at=None).first()


def missed_by(player: User) -> dict[str, list[Puzzle]]:
    """Return the puzzles whose last answer was wrong, on an earlier day (UTC), by game, oldest answers first.

    An answer is the first move at a puzzle, or that in a run. Endings of several moves are not repeated.
    """
    last: dict[str, tuple[datetime, bool, Puzzle]] = {}
    answers = [*_answers(player)]
    answers.reverse()  # the sort is stable: of answers at one moment those of a run keep its order
    for at, is_solved, puzzle in sorted(answers, key=lambda one: one[0]):
        last[puzzle.pk] = (at, is_solved, puzzle)
    puzzles: dict[str, list[Puzzle]] = defaultdict(list)
    for at, is_solved, puzzle in sorted(last.values(), key=lambda one: one[0]):
        if not is_solved and puzzle.is_offered and not puzzle.is_line and day_of(at) < today():
            puzzles[puzzle.game_slug].append(puzzle)
    return puzzles


def _answers(player: User) -> Iterator[tuple[datetime, bool, Puzzle]]:
    """Yield time, correctness and puzzle of the latest answers, `REMEMBERED` each of attempts and of runs."""
    condition = Q(tries__gt=0) | Q(given_up_at__isnull=False)
    attempts = Attempt.objects.filter(condition, player=player).select_related("puzzle").defer(*UNREAD)
    for attempt in attempts.order_by("-begun_at")[:REMEMBERED]:
        yield attempt.begun_at, attempt.tries == 1 and attempt.solved_at is not None, attempt.puzzle
    runs = Run.objects.filter(player=player).order_by("-begun_at").values("pk")[:REMEMBERED]  # these have the latest
    rows = RunPuzzle.objects.filter(run__in=runs, answered_at__isnull=False).select_related("puzzle")
    for one in rows.exclude(text="").defer(*UNREAD).order_by("-answered_at", "-pk")[:REMEMBERED]:
        if one.answered_at:
            yield one.answered_at, one.is_solved, one.puzzle


def _fill(run: Run, theme: str) -> bool:
    """Add the first puzzle of a ranked run, or all of another one; return whether there is one."""
    if run.is_ranked:
        return run.game_slug in ranked_runs_of(run.player) and _add_next(run)
    if run.kind == Run.Kind.OWN:
        due = practice.due_of(run.player, run.begun_at).filter(puzzle__game_slug=run.game_slug)
        mistakes = due.filter(theme=theme) if theme else due
        puzzles = [one.puzzle for one in mistakes[:LONGEST_REPEAT]]
    else:
        puzzles = missed_by(run.player).get(run.game_slug, [])[:LONGEST_REPEAT]
    RunPuzzle.objects.bulk_create(RunPuzzle(run=run, puzzle=puzzle, number=at) for at, puzzle in enumerate(puzzles, 1))
    return bool(puzzles)


def _go_on(run: Run, now: datetime) -> None:
    """Save the run after an answer, with the next puzzle of a ranked one; it ends without one or by its misses."""
    has_next = run.missed < MOST_MISSES[RunKind(run.kind)] and _add_next(run) if run.is_ranked else current(run)
    if not has_next:
        run.ended_at = now
    run.save()


def _add_next(run: Run) -> bool:
    puzzle = puzzle_for_run(run, FIRST_RATING + STEP * run.solved)
    if puzzle:
        RunPuzzle.objects.create(run=run, puzzle=puzzle, number=run.solved + run.missed + run.skipped + 1)
    return puzzle is not None
