"""The player who waits may give the opponent time, and nudge once a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from accounts.services import block
from games.catalogue import games
from games.matches.errors import Blocked, MatchOver, NotPlaying, NotWaiting, NudgedAlready
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.opening import start_match
from games.matches.play.requests import NUDGE_PAUSE, give_time, nudge
from games.matches.play.services import end_on_time, find_match, resign
from games.matches.play.vacation import plan_vacation
from games.matches.time.control import MORE_DAYS, MORE_SECONDS, TimeControl
from games.notifications.models import Notification
from games.rules import Seat
from tests.jobs.running import run_jobs
from tests.matches.conftest import play_on

SignedIn = Callable[[User], Client]


@pytest.fixture
def live(anna: User, bob: User) -> Match:
    """Return a live match in which both have moved and anna is to move."""
    match = start_match(
        game_slug="digifeud",
        options=games()["digifeud"].options_type(),
        first=anna,
        second=bob,
        time_control=TimeControl.live(minutes=5, increment=8),
    )
    for seat in Seat:
        requests.arrive(find_match(match.pk), seat)
    return find_match(match.pk)


def test_bob_gives_anna_a_day_once_in_her_turn(
    match: Match, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    page, address = (reverse(f"matches:{name}", args=[match.pk]) for name in ("match", "give_time"))
    before = match.deadline_at
    assert before
    assertContains(signed_in(bob).get(page), 'title="Give anna one more day"')
    for viewer in (signed_in(anna), signed_in(carl), Client()):
        assertNotContains(viewer.get(page), "a day more")
    for _time in range(2):
        assert signed_in(bob).post(address).status_code == 302
    given = find_match(match.pk)
    assert (given.deadline_at, given.version) == (before + MORE_DAYS, match.version + 1)
    shown = signed_in(bob).get(page)
    assertContains(shown, "anna got one more day.")
    assertNotContains(shown, "Give anna")
    assertContains(signed_in(anna).get(page), "bob gave you one more day.")
    with time_machine.travel(before + timedelta(hours=1), tick=False):
        assert not end_on_time(find_match(match.pk), before + timedelta(hours=1))
    play_on(find_match(match.pk), 1)
    assertNotContains(signed_in(bob).get(page), "gave you a day")
    assertContains(signed_in(anna).get(page), "Give bob one more day")
    assertContains(signed_in(bob).post(address), "only on your opponent", status_code=409)
    with pytest.raises(NotPlaying):
        give_time(match.pk, carl)
    resign(match.pk, anna)
    with pytest.raises(MatchOver):
        give_time(match.pk, anna)


def test_a_day_that_is_given_is_not_spent_on_vacation(match: Match, anna: User, bob: User) -> None:
    Match.objects.filter(pk=match.pk).update(rests=True)
    before = match.deadline_at
    assert before
    plan_vacation(anna, before + timedelta(hours=2), before + timedelta(days=7))
    assert give_time(match.pk, bob).deadline_at == before + timedelta(days=7) - timedelta(hours=2) + MORE_DAYS


def test_live_it_is_fifteen_seconds_on_the_clock(live: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    with pytest.raises(NotWaiting):  # the clocks do not run before both have moved
        give_time(live.pk, bob)
    match = play_on(live, 2)
    before, deadline = match.first_left, match.deadline_at
    assert before
    assert deadline
    page = reverse("matches:match", args=[match.pk])
    assertContains(signed_in(bob).get(page), "Give anna 15\N{NO-BREAK SPACE}seconds")
    given = give_time(match.pk, bob)
    stored = find_match(match.pk)
    assert (stored.first_left, stored.deadline_at) == (before + MORE_SECONDS, deadline + MORE_SECONDS)
    assert stored.second_left == match.second_left
    assert given.version == match.version + 1
    assertContains(signed_in(anna).get(page), "bob gave you 15 more seconds.")
    with pytest.raises(NotWaiting):
        nudge(match.pk, bob)


def test_time_that_has_run_out_is_not_given_back(match: Match, bob: User) -> None:
    assert match.deadline_at
    with time_machine.travel(match.deadline_at + timedelta(seconds=1), tick=False), pytest.raises(NotWaiting):
        give_time(match.pk, bob)


def test_bob_nudges_anna_once_a_day(match: Match, anna: User, bob: User, signed_in: SignedIn) -> None:
    page, address = (reverse(f"matches:{name}", args=[match.pk]) for name in ("match", "nudge"))
    assertNotContains(signed_in(bob).get(page), "Nudge anna")
    early = signed_in(bob).post(address)
    assertContains(early, "You can nudge once a day", status_code=429)
    assert 0 < int(early["Retry-After"]) <= NUDGE_PAUSE.total_seconds()
    with time_machine.travel(match.moved_at + NUDGE_PAUSE, tick=False):
        waiting = signed_in(bob).get(page)
        assertContains(waiting, "Nudge anna")
        assertContains(waiting, "Give anna one more day")  # both are possible
        assert signed_in(bob).post(address).status_code == 302
        run_jobs()
        run_jobs()
        notice = Notification.objects.get(event="nudge")
        assert (notice.user, notice.other, notice.match) == (anna, bob, match)
        assertContains(signed_in(bob).get(page), "You nudged anna.")
        assertContains(signed_in(anna).get(page), "bob is waiting for your move.")
        assertContains(signed_in(anna).get(reverse("notifications:notifications")), "bob is waiting for your move")
        with pytest.raises(NudgedAlready):
            nudge(match.pk, bob)
        with pytest.raises(NotWaiting):
            nudge(match.pk, anna)
    with time_machine.travel(match.moved_at + 2 * NUDGE_PAUSE, tick=False):
        nudge(match.pk, bob)
        run_jobs()
    assert Notification.objects.filter(event="nudge").count() == 2


def test_who_is_blocked_nudges_no_one(match: Match, anna: User, bob: User) -> None:
    block(anna, bob)
    with time_machine.travel(match.moved_at + NUDGE_PAUSE, tick=False), pytest.raises(Blocked):
        nudge(match.pk, bob)
    assert find_match(match.pk).nudged_at is None


def test_a_nudge_that_was_answered_meanwhile_is_not_delivered(match: Match, bob: User) -> None:
    with time_machine.travel(match.moved_at + NUDGE_PAUSE, tick=False):
        nudge(match.pk, bob)
        with time_machine.travel(match.moved_at + NUDGE_PAUSE + timedelta(minutes=1), tick=False):
            play_on(find_match(match.pk), 1)
            run_jobs()
    assert not Notification.objects.filter(event="nudge").exists()


def test_a_computer_needs_neither(anna: User, bob: User, signed_in: SignedIn, match: Match) -> None:
    User.objects.filter(pk=anna.pk).update(is_computer=True)
    page = reverse("matches:match", args=[match.pk])
    assertNotContains(signed_in(bob).get(page), 'courtesies"><form')
    with pytest.raises(NotWaiting):
        give_time(match.pk, bob)


@pytest.mark.parametrize(
    ("language", "words"), [("nl", "Geef anna een dag extra"), ("de", "anna einen Tag mehr geben")]
)
def test_the_buttons_speak_the_readers_language(
    match: Match, bob: User, signed_in: SignedIn, language: str, words: str
) -> None:
    bob.language = language
    bob.save()
    assertContains(signed_in(bob).get(reverse("matches:match", args=[match.pk])), words)
