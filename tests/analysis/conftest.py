"""A finished match between anna and bob, and its analysis."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count

import pytest

from accounts.models import User
from games import workers
from games.analysis import jobs
from games.analysis.evaluation import rollouts, turns
from games.analysis.evaluation.turns import Measured
from games.analysis.models import Analysis
from games.matches.models import Match
from games.matches.play.services import resign
from tests.jobs.running import run_due
from tests.matches.conftest import match, play_on

__all__ = ["match"]

TURNS = 5


@pytest.fixture(autouse=True)
def _same_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give matches the ids of a series, which seed their analyses: the same moves are measured alike in each test."""
    ids = (f"match{number:05}" for number in count(1))
    monkeypatch.setattr(Match._meta.get_field("id"), "_get_default", lambda: next(ids))


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the number of samples, which does not matter for these tests."""
    monkeypatch.setattr(turns, "DRAWS", 2)
    monkeypatch.setattr(rollouts, "ENDS", (1, 1))
    monkeypatch.setattr(jobs, "plies_for", lambda _turns: 0)
    monkeypatch.setattr(jobs, "TIME_SLICE", 60.0)
    monkeypatch.setattr(jobs, "run", measure_once)


@cache
def measure_once(measure: Callable[..., Measured], *turn: object) -> Measured:
    """Measure a turn with few samples, each only once in all tests: most of their matches begin alike.

    A test that compares two measurements, or has several threads make one, forgets them before: `cache_clear()`.
    """
    return workers.run(measure, *turn)


@pytest.fixture
def finished(match: Match, anna: User, few_samples: None) -> Match:
    """Return a match of five turns, which anna resigned."""
    return resign(play_on(match, TURNS).pk, anna)


def analysed(match: Match) -> Analysis:
    """Request the analysis of this match, and return it when it is complete."""
    from games.analysis.services import ask

    ask(match)
    run_due(jobs.ANALYSES)
    return Analysis.objects.get(match=match)
