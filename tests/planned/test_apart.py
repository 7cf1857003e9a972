"""The planned moves of both players of a match stand apart."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.matches.models import Match
from games.planned import services
from games.planned.models import PlannedMove
from games.planned.services import plan, plans_of, withdraw
from games.rules import Seat
from tests.planned.test_planned import begun, match, possible

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
