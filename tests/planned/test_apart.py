"""The planned moves of both players of a match stand apart."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.jobs.models import Job
from games.matches.models import Match
from games.planned import services
from games.planned.models import PlannedMove
from games.planned.services import PLAY, plan, plans_of, withdraw
from games.rules import Seat
from tests.planned.test_planned import anna_moves, begun, match, possible

pytestmark = pytest.mark.sql
__all__ = ["begun", "match"]


def test_what_one_player_planned_changes_nothing_for_the_other(begun: Match, bob: User) -> None:
    """Neither the number that may be planned, nor an equal move, nor the reason why one was not played."""
    text = possible(begun, stays=True)
    plan(begun.pk, bob, text)
    facts = {"match": begun, "ply": 1, "made_at": begun.moved_at}
    for number in range(services.MOST):
        PlannedMove.objects.create(seat=Seat.FIRST, text=f"another {number}", points=1, **facts)
    failed = PlannedMove.objects.create(seat=Seat.FIRST, text=text, points=1, failure="It is not legal.", **facts)
    before = list(PlannedMove.objects.filter(seat=Seat.FIRST).order_by("pk").values())
    plan(begun.pk, bob, "pass")
    withdraw(begun.pk, bob, failed.pk)
    assert [one.text for one in plans_of(begun, Seat.SECOND)] == [text, "pass"]
    assert list(PlannedMove.objects.filter(seat=Seat.FIRST).order_by("pk").values()) == before


@pytest.mark.parametrize("happens", ["is played", "fails", "is past"])
def test_what_becomes_of_a_plan_changes_none_of_the_opponents(
    begun: Match, anna: User, bob: User, happens: str
) -> None:
    """Those that were planned before it, and after it."""
    facts = {"match": begun, "seat": Seat.FIRST, "points": 1, "made_at": begun.moved_at}
    PlannedMove.objects.create(text="before", ply=1, **facts)
    plan(begun.pk, bob, possible(begun, stays=happens != "fails"))
    plan(begun.pk, bob, "pass")
    PlannedMove.objects.create(text="after", ply=1, **facts)
    if happens == "is past":
        PlannedMove.objects.filter(seat=Seat.SECOND).update(ply=0)
    after = anna_moves(begun, anna)
    theirs = PlannedMove.objects.filter(seat=Seat.FIRST).order_by("pk")
    before = list(theirs.values())
    assert [one["text"] for one in before] == ["before", "after"]
    services.play(Job(kind=PLAY, key=begun.pk))
    assert list(theirs.values()) == before
    played = Match.objects.get(pk=begun.pk).ply > after.ply
    assert (played, [plan.ply for plan in plans_of(begun, Seat.SECOND) if not plan.failure]) == {
        "is played": (True, [after.ply + 1]),
        "fails": (False, []),
        "is past": (False, []),
    }[happens]
