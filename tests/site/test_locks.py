"""Which rows are locked before they are read to be changed, so that a second press or process waits; SQLite locks all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import QuerySet

from accounts.models import User
from games.classes import rounds
from games.classes.models import SchoolClass
from games.events import services as events
from games.events.models import Event
from games.fairplay import services as fairplay
from games.fairplay.models import Suspicion
from games.matches.models import Match
from tests.alike import one, someone

pytestmark = pytest.mark.django_db
LOCKED: dict[str, tuple[Callable[[], object], set[type]]] = {
    "a round of a class": (lambda: rounds.begin_round(one(SchoolClass), "digifeud"), {SchoolClass}),
    "an event": (lambda: events.locked(one(Event, game_slug="digifeud").pk), {Event}),
    "a comparison": (lambda: fairplay._still_counts(one(Match), someone()), {User, Match}),
    "a suspicion": (lambda: fairplay._update_suspicion(someone(), "digifeud"), {Suspicion}),
}


@pytest.mark.parametrize("what", LOCKED)
def test_rows_that_are_locked(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    act, expected = LOCKED[what]
    locked: set[type] = set()
    lock = QuerySet.select_for_update

    def note(rows: QuerySet[Any], *names: Any, **more: Any) -> QuerySet[Any]:
        locked.add(rows.model)
        return lock(rows, *names, **more)

    monkeypatch.setattr(QuerySet, "select_for_update", note)
    act()
    assert locked == expected
