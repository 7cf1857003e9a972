"""Events: who may enter, and how the result of a match reaches its pairing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from core import clock
from games.catalogue import games
from games.events.course import open_round
from games.events.errors import EventIsFull, NoGuests
from games.events.models import Entry, Event, Pairing
from games.events.services import announce_event, begin_pairings, enter, record_result, withdraw
from games.matches.play.services import resign
from games.matches.time.control import USUAL_CORRESPONDENCE
from games.rules import Seat
from tests.moves import first_move


def round_robin(**more: object) -> Event:
    """Return a stored round robin of 10 BY 10 that begins in an hour."""
    starts_at = clock.now() + timedelta(hours=1)
    event = Event(kind="robin", game_slug="tenbyten", starts_at=starts_at, **more)
    event.option_data = games()["tenbyten"].options_type().data()
    event.time_control = USUAL_CORRESPONDENCE
    return announce_event(event)


def test_players_enter_and_withdraw(anna: User, bob: User) -> None:
    event = round_robin(most=1)
    enter(event.pk, anna)
    enter(event.pk, anna)
    with pytest.raises(EventIsFull):
        enter(event.pk, bob)
    withdraw(event.pk, anna)
    enter(event.pk, bob)
    assert list(event.entries.values_list("player__username", flat=True)) == ["bob"]


def test_guests_do_not_enter(anna: User) -> None:
    event = round_robin()
    anna.is_guest = True
    with pytest.raises(NoGuests):
        enter(event.pk, anna)


def test_the_end_of_a_match_decides_its_pairing(anna: User, bob: User) -> None:
    event = round_robin()
    entries = [enter(event.pk, player) for player in (anna, bob)]
    pairing = Pairing.objects.create(
        round=open_round(event, 1, clock.now(), {}), number=1, first=entries[0], second=entries[1]
    )
    begin_pairings(event, [pairing])
    match = pairing.match
    assert match
    assert match.event_key == event.pk
    first_move(match)
    record_result(resign(match.pk, match.player(Seat.FIRST)))
    pairing.refresh_from_db()
    event.refresh_from_db()
    assert (pairing.result, pairing.points) == (Pairing.Result.SECOND, (0, 2))
    assert event.version > 0
    assert not Entry.objects.exclude(state=Entry.State.IN).exists()
