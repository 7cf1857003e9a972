"""Which rows are locked before they are read to be changed, so that a second press waits; SQLite locks all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import QuerySet

from accounts.models import User
from core import clock
from games.classes import rounds
from games.classes import services as classes
from games.classes.models import SchoolClass
from games.clubs import services as clubs
from games.clubs.models import Club
from games.events import services as events
from games.events.models import Event
from games.fairplay import services as fairplay
from games.fairplay.models import Suspicion
from games.matches.models import Match
from games.social.following import mute
from tests.alike import one, someone

pytestmark = pytest.mark.django_db
TODAY = clock.now().date()
LOCKED: dict[str, tuple[Callable[[], object], set[type]]] = {
    "a class is made": (lambda: classes.make(someone(), "5b", ["Emma"], TODAY), {User, SchoolClass}),
    "a pupil of a class": (lambda: classes.add_pupils(one(SchoolClass), ["Emma"]), {SchoolClass}),
    "a round of a class": (lambda: rounds.begin_round(one(SchoolClass), "digifeud"), {SchoolClass}),
    "a club": (lambda: clubs._lock(one(Club)), {Club}),
    "an event": (lambda: events._locked._make_query("key"), {Event}),  # it is prepared once for all calls
    "a player is muted": (lambda: mute(someone(), someone()), {User}),
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
