"""An analysis is there when one looks: a first estimate of the whole match, which the open page then sees refined."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from games import workers
from games.analysis import jobs
from games.analysis.evaluation import rollouts
from games.analysis.evaluation.report import report_on
from games.analysis.evaluation.rollouts import falls
from games.analysis.evaluation.turns import estimate
from games.analysis.models import Analysis
from games.analysis.partials import ANALYSIS, PAGE, PROGRESS, REFINED, read
from games.analysis.services import ESTIMATE, ask, save_estimate
from games.catalogue import games
from games.computers.services import find_computer
from games.jobs.runner import run_batch
from games.jobs.services import enqueue
from games.matches.models import Match
from games.rules import AnyGame
from games.workers import pool
from tests.alike import one
from tests.analysis.conftest import TURNS
from tests.html import html_of
from tests.jobs.running import run_due
from tests.matches.conftest import play_on
from tests.playing import play


def page_of(match: Match) -> str:
    return html_of(Client().get(reverse("analysis:analysis", args=[match.pk])))


def test_the_whole_match_is_estimated_before_a_turn_is_measured(finished: Match) -> None:
    ask(finished)
    assert "A first estimate" not in page_of(finished)
    assert run_due(jobs.ESTIMATES) == 1
    page = page_of(finished)
    assert "A first estimate" in page
    assert page.count('r="3.5"') == TURNS
    assert "points in 3 turns)" in page
    assert reverse("matches:turn", args=[finished.pk, 3]) in page
    assert reverse("analysis:turn", args=[finished.pk, 3]) not in page  # there is no such page yet
    assert 'class="gauge"' not in page
    assert "No move" not in page
    assert Client().get(f"/api/v1/matches/{finished.pk}/analysis").json()["state"] == "asked"


def test_an_open_page_sees_it_refined_until_the_analysis_takes_its_place(
    finished: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "TIME_SLICE", 1e-9)
    ask(finished)
    assert f'data-live="/ws/live/analysis/{finished.pk}/"' in page_of(finished)
    progress, views = [], []
    run_due(jobs.ESTIMATES)
    while not Analysis.objects.get().is_done:
        reading = read(finished.pk, anna)
        parts = PROGRESS.of(reading, anna), ANALYSIS.of(reading, anna)
        progress.append(parts[0] and parts[0].version)
        views.append(parts[1] and parts[1].version)
        run_batch(jobs.ANALYSES)
    assert len(set(progress)) == TURNS + 1
    assert len(set(views)) == 1 + REFINED  # of a match of many turns no more
    bound = PAGE.bind(finished.pk, anna)
    assert bound[PROGRESS.name] is None
    assert 'class="gauge"' in str(bound[ANALYSIS.name])
    assert Analysis.objects.get().estimate == []
    assert "data-live" not in page_of(finished)


def test_one_that_comes_late_or_twice_changes_nothing(finished: Match) -> None:
    ask(finished)
    run_due(jobs.ANALYSES)
    run_due(jobs.ESTIMATES)
    save_estimate(finished.pk, [])
    analysis = Analysis.objects.get()
    assert (analysis.is_done, analysis.estimate) == (True, [])


def test_an_open_page_is_told_of_a_failure(finished: Match) -> None:
    ask(finished)
    Analysis.objects.update(state=Analysis.State.FAILED)
    assert "Please try again" in str(PAGE.bind(finished.pk, None)[PROGRESS.name])


def test_the_socket_shows_no_running_match(match: Match, anna: User) -> None:
    with pytest.raises(Match.DoesNotExist):
        read(play_on(match, 2).pk, anna)


@pytest.mark.parametrize("slug", ["digifeud", "summy", "sudoku", "tenbyten"])
def test_every_game_has_chances_after_every_turn(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game of a match of several has rollouts of its own, or its chances would be all or nothing."""
    monkeypatch.setattr(rollouts, "ENDS", (1, 1))
    game: AnyGame = games()[slug]
    positions = play(game, game.options_type(), 1).positions
    found = estimate(slug, positions, "a match")
    report = report_on(positions, found)
    assert len(report.rows) == len(positions) - 1
    assert all(row.most >= row.turn.points for row in report.rows)
    begins = [ply for ply in range(1, len(positions)) if falls(positions[ply - 1], positions[ply])]
    assert all(found[ply].endings.leads for ply in (0, *begins))
    assert sum(len(one.endings.leads) for one in found) <= 13 + len(begins)


def test_the_first_ones_of_a_player_have_the_priority_of_moves(
    finished: Match, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Further ones are made by a worker of the lowest priority."""
    settings.WORKERS, settings.RATE_LIMITS = 1, {"estimate": "2/h/user", "estimates": "9/h/site"}
    monkeypatch.setattr(pool, "_pools", [])
    ask(finished)
    used = []
    for _time in range(3):
        run_due(jobs.ESTIMATES)
        assert Analysis.objects.get().estimate
        used.append(workers.load())
        Analysis.objects.update(estimate=[])
        enqueue(ESTIMATE, finished.pk)
    workers.close()
    assert used == [(0, 1), (0, 1), (0, 2)]


def test_a_computer_uses_up_the_share_of_no_player(anna: User, bob: User, settings: Settings) -> None:
    settings.RATE_LIMITS = {"estimate": "1/h/user", "estimates": "9/h/site"}
    hers, his = (one(Match, first=player, second=find_computer(1)) for player in (anna, bob))
    assert [jobs._is_prompt(match) for match in (hers, his, hers)] == [True, True, False]
