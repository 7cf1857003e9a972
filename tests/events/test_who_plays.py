"""Who plays on: in the next season of a league, and in a wave of an arena."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from accounts.models import User
from games.catalogue import games
from games.events.formats import run
from games.events.formats.arena import playing_live
from games.events.formats.league import carry_over, former_season
from games.events.models import Entry, Event, Series
from games.matches.models import Match, new_id
from games.matches.play.opening import start_match
from games.matches.time.control import USUAL_CORRESPONDENCE, USUAL_LIVE
from tests.events.cups import cup, go_on, open_pairings, see
from tests.events.seasons import DAY, NOW, people, season
from tests.undone import undone


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def like(event: Event, **columns: object) -> Event:
    """Store an event that differs from this one in these columns."""
    other = Event.objects.get(pk=event.pk)
    for name, value in {"pk": new_id(), **columns}.items():
        setattr(other, name, value)
    other.save(force_insert=True)
    return other


def test_the_season_before_is_the_last_one_that_was_played(travel: time_machine.Traveller) -> None:
    players = people(5)
    stays, goes, removed, closed, known = players
    event = season()
    Event.objects.filter(pk=event.pk).update(number=5)
    event.refresh_from_db()
    old, off, other = (
        like(event, number=3, state=Event.State.OVER),
        like(event, number=4, state=Event.State.CALLED_OFF),
        like(event, number=4, state=Event.State.OVER, series=None),
    )
    assert former_season(event) == old
    for one in (off, other):
        Entry.objects.create(event=one, player=User.objects.create_user(f"of{one.pk}"), stays=True)
    for player in players:
        Entry.objects.create(event=old, player=player, stays=player != goes)
    old.entries.filter(player=removed).update(state=Entry.State.REMOVED)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    Entry.objects.create(event=event, player=known)
    for _again in range(2):
        carry_over(event)
    assert {entry.player for entry in event.entries.all()} == {stays, known}
    assert event.entries.count() == 2


def test_a_season_waits_for_the_former_one_of_its_league_alone(travel: time_machine.Traveller) -> None:
    event = season(*people(2))
    Event.objects.filter(pk=event.pk).update(number=5)
    event.refresh_from_db()
    league_of_another_game = Series.objects.filter(kind=Event.Kind.LEAGUE).exclude(game_slug=event.game_slug)[0]
    for facts, waits in (
        ({}, True),
        ({"state": Event.State.OVER}, False),
        ({"number": 6}, False),
        ({"series": league_of_another_game}, False),
    ):
        with undone():
            like(event, **{"number": 4, "state": Event.State.RUNNING, **facts})
            run(event.pk, event.starts_at)
            assert Event.objects.get(pk=event.pk).state == (Event.State.OPEN if waits else Event.State.RUNNING), facts


def match_of(first: User, second: User, *, live: bool) -> Match:
    control = USUAL_LIVE if live else USUAL_CORRESPONDENCE
    options = games()["summy"].options_type()
    return start_match(game_slug="summy", options=options, first=first, second=second, time_control=control)


def test_an_arena_pairs_no_one_who_plays_live_elsewhere(travel: time_machine.Traveller) -> None:
    busy, slow, over, free = players = people(4)
    stranger = User.objects.create_user("stranger")
    event = cup("arena", *players, live=True, lasts=DAY / 24)
    travel.move_to(event.starts_at)
    match_of(busy, stranger, live=True)
    match_of(slow, stranger, live=False)
    ended = Match.objects.filter(pk=match_of(stranger, over, live=True).pk)
    ended.update(finished_at=event.starts_at, ending=Match.Ending.RESIGNED)
    assert playing_live([player.pk for player in players]) & {player.pk for player in players} == {busy.pk}
    see(*players)
    event = go_on(travel, event)
    paired = {player for pairing in open_pairings(event) for player in pairing.players()}
    assert busy not in paired
    assert len(paired & {slow, over, free}) == 2
