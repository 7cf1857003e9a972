"""Analyses of older versions are made again, a few at a time, while no player waits for one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.analysis import services
from games.analysis.jobs import ANALYSES
from games.analysis.models import SAME_TURNS, VERSION, Analysis
from games.analysis.reading import analysis_of
from games.analysis.services import MEASURE, ask, renew_outdated
from games.jobs.models import Job
from games.matches.models import Match
from tests.analysis.conftest import analysed
from tests.analysis.test_services import another
from tests.jobs.running import run_due

pytestmark = pytest.mark.sql

State = Analysis.State


def test_an_older_version_is_made_again_on_request(finished: Match) -> None:
    analysed(finished)
    Analysis.objects.update(version=SAME_TURNS - 1)
    assert analysis_of(finished) is None
    assert run_due(ANALYSES) == 0
    assert ask(finished).done == 0
    assert run_due(ANALYSES) == 1
    assert Analysis.objects.get().is_done


@pytest.mark.thorough
def test_older_versions_are_made_again_a_few_at_a_time_while_nothing_waits(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    latest, middle, first = _finished_in_turn(finished)
    outdated = SAME_TURNS - 1
    for match in (latest, middle, first):
        analysed(match)
    Analysis.objects.update(version=outdated)
    monkeypatch.setattr(services, "RENEWED", 2)
    renew_outdated()
    renew_outdated()  # those two are not done yet
    assert versions() == {latest: VERSION, middle: VERSION, first: outdated}
    assert run_due(ANALYSES) == 2
    renew_outdated()
    assert run_due(ANALYSES) == 1
    renew_outdated()
    assert run_due(ANALYSES) == 0
    assert set(versions().values()) == {VERSION}
    assert all(analysis.is_done for analysis in Analysis.objects.all())


@pytest.mark.thorough
def test_the_next_ones_of_an_older_version_follow_when_an_analysis_has_ended(
    finished: Match,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    matches = _finished_in_turn(finished)
    for match in matches:
        analysed(match)
    Analysis.objects.update(version=SAME_TURNS - 1)
    monkeypatch.setattr(services, "RENEWED", 1)
    renew_outdated()
    for count in (2, 3):
        with django_capture_on_commit_callbacks(execute=True):
            run_due(ANALYSES)
        assert list(versions().values()).count(VERSION) == count


def test_they_follow_one_that_failed_too(
    finished: Match, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    latest, other, _first = _finished_in_turn(finished)
    analysed(other)
    Analysis.objects.update(version=SAME_TURNS - 1)
    ask(latest)
    with django_capture_on_commit_callbacks(execute=True):
        services.fail(Job.objects.get(kind=MEASURE, key=latest.pk))
    assert versions()[other] == VERSION


def test_what_a_player_asks_for_is_not_delayed_by_older_versions(finished: Match) -> None:
    _latest, _middle, other = _finished_in_turn(finished)
    analysed(finished)
    Analysis.objects.update(version=SAME_TURNS - 1)
    ask(other)
    renew_outdated()
    assert versions()[finished] == SAME_TURNS - 1


def test_one_that_an_upgrade_interrupted_holds_up_nothing_and_is_made_again(finished: Match) -> None:
    ask(finished)
    Analysis.objects.update(version=SAME_TURNS - 1)
    assert run_due(ANALYSES) == 1  # nothing is done for a version that is shown nowhere
    assert Analysis.objects.get().done == 0
    renew_outdated()
    run_due(ANALYSES)
    assert analysis_of(finished)
    assert Analysis.objects.get().is_done


def test_a_failed_one_of_an_older_version_is_left_alone(finished: Match) -> None:
    ask(finished)
    Analysis.objects.update(version=SAME_TURNS - 1, state=State.FAILED)
    renew_outdated()
    assert versions() == {finished: SAME_TURNS - 1}


def versions() -> dict[Match, int]:
    """Return the version of the analysis of each match."""
    return {analysis.match: analysis.version for analysis in Analysis.objects.select_related("match")}


def _finished_in_turn(latest: Match) -> tuple[Match, Match, Match]:
    """Return this match and copies that were finished an hour and two hours before."""
    copies = [another(latest, f"another00{hours}") for hours in (1, 2)]
    for hours, copy in enumerate(copies, 1):
        Match.objects.filter(pk=copy.pk).update(finished_at=F("finished_at") - timedelta(hours=hours))
    return latest, copies[0], copies[1]
