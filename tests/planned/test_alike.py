"""Which plans each action means: those beside, which differ in a column that counts, stay as they are."""

from __future__ import annotations

from copy import copy

import pytest

from games.matches.models import Match
from games.planned import services
from games.planned.models import PlannedMove
from games.rules import Seat
from tests.alike import one, reaches, touches

pytestmark = pytest.mark.django_db


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
