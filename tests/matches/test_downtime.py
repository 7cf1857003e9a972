"""Time while the site was down is not thinking time, and neither is a jump of the database's clock."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games.catalogue import games
from games.lobby.models import Offer
from games.matches.models import Heartbeat, Match
from games.matches.outcomes import Ending
from games.matches.pages.page_updates import update_since
from games.matches.play import positions, requests
from games.matches.play.heartbeat import RETURN
from games.matches.play.opening import start_match
from games.matches.play.services import end_overdue, find_match, play_move
from games.matches.time.clock import Downtime
from games.matches.time.control import FIRST_MOVE, GRACE, TimeControl
from games.rules import Seat
from tests.matches.conftest import World, legal_move, play_on

pytestmark = pytest.mark.sql

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DOWN = 94 * SECOND


def live_match(anna: User, bob: User) -> Match:
    """Return a live match in which both are present and have moved once."""
    options = games()["digifeud"].options_type()
    match = start_match(
        game_slug="digifeud", options=options, first=anna, second=bob,
        time_control=TimeControl.live(minutes=5, increment=8), rated=True,
    )  # fmt: skip
    for seat in Seat:
        requests.arrive(find_match(match.pk), seat)
    return play_on(match, 2)


@pytest.fixture
def live(anna: User, bob: User) -> Match:
    """Return a live match in which both are present and have moved once."""
    return live_match(anna, bob)


def test_after_an_outage_all_clocks_go_on_where_they_stood(world: World, live: Match, match: Match) -> None:
    web = world.process()
    web.beat()
    world.beats(web, MINUTE)
    live_before, slow_before = find_match(live.pk), find_match(match.pk)

    world.passes(DOWN)
    again = world.process()
    again.beat()

    live, match = find_match(live.pk), find_match(match.pk)
    assert live_before.clock_since
    assert live_before.deadline_at
    assert slow_before.deadline_at
    assert live.clock_since == live_before.clock_since + DOWN + RETURN
    assert live.deadline_at == live_before.deadline_at + DOWN + RETURN
    assert live.first_left == live_before.first_left
    assert match.deadline_at == slow_before.deadline_at + DOWN
    assert Downtime.all_in(live.downtimes) == [Downtime(2, 94)]
    assert Downtime.all_in(match.downtimes) == [Downtime(0, 94)]
    assert (live.version, match.version) == (live_before.version + 1, slow_before.version + 1)


def test_however_many_processes_return_the_clocks_move_once(world: World, match: Match) -> None:
    webs = [world.process() for _web in range(3)]
    for web in webs:
        web.beat()
    deadline = find_match(match.pk).deadline_at
    world.passes(DOWN)
    for web in [*webs, world.process(), world.process()]:
        web.beat()
        world.passes(SECOND)
    assert deadline
    assert find_match(match.pk).deadline_at == deadline + DOWN
    assert Downtime.all_in(find_match(match.pk).downtimes) == [Downtime(0, 94)]


@pytest.mark.django_db(transaction=True)
def test_processes_that_return_at_the_same_instant_move_the_clocks_once(world: World, match: Match) -> None:
    world.process().beat()
    deadline = find_match(match.pk).deadline_at
    world.passes(DOWN)
    barrier = threading.Barrier(4)

    def returns() -> None:
        try:
            barrier.wait()
            world.process().beat()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=returns) for _process in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert deadline
    assert find_match(match.pk).deadline_at == deadline + DOWN


def test_a_process_that_dies_while_it_moves_the_clocks_has_moved_none(
    world: World, live: Match, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.process().beat()
    before = find_match(match.pk).deadline_at
    world.passes(DOWN)
    dying = world.process()

    def dies(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if sql.startswith("UPDATE") and "beaten_at" in sql:
            raise KeyboardInterrupt
        return execute(sql, *rest)

    with connection.execute_wrapper(dies), pytest.raises(KeyboardInterrupt):
        dying.beat()
    assert find_match(match.pk).deadline_at == before
    world.process().beat()
    assert before
    assert find_match(match.pk).deadline_at == before + DOWN
    assert find_match(live.pk).downtimes == "2:94 "


def test_a_pause_shorter_than_the_silence_changes_nothing(world: World, match: Match) -> None:
    web = world.process()
    web.beat()
    world.passes(8 * SECOND)
    web.beat()
    assert find_match(match.pk).version == match.version


def test_the_database_was_away_while_the_site_ran_on(world: World, live: Match) -> None:
    web = world.process()
    world.beats(web, MINUTE)
    since = find_match(live.pk).clock_since
    world.passes(DOWN)
    assert web.is_late()
    web.ensure()
    assert since
    assert find_match(live.pk).clock_since == since + DOWN + RETURN
    assert not web.is_late()


def test_a_move_made_right_before_the_outage_keeps_no_more_than_the_outage(world: World, live: Match) -> None:
    web = world.process()
    web.beat()
    late = world.database + SECOND
    Match.objects.filter(pk=live.pk).update(clock_since=late)
    world.passes(DOWN)
    web.beat()
    assert find_match(live.pk).clock_since == world.database + RETURN


def test_many_moves_right_before_the_outage_cost_no_more_statements(world: World, anna: User, bob: User) -> None:
    world.process().beat()

    def statements_after(moves: int) -> int:
        moved = []
        for _move in range(moves):
            world.passes(SECOND / 10)
            moved.append(play_on(live_match(anna, bob), 1))
        world.passes(DOWN)
        with CaptureQueriesContext(connection) as ran:
            world.process().beat()
        for one in moved:
            again, gap = find_match(one.pk), world.database - (one.clock_since or world.database)
            assert again.deadline_at == (one.deadline_at or world.database) + gap + RETURN
            assert Downtime.all_in(again.downtimes)[-1].seconds == gap // SECOND
        return len(ran)

    assert statements_after(1) == statements_after(6)


def test_first_moves_and_arrivals_get_the_time_too(world: World, anna: User, bob: User) -> None:
    options = games()["digifeud"].options_type()
    match = start_match(
        game_slug="digifeud", options=options, first=anna, second=bob,
        time_control=TimeControl.live(minutes=5, increment=8),
    )  # fmt: skip
    world.beats(web := world.process(), MINUTE)
    before = find_match(match.pk)
    world.passes(DOWN)
    web.beat()
    after = find_match(match.pk)
    assert before.deadline_at
    assert before.first_away_since
    assert after.is_gathering
    assert after.deadline_at == before.deadline_at + DOWN + RETURN
    assert after.first_away_since == before.first_away_since + DOWN


def test_while_the_site_is_down_no_match_is_lost_on_time(world: World, live: Match) -> None:
    web = world.process()
    web.beat()
    Match.objects.filter(pk=live.pk).update(deadline_at=world.database + SECOND)
    world.passes(DOWN)
    assert end_overdue() == 0
    web.beat()
    assert end_overdue() == 0
    world.beats(web, 2 * RETURN)
    assert end_overdue() == 1
    assert find_match(live.pk).ended is Ending.TIME


def test_the_minute_to_come_back_is_not_kept(world: World, live: Match, anna: User) -> None:
    web = world.process()
    world.beats(web, 30 * SECOND)
    before = find_match(live.pk)
    world.passes(DOWN)
    web.beat()
    after = play_move(live.pk, anna, 3, legal_move(find_match(live.pk)))
    assert before.first_left
    assert after.first_left == before.first_left + 8 * SECOND


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 5 * SECOND, -5 * SECOND])
def test_a_jump_of_the_clock_is_charged_to_no_player(world: World, live: Match, jump: timedelta) -> None:
    one, two = world.process(), world.process()
    one.beat()
    two.beat()
    before = find_match(live.pk)
    began = one.time.now()
    world.database += jump
    for process in (one, two, one, two):
        process.beat()
        world.passes(SECOND)
    assert abs(one.time.now() - began - 4 * SECOND) < SECOND
    assert abs(two.time.now() - one.time.now()) < SECOND / 2
    after = find_match(live.pk)
    assert (after.version, after.clock_since) == (before.version, before.clock_since)


def test_a_clock_that_jumped_and_is_set_right_leaves_the_time_as_it_was(world: World, live: Match) -> None:
    web = world.process()
    web.beat()
    began = web.time.now()
    world.database += 10 * MINUTE
    world.beats(web, MINUTE)
    world.database -= 10 * MINUTE
    world.beats(web, MINUTE)
    assert abs(web.time.now() - began - 2 * MINUTE) < 3 * SECOND
    assert abs(Heartbeat.objects.get().offset) < 3 * SECOND
    assert find_match(live.pk).downtimes == ""


def test_a_clock_that_stays_wrong_is_followed_slowly(world: World, live: Match) -> None:
    web = world.process()
    web.beat()
    world.database += MINUTE
    web.beat()
    for _beat in range(400):  # an hour of beats that are as far apart as those of a site that is not silent can be
        world.passes(9 * SECOND)
        web.beat()
    assert timedelta(0) < Heartbeat.objects.get().offset < 30 * SECOND


def test_a_clock_set_back_while_the_site_was_down_costs_no_time(world: World, live: Match) -> None:
    world.process().beat()
    before = find_match(live.pk)
    world.database -= HOUR
    web = world.process()
    web.beat()
    after = find_match(live.pk)
    assert after.clock_since == before.clock_since
    assert web.time.now() >= world.database + HOUR - SECOND


def test_an_open_challenge_waits_longer(world: World, anna: User) -> None:
    closes = world.database + MINUTE
    options = games()["digifeud"].options_type()
    offer = Offer(
        kind=Offer.Kind.OPEN, challenger=anna, game_slug="digifeud", option_data=options.data(),
        made_at=world.database, closes_at=closes,
    )  # fmt: skip
    offer.time_control = TimeControl.correspondence(days=3)
    offer.save()
    web = world.process()
    web.beat()
    world.passes(DOWN)
    web.beat()
    offer.refresh_from_db()
    assert offer.closes_at == closes + DOWN


def test_who_was_online_is_online_when_the_site_returns(
    world: World, anna: User, bob: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    User.objects.filter(pk=anna.pk).update(seen_at=world.database - 30 * SECOND)
    User.objects.filter(pk=bob.pk).update(seen_at=world.database - HOUR)
    web = world.process()
    web.beat()
    world.passes(DOWN)
    with django_capture_on_commit_callbacks(execute=True):
        web.beat()
    anna.refresh_from_db()
    bob.refresh_from_db()
    assert anna.seen_at == world.database
    assert bob.seen_at == world.database - DOWN - HOUR


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The site was down for 94\N{NO-BREAK SPACE}seconds. The clocks stood still."),
        ("nl", "De site lag 94\N{NO-BREAK SPACE}seconden plat. De klokken stonden stil."),
        ("de", "Die Website war 94\N{NO-BREAK SPACE}Sekunden nicht erreichbar. Die Uhren standen still."),
    ],
)
def test_the_match_says_so(world: World, match: Match, anna: User, language: str, line: str) -> None:
    match = play_on(match, 2)
    web = world.process()
    web.beat()
    world.passes(DOWN)
    web.beat()
    match = play_on(match, 1)
    page = Client().get(reverse("matches:match", args=[match.pk]), headers={"Accept-Language": language})
    text = page.content.decode()
    assert line in text
    assert text.index('id="turn-2"') < text.index(line)
    assert text.index(line) < text.index("turn-3")
    with translation.override(language):
        update = update_since(match, Seat.FIRST, match.version - 2, 2)
    assert line in update.html


def test_one_row_tells_of_all_outages_in_a_turn(world: World, match: Match) -> None:
    web = world.process()
    web.beat()
    for _outage in range(3):
        world.passes(DOWN)
        web.beat()
    page = Client().get(reverse("matches:match", args=[match.pk])).content.decode()
    assert page.count("The site was down for") == 1
    assert "The site was down for 5\N{NO-BREAK SPACE}minutes. The clocks stood still." in page


def test_the_replay_is_as_before(world: World, match: Match) -> None:
    match = play_on(match, 3)
    web = world.process()
    web.beat()
    world.passes(DOWN)
    web.beat()
    positions.clear()
    assert positions.replay(find_match(match.pk)).ply == 3


def test_the_first_move_of_a_live_match_gets_its_minute_after_the_outage(world: World, anna: User, bob: User) -> None:
    options = games()["digifeud"].options_type()
    match = start_match(
        game_slug="digifeud", options=options, first=anna, second=bob,
        time_control=TimeControl.live(minutes=5, increment=8),
    )  # fmt: skip
    for seat in Seat:
        requests.arrive(find_match(match.pk), seat)
    web = world.process()
    web.beat()
    began = find_match(match.pk).clock_since
    world.passes(DOWN)
    web.beat()
    assert began
    assert find_match(match.pk).deadline_at == began + DOWN + RETURN + FIRST_MOVE + GRACE
