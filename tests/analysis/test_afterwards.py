"""What follows a finished analysis: reasons that an older one lacks, and dear moves as practice."""

from __future__ import annotations

import pytest

from games.analysis.jobs import ANALYSES
from games.analysis.models import SAME_TURNS, Analysis
from games.analysis.reading import play_again, read_report
from games.analysis.services import ask
from games.matches.models import Match
from games.puzzles.jobs import MISTAKES
from games.puzzles.models import Mistake
from games.puzzles.services.practice import FIRST, collect
from tests.analysis.conftest import analysed
from tests.jobs.running import run_due

pytestmark = pytest.mark.sql

State = Analysis.State


def test_an_analysis_without_reasons_gets_them_without_another_measurement(finished: Match) -> None:
    made = analysed(finished)
    moments = made.summary["moments"]
    Analysis.objects.update(version=SAME_TURNS, summary={})
    assert (ask(finished).state, Analysis.objects.get().done) == (State.WORKING, made.done)
    run_due(ANALYSES)
    again = Analysis.objects.get()
    assert (again.state, again.measured) == (State.DONE, made.measured)
    assert again.summary["moments"] == moments


def test_dear_moves_of_the_match_wait_as_practice(finished: Match) -> None:
    analysis = analysed(finished)
    run_due(MISTAKES)
    mistakes = list(Mistake.objects.select_related("puzzle", "match"))
    rows = {row.ply: row for row in read_report(analysis, play_again(finished)).rows}
    assert mistakes
    for one in mistakes:
        row = rows[one.ply]
        assert (one.cost, row.is_miss, finished.player(row.turn.seat)) == (round(row.cost, 4), True, one.player)
        assert one.puzzle.best == row.choices[0].text
        assert one.match.finished_at
        assert one.due_at - one.match.finished_at == FIRST
    collect(finished)  # once more: nothing is there twice, nor new
    assert Mistake.objects.count() == len(mistakes)
