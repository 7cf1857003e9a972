"""Whose open pages hear of each step of an analysis: the others wait by one place less, or look at a longer queue."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from core import clock
from games.analysis import services
from games.analysis.models import VERSION, Analysis
from games.jobs.models import Job
from games.matches.models import Match
from tests.alike import one
from tests.conftest import Published

pytestmark = pytest.mark.django_db
State = Analysis.State
Measured: Any = SimpleNamespace(data={"turn": 1})
NOTHING: Any = None


def waiting(key: str, state: str = State.ASKED, version: int = VERSION) -> tuple[Job, Analysis]:
    """Return an analysis, and its job, which this process holds."""
    analysis = one(Analysis, match=one(Match, pk=key, game_slug="digifeud"), state=state, version=version)
    return one(Job, kind=services.MEASURE, key=key, claim="mine", request="first"), analysis


def test_who_hears_of_each_step(
    monkeypatch: pytest.MonkeyPatch,
    published: list[Published],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    monkeypatch.setattr(services, "summary_of", lambda _report, _moments: {})
    monkeypatch.setattr(services, "analysis_finished", [])
    first, second, third = waiting("1"), waiting("2"), waiting("3")
    waiting("working", State.WORKING), waiting("done", State.DONE), waiting("failed", State.FAILED)
    waiting("old", version=VERSION - 1)
    player, sees = second[1].match.first, {"sees": "analysis:2"}

    def heard(act: Callable[[], object]) -> list[str]:
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return [re.sub(r"live\.analysis\.", "", " ".join(sorted(one.topics))) for one in published]

    acts: list[tuple[Callable[[], object], list[str]]] = [
        (lambda: services.look(third[1].match.first, sees), []),
        (lambda: services.look(player, {"sees": "match:2"}), []),
        (lambda: services.look(player, sees), ["1 2 3 working"]),
        (lambda: services.look(player, sees), []),
        (lambda: services.save_estimate("1", [Measured]), ["1"]),
        (lambda: services.save_estimate("done", [Measured]), []),
        (lambda: services.save_turn(*first, Measured), ["1"]),
        (lambda: services.finish(*first, NOTHING, []), ["match.1", "1 2 3 working"]),
        (lambda: services.fail(third[0]), ["2 3 working"]),
    ]
    assert [heard(act) for act, _said in acts] == [said for _act, said in acts]
    moved = Job.objects.get(kind=services.MEASURE, key="2").due_at
    assert timedelta() <= clock.now() - moved - services.OWN < timedelta(minutes=1)
    assert services.OWN > services.JUST_ENDED > services.AHEAD > timedelta()
