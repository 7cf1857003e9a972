"""Several schedulers at the same moment, in threads with connections of their own: nothing happens twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

import pytest
import time_machine

from core import clock
from games.events.cups.recurring import keep_cups
from games.events.formats import run
from games.events.models import Event, Pairing, Round, Series
from games.events.seasons import keep_leagues
from games.events.services import record_result
from games.matches.models import Match
from games.matches.play.services import find_match
from games.notifications.models import Notification
from tests.events.cups import HOUR, NOW, arrive, cup, current, open_pairings, people, see, weaker
from tests.events.seasons import pairings, season
from tests.matches.test_races import at_once
from tests.moves import given_up
from tests.ops.event_checks import problems_of, stuck_ones
from tests.sizes import cases, on_postgresql

# The default of the tests is a transaction for each, which a second connection does not see.
pytestmark = pytest.mark.django_db(transaction=True)
SCHEDULERS = 4


@pytest.fixture
def travel(transactional_db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def run_in_all(event: Event) -> None:
    """Have all schedulers do what is due in an event at once."""
    at_once(*[partial(run, event.pk, clock.now())] * SCHEDULERS)


@on_postgresql
@cases(
    "kind",
    {"swiss": Event.Kind.SWISS, "knockout": Event.Kind.KNOCKOUT, "arena": Event.Kind.ARENA},
    default=["swiss"],
)
def test_each_round_is_paired_once(travel: time_machine.Traveller, kind: str) -> None:
    """To the end of the event; results are recorded by several processes too."""
    players = people(8)
    is_arena = kind == Event.Kind.ARENA
    event = cup(kind, *players, live=is_arena, lasts=timedelta(seconds=20) if is_arena else None)
    travel.move_to(NOW + HOUR)
    for _round in range(10):
        see(*players)
        run_in_all(event)
        playing = list(open_pairings(event))
        for pairing in playing:
            assert pairing.match_id
            match = find_match(pairing.match_id)
            given_up(arrive(match) if is_arena else match, weaker(pairing))
        over = Match.objects.filter(pk__in=[pairing.match_id for pairing in playing])
        at_once(*[partial(record_result, match) for match in over for _process in range(2)])
        if current(event).is_over:
            break
        travel.shift(timedelta(seconds=6))
    assert current(event).state == Event.State.OVER
    rounds = list(Round.objects.filter(event=event).values_list("number", flat=True))
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(rounds) >= 3
    paired = Pairing.objects.filter(round__event=event)
    assert not paired.filter(result="").exists()
    assert Match.objects.filter(event_key=event.pk).count() == paired.filter(second__isnull=False).count()
    assert problems_of([event.pk], {}, {}) == []
    assert stuck_ones([event.pk]) == []
    if not is_arena:
        assert paired.count() == (7 if kind == Event.Kind.KNOCKOUT else 4 * len(rounds))


def test_a_season_begins_and_is_settled_once(travel: time_machine.Traveller) -> None:
    players = people(6)
    event = season(*players)
    travel.move_to(event.starts_at)
    for _step in range(3):
        run_in_all(event)
    assert len(list(pairings(event))) == Match.objects.filter(event_key=event.pk).count() == 15
    for one in pairings(event):
        assert one.match
        assert one.second
        given_up(one.match, one.second.player)
        at_once(*[partial(record_result, find_match(one.match.pk))] * 2)
    for _step in range(3):
        run_in_all(event)
    assert current(event).state == Event.State.OVER
    assert Notification.objects.filter(event="season-over").count() == 6
    assert sorted(event.entries.values_list("movement", flat=True)) == [0] * 6


def test_leagues_and_cups_are_announced_once(travel: time_machine.Traveller) -> None:
    for _time in range(2):
        at_once(*[keep_leagues] * SCHEDULERS)
        at_once(*[keep_cups] * SCHEDULERS)
    for series in Series.objects.all():
        begins = list(series.events.values_list("starts_at", flat=True))
        assert len(begins) == len(set(begins)), series
        if series.kind == Event.Kind.LEAGUE:
            assert len(begins) == 1, series
