"""Which rows each action and list of puzzles means: those beside, which differ in a column that counts, stay."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core import clock
from games.analysis.models import VERSION, Analysis
from games.catalogue import games
from games.jobs.models import Job
from games.matches.models import Match
from games.puzzles import lists
from games.puzzles.kinds import Kind, RunKind, main_kind
from games.puzzles.models import Attempt, Mistake, Puzzle, Run, RunPuzzle, SolvedDay, Solver
from games.puzzles.services import practice, runs, selection, solving
from tests.alike import finds, one, reaches, someone, touches

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def own_puzzle() -> Puzzle:
    return one(Puzzle, game_slug="digifeud", state=Puzzle.State.OWN)


def test_mistakes() -> None:
    now = clock.now()
    mistake = one(Mistake, puzzle=own_puzzle(), due_at=now - DAY, match=one(Match))
    finds(mistake, lambda row: practice.mistakes_of(row.player), "match__voided_at player puzzle puzzle__state")
    finds(mistake, lambda row: practice.due_of(row.player, now), "due_at player puzzle solved")
    puzzle = mistake.puzzle
    finds(mistake, lambda row: practice.note(row.player, puzzle, is_solved=False), "due_at player puzzle solved")


def test_mistakes_that_are_on_their_way() -> None:
    match = one(Match)
    job = one(Job, kind=practice.COLLECT, key=match.pk)
    finds(job, lambda row: practice.waiting_of(match.first), "key kind state")

    def is_sooner(row: Job) -> bool:
        practice.look(match.second, {"sees": practice.SEES})
        return Job.objects.filter(due_at__lt=clock.now() - DAY / 2).exists()

    finds(job, is_sooner, "key kind state tries")
    job.delete()
    analysis = one(Analysis, match=match, state=Analysis.State.ASKED, version=VERSION)
    finds(analysis, lambda row: practice.waiting_of(match.first), "match state version")


def test_runs() -> None:
    run = one(Run, game_slug="digifeud", kind=RunKind.STREAK)
    finds(run, lambda row: runs.open_run(row.player, row.game_slug, row.kind), "ended_at game_slug kind player")
    reaches(run, lambda row: runs.stop(row), "ended_at")
    finds(
        run,
        lambda row: runs.start_run(row.player, row.game_slug, RunKind.STREAK) is not None,
        "ended_at game_slug kind player",
    )
    puzzle = one(RunPuzzle, run=run, puzzle=one(Puzzle, game_slug="digifeud"))
    finds(puzzle, lambda row: runs.current(row.run), "answered_at run")
    finds(puzzle, lambda row: solving.was_in_run(row.puzzle, row.run.player), "puzzle run")


def test_best_runs() -> None:
    run = one(Run, game_slug="digifeud", kind=RunKind.STREAK, solved=3)
    since = (clock.now() - DAY).date()
    finds(
        run,
        lambda row: lists.best_runs("digifeud", RunKind.STREAK, since=since),
        "begun_at game_slug kind player__is_active player__is_bot player__is_guest",
    )
    finds(run, lambda row: lists.own_best(row.player, "digifeud", RunKind.STREAK), "game_slug kind player")
    finds(
        run,
        lambda row: lists.best_runs("digifeud", RunKind.STREAK, since=since, followed_by=row.player),
        "begun_at game_slug kind player",
    )


def test_attempts_and_ratings() -> None:
    attempt = one(Attempt, puzzle=one(Puzzle, game_slug="digifeud"))
    puzzle = attempt.puzzle
    Puzzle.objects.filter(pk=puzzle.pk).update(kind="line")
    finds(attempt, lambda row: selection._has_begun(puzzle, row.player), "player puzzle")
    solver = one(Solver, game_slug="digifeud")
    finds(solver, lambda row: lists.solvers_of(row.player), "game_slug player")
    day = one(SolvedDay, day=selection.today())
    finds(day, lambda row: selection.streak_of(row.player, selection.today()), "day player")


def test_only_what_is_offered_is_rated() -> None:
    puzzle, player = one(Puzzle, game_slug="digifeud", state=Puzzle.State.OFFERED), someone()
    reaches(puzzle, lambda row: solving.give_up(row, player).rating_after is not None, "state")


def test_what_is_offered() -> None:
    puzzle = one(Puzzle, game_slug="digifeud", state=Puzzle.State.OFFERED)

    def offered(row: Puzzle) -> bool:
        return selection.next_puzzle(None, "digifeud", None) is not None

    finds(puzzle, offered, "for_daily game_slug state")
    touches(puzzle, lambda row: selection.visible(), "for_daily state")
    attempt, in_run = one(Attempt, puzzle=puzzle), one(RunPuzzle, puzzle=puzzle)
    finds(attempt, lambda row: not selection.next_puzzle(row.player, "digifeud", None), "player puzzle")
    finds(in_run, lambda row: not selection.next_puzzle(row.run.player, "digifeud", None), "puzzle run")


def test_what_may_become_the_puzzle_of_a_day() -> None:
    facts = {"state": Puzzle.State.OFFERED}
    puzzle = one(Puzzle, game_slug="digifeud", kind=main_kind(games()["digifeud"]), **facts)
    for slug, kind in (("digifeud", Kind.SUM), ("summy", Kind.SUM), ("summy", Kind.ENDING)):
        one(Puzzle, game_slug=slug, kind=kind, **facts)
    main = {(one.game_slug, one.kind) for one in selection._waiting()}
    assert main == {(slug, main_kind(games()[slug])) for slug in ("digifeud", "summy")}
    touches(puzzle, lambda row: selection._waiting(), "state kind")
