"""Who looks at the own mistakes need not wait for a quiet moment, and goes before others."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.analysis.models import Analysis
from games.jobs.models import Job
from games.jobs.services import enqueue
from games.matches.models import Match
from games.puzzles import jobs
from games.puzzles.services import practice
from tests.html import html_of
from tests.jobs.running import run_due
from tests.matches.conftest import match, play_on

__all__ = ["match"]
SEES = {"sees": "mistakes"}


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the matches whose mistakes were collected, in that order."""
    done: list[str] = []
    monkeypatch.setattr(practice, "collect", lambda match: done.append(match.pk))
    return done


def match_of(pattern: Match, key: str, *players: User) -> Match:
    """Return another finished match between these players, whose mistakes are still to be collected."""
    copy = Match.objects.get(pk=pattern.pk)
    copy.pk, copy.commitment, copy.finished_at = key, key, timezone.now()
    copy.first, copy.second = players
    copy.save(force_insert=True)
    enqueue(practice.COLLECT, key)
    return copy


def test_who_looks_waits_for_nothing_and_goes_first(
    match: Match, anna: User, bob: User, carl: User, collected: list[str], settings: Settings
) -> None:
    settings.PUZZLE_SHARE = 5
    play_on(match, 2)  # others play
    match_of(match, "carls", carl, bob)
    match_of(match, "annas", bob, anna)
    jobs._rest(worked=100.0)
    run_due(jobs.MISTAKES)
    assert collected == []
    for nonsense in ({}, {"sees": 7}, {"sees": "analysis:annas"}):
        practice.look(anna, nonsense)
    run_due(jobs.MISTAKES)
    assert collected == []
    practice.look(anna, SEES)
    practice.look(anna, SEES)
    run_due(jobs.MISTAKES)
    assert collected == ["annas"]
    practice.look(anna, SEES)
    run_due(jobs.MISTAKES)
    assert collected == ["annas"]


def test_a_search_at_work_does_not_keep_who_looks_waiting(
    match: Match, anna: User, bob: User, collected: list[str]
) -> None:
    match_of(match, "annas", anna, bob)
    with jobs.admitted(Job(kind="puzzles.search", key="1", created_at=timezone.now()), of_players=True):
        run_due(jobs.MISTAKES)
        assert collected == []
        practice.look(anna, SEES)
        run_due(jobs.MISTAKES)
    assert collected == ["annas"]


def test_one_that_failed_is_not_tried_at_each_look(
    match: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_of(match, "annas", anna, bob)
    practice.look(anna, SEES)
    monkeypatch.setattr(practice, "collect", lambda match: 1 / 0)
    run_due(jobs.MISTAKES)
    practice.look(anna, SEES)
    failed = Job.objects.get(kind=practice.COLLECT)
    assert failed.tries == 1
    assert failed.due_at > timezone.now()


def test_the_page_says_what_is_being_worked_out(
    match: Match, anna: User, bob: User, carl: User, client: Client, collected: list[str]
) -> None:
    page, other = reverse("puzzles:mistakes"), Client()
    match_of(match, "annas", bob, anna)
    analysed = match_of(match, "later", anna, bob)
    Job.objects.filter(key="later").delete()
    Analysis.objects.create(match=analysed, asked_at=timezone.now())
    client.force_login(anna)
    other.force_login(carl)
    said = html_of(client.get(page))
    assert "Your mistakes in 2 matches are still being worked out." in said
    assert 'data-sees="mistakes"' in said
    assert "No mistakes yet" not in said
    assert "still being worked out" not in html_of(other.get(page))
    Analysis.objects.all().delete()
    practice.look(anna, SEES)
    run_due(jobs.MISTAKES)
    assert "still being worked out" not in html_of(client.get(page))
