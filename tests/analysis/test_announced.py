"""Whose open pages hear of each step of an analysis: the others wait by one place less, or look at a longer queue."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from core import clock
from games.analysis import services
from games.analysis.models import VERSION, Analysis
from games.jobs.hooks import LeaseLost
from games.jobs.models import Job
from games.matches.models import Match
from tests.alike import one
from tests.conftest import Published

pytestmark = pytest.mark.django_db
State = Analysis.State
Measured: Any = SimpleNamespace(data={"turn": 1})
NOTHING: Any = None


@dataclass
class Waiting:
    """An analysis, and its job, which this process holds."""

    analysis: Analysis
    job: Job


def waiting(key: str, state: str = State.ASKED, version: int = VERSION) -> Waiting:
    analysis = one(Analysis, match=one(Match, pk=key, game_slug="digifeud"), state=state, version=version)
    return Waiting(analysis, one(Job, kind=services.MEASURE, key=key, claim="mine", request="first"))


def test_who_hears_of_each_step(
    monkeypatch: pytest.MonkeyPatch,
    published: list[Published],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    monkeypatch.setattr(services, "summary_of", lambda _report, _moments: {"of": "all"})
    monkeypatch.setattr(services, "analysis_finished", [])
    one_, two, three, four, five = (waiting(key) for key in ("one", "two", "three", "four", "five"))
    waiting("working", State.WORKING)
    for key, state in (("done", State.DONE), ("failed", State.FAILED)):
        waiting(key, state)
    waiting("old", version=VERSION - 1)
    lost = Job(pk=three.job.pk, key="three", kind=services.MEASURE, claim="another's", request="first")
    player, sees = two.analysis.match.first, {"sees": "analysis:two"}

    def heard(act: Callable[[], object]) -> str:
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        about = [re.sub(r"live\.analysis\.", "", " ".join(sorted(one.topics))) for one in published]
        return ", ".join(
            " ".join([topics, one.event.get("name", "")]).strip() for topics, one in zip(about, published, strict=True)
        )

    def refused(act: Callable[[], object]) -> None:
        with pytest.raises(LeaseLost):
            act()

    acts: list[tuple[Callable[[], object], str]] = [
        (lambda: services.look(three.analysis.match.first, sees), ""),
        (lambda: services.look(player, {"sees": "match:two"}), ""),
        (lambda: services.look(player, sees), "five four one three two working"),
        (lambda: services.look(player, sees), ""),
        (lambda: services.save_estimate("one", [Measured]), "one"),
        (lambda: services.save_estimate("done", [Measured]), ""),
        (lambda: services.save_turn(one_.job, one_.analysis, Measured), "one"),
        (lambda: refused(lambda: services.save_turn(lost, three.analysis, Measured)), ""),
        (lambda: refused(lambda: services.finish(lost, three.analysis, NOTHING, [])), ""),
        (
            lambda: services.finish(one_.job, one_.analysis, NOTHING, []),
            "match.one analysis_news, five four one three two working",
        ),
        (lambda: services.fail(four.job), "five four three two working"),
    ]
    assert [heard(act) for act, _said in acts] == [said for _act, said in acts]
    moved = Job.objects.get(kind=services.MEASURE, key="two").due_at
    assert timedelta() <= clock.now() - moved - services.OWN < timedelta(minutes=1)
    monkeypatch.setattr(services, "MOST_TOLD", 2)
    assert len(heard(lambda: services.fail(five.job)).split()) == 3
    rows = {row.pk: (row.state, row.done, row.summary, len(row.estimate)) for row in Analysis.objects.all()}
    assert rows == {
        "one": (State.DONE, 1, {"of": "all"}, 0),
        **dict.fromkeys(("two", "three", "old"), (State.ASKED, 0, {}, 0)),
        **dict.fromkeys(("four", "five", "failed"), (State.FAILED, 0, {}, 0)),
        "working": (State.WORKING, 0, {}, 0),
        "done": (State.DONE, 0, {}, 0),
    }
    before = (services.OWN, services.JUST_ENDED, services.AHEAD, timedelta())
    assert sorted(before, reverse=True) == list(before)
    assert len(set(before)) == 4
