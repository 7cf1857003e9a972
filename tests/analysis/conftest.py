"""A match that anna and bob have finished, and its analysis in as many sittings as it takes."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.analysis import jobs
from games.analysis.evaluation import endings, hands
from games.analysis.models import Analysis
from games.jobs.runner import run_due
from games.matches.models import Match
from games.matches.services import resign
from tests.matches.conftest import _fresh_memory, match, play_on

__all__ = ["_fresh_memory", "match"]

TURNS = 5


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few samples as may be: how many there are changes nothing here."""
    monkeypatch.setattr(hands, "DRAWS", 2)
    monkeypatch.setattr(endings, "ENDS", (1, 1))
    monkeypatch.setattr(jobs, "TIME_SLICE", 60.0)


@pytest.fixture
def finished(match: Match, anna: User, few_samples: None) -> Match:
    """A match of five turns, which anna resigned."""
    return resign(play_on(match, TURNS).pk, anna)


def analysed(match: Match) -> Analysis:
    """The analysis of this match, asked for and done."""
    from games.analysis.services import ask

    ask(match)
    run_due(jobs.ANALYSES)
    return Analysis.objects.get(match=match)
