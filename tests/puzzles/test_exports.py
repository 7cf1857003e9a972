"""A player's runs in the export of their data."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.puzzles.exports import puzzles_of
from games.puzzles.models import Puzzle, Run
from games.puzzles.services.runs import current
from tests.exports import plain
from tests.puzzles.conftest import NOON
from tests.puzzles.test_runs import begin, reply
from tests.puzzles.test_runs import stock as stock


def test_the_export_costs_the_same_however_many_runs_there_are(stock: list[Puzzle], anna: User) -> None:
    costs: list[int] = []
    for _time in range(2):
        reply(begin(anna))
        Run.objects.update(ended_at=NOON)
        with CaptureQueriesContext(connection) as queries:
            runs = plain(puzzles_of(anna)["runs"])
        costs.append(len(queries))
    assert isinstance(runs, list)
    assert [len(run["answers"]) for run in runs] == [1, 1]
    assert costs[0] == costs[1]


def test_the_export_does_not_name_the_puzzle_that_waits_in_a_sprint(stock: list[Puzzle], anna: User) -> None:
    run = begin(anna)
    reply(run)
    waiting = current(run)
    assert waiting
    assert waiting.puzzle_id not in str(plain(puzzles_of(anna)["runs"]))  # else its own page would tell the solution
