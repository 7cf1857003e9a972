"""Which plans each action means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks as Callbacks

from accounts.models import User
from games.jobs.models import Job
from games.matches.models import Match
from games.planned import services
from games.planned.models import PlannedMove
from games.rules import Seat
from tests.alike import one, reaches, touches
from tests.conftest import Published
from tests.planned.test_planned import anna_moves, begun, match, possible

pytestmark = pytest.mark.django_db
__all__ = ["begun", "match"]


def test_plans() -> None:
    match = one(Match, game_slug="digifeud")
    plan = one(PlannedMove, match=match, seat=Seat.FIRST)
    reaches(plan, lambda row: services.withdraw(match.pk, match.first, row.pk) and None, "match seat")
    touches(plan, lambda row: services.plans_of(row.match, Seat.FIRST), "match seat")
    touches(plan, lambda row: services.forget([row.match]), "match")
    first = one(PlannedMove, match=match, seat=Seat.FIRST, text="1")
    later = one(PlannedMove, match=match, seat=Seat.FIRST)
    touches(later, lambda row: services._fail(first, "It is taken."), "match seat")
    touches(later, lambda row: services._done(copy(first)), "match seat")


def test_plans_in_an_export() -> None:
    match = one(Match, game_slug="digifeud")
    for seat, player, other in ((Seat.FIRST, match.first, match.second), (Seat.SECOND, match.second, match.first)):
        plan = one(PlannedMove, match=match, seat=seat)
        assert [one["text"] for one in services.plans_by(player)] == [plan.text]
        assert plan.text not in [one["text"] for one in services.plans_by(other)]


def test_a_move_that_failed_goes_when_another_is_planned(
    begun: Match, anna: User, bob: User, published: list[Published], django_capture_on_commit_callbacks: Callbacks
) -> None:
    """It counts for no limit, and does not keep the same move from being planned; each change is told to the pages."""
    text = possible(begun, stays=True)

    def told(act: Callable[[], object]) -> list[str]:
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        plans = [plan.text + ("!" if plan.failure else "") for plan in services.plans_of(begun, Seat.SECOND)]
        return [*plans, *(f"{one.event.get('name')} {len(one.topics)}" for one in published)]

    facts = {"match": begun, "seat": Seat.SECOND, "ply": 1, "points": 1, "made_at": begun.moved_at}
    for known in ("one", "another", text):
        failed = PlannedMove.objects.create(text=known, failure="It is not legal.", **facts)
    assert told(lambda: services.plan(begun.pk, bob, text)) == [text, "planned 1"]
    assert told(lambda: services.plan(begun.pk, bob, text)) == [text, "planned 1"]
    assert told(lambda: services.plan(begun.pk, bob, "pass")) == [text, "pass", "planned 1"]
    assert told(lambda: services.withdraw(begun.pk, bob, failed.pk)) == [text, "pass", "planned 1"]
    last = PlannedMove.objects.get(text="pass")
    assert told(lambda: services.withdraw(begun.pk, bob, last.pk)) == [text, "planned 1"]
    anna_moves(begun, anna)
    PlannedMove.objects.update(text="nonsense")
    assert told(lambda: services.play(Job(key=begun.pk))) == ["nonsense!", "planned 1"]
