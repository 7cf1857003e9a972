"""A player's puzzles in the data export."""

from __future__ import annotations

from django.db.models import Prefetch

from accounts.models import User
from core.web import rows_of
from games.puzzles.models import Attempt, Mistake, Run, RunPuzzle, SolvedDay, Solver


def puzzles_of(player: User) -> dict[str, object]:
    """Return the player's ratings, attempts with every move tried, runs, mistakes, and days of solved puzzles."""
    standing = ("game_slug", "rating", "deviation", "volatility", "rated_at", "solved", "failed")
    attempts = Attempt.objects.filter(player=player).select_related("puzzle").prefetch_related("tried")
    # Without the puzzle that waits in an open run: its own page would tell the solution.
    answered_puzzles = Prefetch("puzzles", RunPuzzle.objects.exclude(answered_at=None))
    runs = Run.objects.filter(player=player).prefetch_related(answered_puzzles)
    return {
        "ratings": list(Solver.objects.filter(player=player).order_by("game_slug").values(*standing)),
        "attempts": map(_attempt, rows_of(attempts.order_by("begun_at"))),
        "runs": map(_run, rows_of(runs.order_by("begun_at"))),
        "mistakes": map(_mistake, rows_of(Mistake.objects.filter(player=player).order_by("made_at", "pk"))),
        "days_solved": list(SolvedDay.objects.filter(player=player).order_by("day").values_list("day", flat=True)),
    }


def _attempt(attempt: Attempt) -> dict[str, object]:
    fields = ("begun_at", "solved_at", "given_up_at", "rating_before", "rating_after")
    return {
        "puzzle": attempt.puzzle_id,
        "game": attempt.puzzle.game_slug,
        **{name: getattr(attempt, name) for name in fields},
        "tried": [{"move": one.text, "points": one.points} for one in attempt.tried.all()],
    }


def _run(run: Run) -> dict[str, object]:
    fields = ("kind", "game_slug", "begun_at", "ended_at", "solved", "missed", "skipped")
    answer_fields = ("text", "points", "is_solved", "answered_at")
    return {
        **{name: getattr(run, name) for name in fields},
        "answers": [
            {"puzzle": one.puzzle_id, **{name: getattr(one, name) for name in answer_fields}}
            for one in run.puzzles.all()
        ],
    }


def _mistake(mistake: Mistake) -> dict[str, object]:
    fields = ("match_id", "theme", "cost", "made_at", "due_at", "shown", "solved")
    return {name: getattr(mistake, name) for name in fields}
