"""A planned event, until it begins: the player who made it changes it or cancels it, and staff can cancel it too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from core import clock
from games.catalogue import games
from games.events.cups.recurring import keep_cups, repeat
from games.events.models import Event
from games.notifications.hooks import words_of
from games.notifications.models import Notification
from tests.api.conftest import Caller, calling, data_of, problem_of  # noqa: F401 - a fixture
from tests.events.cups import HOUR, NOW, cup, current, go_on
from tests.factors import give_factor

SignedIn = Callable[[User], Client]
LATER = {"name": "Evening cup", "text": "Tea at eight.", "starts_at": "2026-11-21T20:00"}


@pytest.fixture
def travel(db: None) -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as travel:
        yield travel


def told(player: User) -> list[tuple[str, str]]:
    """Return what a player was told of events."""
    rows = Notification.objects.filter(user=player, event__startswith="event-").order_by("pk")
    return [(one.event, words_of(one, clock.now()).body) for one in rows]


def test_anna_moves_her_event_and_all_who_entered_hear_of_it(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    event = cup("swiss", anna, bob, creator=anna)
    change = f"{event.get_absolute_url()}change/"
    assertContains(signed_in(anna).get(event.get_absolute_url()), change)
    assertNotContains(signed_in(carl).get(event.get_absolute_url()), change)
    assert signed_in(carl).post(change, LATER).status_code == 404
    early = signed_in(anna).post(change, {**LATER, "starts_at": "2026-11-21T11:00"})
    assertContains(early, "Choose a time between", status_code=422)

    page = signed_in(anna).post(change, LATER, follow=True)
    for words in ("Evening cup", "Tea at eight.", "The event is changed."):
        assertContains(page, words)
    ((kind, words),) = told(bob)
    assert kind == "event-moved"
    assert words.startswith("Evening cup begins: ")
    assert told(anna) == told(carl) == []
    signed_in(anna).post(change, {**LATER, "text": "Coffee."})
    assert len(told(bob)) == 1  # its beginning is the same
    event = go_on(travel, event)
    assert (event.state, event.text) == (Event.State.OPEN, "Coffee.")
    event = go_on(travel, event)
    assert (event.state, clock.now()) == (Event.State.RUNNING, NOW.replace(hour=20))


def test_an_event_that_comes_earlier_begins_earlier(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    event = cup("knockout", anna, bob, creator=anna)
    signed_in(anna).post(f"{event.get_absolute_url()}change/", {**LATER, "starts_at": "2026-11-21T12:30"})
    while current(event).state == Event.State.OPEN:
        go_on(travel, event)
    assert clock.now() == NOW + HOUR / 2


def test_anna_cancels_her_event(
    travel: time_machine.Traveller, anna: User, bob: User, carl: User, signed_in: SignedIn
) -> None:
    event = cup("arena", anna, bob, live=True, lasts=HOUR, creator=anna)
    cancel = f"{event.get_absolute_url()}cancel/"
    assert signed_in(carl).post(cancel).status_code == 404
    assertContains(signed_in(anna).get(cancel), "You cannot undo this.")
    for _time in range(2):
        page = signed_in(anna).post(cancel, follow=True)
    assertContains(page, "It was cancelled before it began.")
    assertNotContains(page, cancel)
    assert told(bob) == [("event-off", "Arena of Summy does not take place.")]
    assert told(anna) == []
    event = go_on(travel, event)
    assert event.state == Event.State.CALLED_OFF


@pytest.mark.parametrize("action", ["change", "cancel"])
def test_what_has_begun_is_not_changed(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn, action: str
) -> None:
    event = cup("knockout", anna, bob, creator=anna)
    event = go_on(travel, event)
    data = {**LATER, "starts_at": "2026-11-21T20:00"}
    signed_in(anna).post(f"{event.get_absolute_url()}{action}/", data)
    assert (current(event).state, current(event).name) == (Event.State.RUNNING, "")


def test_shortly_before_a_beginning_its_text_changes_and_its_time_stays(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    event = cup("arena", bob, live=True, lasts=HOUR, creator=anna)
    travel.move_to(event.starts_at - timedelta(minutes=2))
    change = f"{event.get_absolute_url()}change/"
    assertContains(signed_in(anna).post(change, LATER), "too late", status_code=422)
    signed_in(anna).post(change, {**LATER, "starts_at": "2026-11-21T13:00"})
    assert (current(event).text, current(event).starts_at) == ("Tea at eight.", event.starts_at)


def test_staff_cancel_an_event_and_its_maker_is_told(
    travel: time_machine.Traveller, anna: User, bob: User, signed_in: SignedIn
) -> None:
    planned, running = cup("swiss", bob, creator=anna), cup("knockout", anna, bob, creator=anna)
    Event.objects.filter(pk=running.pk).update(state=Event.State.RUNNING)
    action = {"action": "cancel_before_it_begins", "_selected_action": [planned.pk, running.pk]}
    staff = signed_in(give_factor(User.objects.create_superuser("staff", password="numbers are fun")))
    answer = staff.post("/admin/events/event/", action, follow=True)
    assertContains(answer, f"Event {running.pk} has begun, and stays.")
    assert [current(one).state for one in (planned, running)] == [Event.State.CALLED_OFF, Event.State.RUNNING]
    assert [kind for kind, _words in told(anna)] == [kind for kind, _words in told(bob)] == ["event-off"]


def test_programs_cancel_their_own_events(
    travel: time_machine.Traveller,
    anna: User,
    bob: User,
    calling: Callable[..., Caller],  # noqa: F811
) -> None:
    event = cup("swiss", bob, creator=anna)
    problem_of(calling(bob).post(f"/events/{event.pk}/cancel", {}), 404)
    assert data_of(calling(anna).post(f"/events/{event.pk}/cancel", {}))["state"] == "off"


def test_programs_change_their_own_events(
    travel: time_machine.Traveller,
    anna: User,
    bob: User,
    calling: Callable[..., Caller],  # noqa: F811
) -> None:
    event = cup("swiss", bob, creator=anna)
    path = f"/events/{event.pk}/change"
    problem_of(calling(bob).post(path, {"name": "Mine"}), 404)
    changed = data_of(calling(anna).post(path, {"name": "Evening\u202e cup", "starts": "2026-11-21T20:00:00Z"}))
    assert (changed["name"], changed["text"], changed["starts"]) == ("Evening cup", "", "2026-11-21T20:00:00Z")
    assert [kind for kind, _words in told(bob)] == ["event-moved"]
    assert data_of(calling(anna).post(path, {"text": "Tea."}))["name"] == "Evening cup"  # what is left out stays
    problem = problem_of(calling(anna).post(path, {"starts": "2026-11-21T12:01:00Z"}), 422)
    assert problem["code"] == "not_in_time"
    problem_of(calling(anna).post(path, {"starts": "2026-11-21T20:00:00"}), 422)  # of no time zone
    Event.objects.update(state=Event.State.RUNNING)
    assert problem_of(calling(anna).post(path, {"text": "Tea."}), 409)["code"] == "begun_already"


def test_the_name_of_an_event_has_no_signs_that_no_one_sees(
    travel: time_machine.Traveller, anna: User, signed_in: SignedIn
) -> None:
    data = {"game": "summy", "kind": "arena", "time": "5+8", "visible": "listed", "starts_at": "2026-11-21T20:00"}
    chosen = {f"option-{one.name}": str(one.default) for one in games()["summy"].options_type.choices()}
    signed_in(anna).post("/events/new/", {**data, **chosen, "name": "\u200b\u202e\u2060", "text": "a\u202eb\r\nc"})
    event = Event.objects.get(creator=anna)
    assert (event.title, event.text) == ("Arena of Summy", "ab\nc")


def test_an_event_that_was_moved_is_not_announced_again(
    travel: time_machine.Traveller, anna: User, signed_in: SignedIn
) -> None:
    event = cup("swiss", creator=anna)
    event.series = repeat(event, "FREQ=WEEKLY", "UTC")
    event.save()
    signed_in(anna).post(f"{event.get_absolute_url()}change/", {**LATER, "starts_at": "2026-11-21T12:10"})
    for _day in range(3):
        keep_cups()
        travel.shift(timedelta(days=1))
    starts = event.series.events.order_by("number").values_list("starts_at", flat=True)
    assert [moment - NOW for moment in starts] == [timedelta(minutes=10), timedelta(days=7, hours=1)]
