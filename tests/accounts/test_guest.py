"""Guests: created, and deleted when they are stale."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertRedirects

from accounts import guests, services
from accounts.models import NAME_TAKEN, User
from accounts.names import check_name, is_reserved, name_key
from accounts.services import delete_stale_guests, make_guest
from core.limits import admit
from games.matches.models import Match
from games.matches.time.control import TimeControl
from tests.accounts.test_signup import PASSWORD
from tests.html import html_of

pytestmark = pytest.mark.sql

GUEST = "/accounts/guest/"
SignedIn = Callable[[User], Client]


def test_one_click_makes_a_guest_who_is_signed_in(newcomer: Client) -> None:
    assertRedirects(newcomer.post(GUEST, {"next": "/accounts/settings/"}), "/accounts/settings/")
    guest = User.objects.get()
    assert (guest.is_guest, guest.has_usable_password(), guest.email) == (True, False, "")
    assert newcomer.session["_auth_user_id"] == str(guest.pk)


@pytest.mark.parametrize("value", ["", "https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_a_guest_is_not_led_off_the_site(newcomer: Client, value: str) -> None:
    assertRedirects(newcomer.post(GUEST, {"next": value}), "/lobby/", fetch_redirect_response=False)


def test_looking_makes_no_guest(newcomer: Client) -> None:
    assert newcomer.get(GUEST).status_code == 405
    assert not User.objects.exists()


def test_who_is_signed_in_stays_who_they_are(anna: User, guest: User, signed_in: Callable[[User], Client]) -> None:
    for player in (anna, guest):
        browser = signed_in(player)
        browser.post(GUEST)
        assert browser.session["_auth_user_id"] == str(player.pk)
    assert User.objects.count() == 2


def test_names_of_guests_fit_and_cannot_be_chosen() -> None:
    for word in guests.WORDS:
        name = f"Guest-{word}-9999"
        assert len(name) <= 20
        assert is_reserved(name)
        check_name(f"Player-{word}")


def test_no_two_words_look_alike() -> None:
    assert len({name_key(word) for word in guests.WORDS}) == len(guests.WORDS)


def test_a_taken_name_is_drawn_again(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["Guest-Otter-42", "Guest-Otter-42", "Guest-0tter-42", "Guest-Otter-43"])
    monkeypatch.setattr(services, "guest_name", lambda: next(drawn))
    assert make_guest().username == "Guest-Otter-42"
    assert make_guest().username == "Guest-Otter-43"


def test_four_hundred_guests_an_hour_may_come_from_one_address(rf: RequestFactory, db: None) -> None:
    assert all(admit(rf.post(GUEST), "guest") for _ in range(399))
    assert Client().post(GUEST).status_code == 302
    assert Client().post(GUEST).status_code == 429
    assert Client(REMOTE_ADDR="203.0.113.7").post(GUEST).status_code == 302
    assert User.objects.count() == 2


def test_addresses_of_ipv4_are_limited_apart_at_a_socket_for_both_versions(db: None, settings: Settings) -> None:
    settings.RATE_LIMITS = {"guest": "1/h/ip"}
    addresses = ("::ffff:203.0.113.7", "::ffff:203.0.113.7", "::ffff:203.0.113.8", "203.0.113.8")
    told = [Client(REMOTE_ADDR=address).post(GUEST).status_code for address in addresses]
    assert told == [302, 429, 302, 429]


def test_who_is_refused_reads_when_the_next_guest_may_come(db: None, settings: Settings) -> None:
    settings.RATE_LIMITS = {"guest": "2/h/ip"}
    began = timezone.now()
    with time_machine.travel(began, tick=False):
        Client().post(GUEST)
    with time_machine.travel(began + timedelta(minutes=20), tick=False):
        Client().post(GUEST)
    with time_machine.travel(began + timedelta(minutes=25, seconds=30), tick=False):
        refused = Client().post(GUEST)
        assertContains(refused, "Try again in 35\N{NO-BREAK SPACE}minutes", status_code=429)
        assert int(refused.headers["Retry-After"]) in {2070, 2071}
    with time_machine.travel(began + timedelta(seconds=int(refused.headers["Retry-After"]) + 1530), tick=False):
        assert Client().post(GUEST).status_code == 302


def test_without_limits_more_may_come(no_limits: None, rf: RequestFactory) -> None:
    assert all(admit(rf.post(GUEST), "guest") for _ in range(410))


def long_gone(user: User) -> None:
    User.objects.filter(pk=user.pk).update(seen_at=timezone.now() - timedelta(days=31))


def test_a_guest_who_never_came_back_is_deleted(guest: User) -> None:
    long_gone(guest)
    assert delete_stale_guests(timezone.now()) == 1
    assert not User.objects.exists()


def test_a_guest_who_was_never_seen_is_judged_by_the_first_day(guest: User) -> None:
    assert delete_stale_guests(timezone.now() + timedelta(days=29)) == 0
    assert delete_stale_guests(timezone.now() + timedelta(days=31)) == 1


def test_recent_guests_and_old_players_are_left_alone(guest: User, anna: User) -> None:
    guest.seen_at = timezone.now() - timedelta(days=3)
    guest.save()
    long_gone(anna)
    assert delete_stale_guests(timezone.now()) == 0
    assert User.objects.count() == 2


def test_the_opponent_of_a_guest_keeps_the_match(guest: User, anna: User, no_one_else: None) -> None:
    now = timezone.now()
    match = Match(
        game_slug="digifeud",
        first=guest,
        second=anna,
        started_at=now,
        moved_at=now,
    )
    match.time_control = TimeControl.correspondence(days=3)
    match.save()
    long_gone(guest)
    assert delete_stale_guests(now) == 1
    assert delete_stale_guests(now) == 0
    match.refresh_from_db()
    assert match.first.username == f"deleted-{guest.pk}"
    assert (match.first.is_active, match.first.is_guest) == (False, False)


def test_a_guest_who_comes_back_while_others_are_deleted_stays(guest: User, monkeypatch: pytest.MonkeyPatch) -> None:
    returning = make_guest()
    User.objects.update(seen_at=timezone.now() - timedelta(days=31))
    delete = User.delete

    def signs_up(gone: User) -> object:
        User.objects.filter(pk=returning.pk).update(is_guest=False, username="carla", seen_at=timezone.now())
        return delete(gone)

    monkeypatch.setattr(User, "delete", signs_up)
    assert delete_stale_guests(timezone.now()) == 1
    assert [user.username for user in User.objects.all()] == ["carla"]


def test_a_guest_writes_the_own_name_another_way_and_takes_no_other(
    guest: User, anna: User, signed_in: SignedIn
) -> None:
    """By the form of a nickname, and by that of a sign-up, which keeps the guest; no one else may have the name."""
    browser = signed_in(guest)
    for name in ("Jose", "JOSE", "José", "J-o-s-é", "José"):
        assert browser.post("/accounts/nickname/", {"nickname": name}).status_code == 302
        assert User.objects.get(pk=guest.pk).username == name
    other = signed_in(make_guest())
    for one, name in ((browser, "ANNA"), (browser, "Änna"), (other, "JOSE")):
        assertContains(one.post("/accounts/nickname/", {"nickname": name}), NAME_TAKEN, status_code=422)
        assertContains(one.post("/accounts/signup/", {"username": name, "password1": PASSWORD}), NAME_TAKEN)
    assert browser.post("/accounts/signup/", {"username": "JOSÉ", "password1": PASSWORD}).status_code == 302
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, User.objects.filter(is_guest=True).count()) == ("JOSÉ", False, 1)


def test_a_guest_who_sends_the_name_of_a_guest_back_keeps_it(guest: User, signed_in: SignedIn) -> None:
    """The form shows it, though no one may choose such a name."""
    named = guest.username
    assert signed_in(guest).post("/accounts/nickname/", {"nickname": named}).status_code == 302
    refused = signed_in(make_guest()).post("/accounts/nickname/", {"nickname": named})
    assert refused.status_code == 422
    assert re.findall(r'name="(\w+)"[^>]* autofocus', html_of(refused)) == ["nickname"]  # the keyboard goes on there
    guest.refresh_from_db()
    assert guest.username == named
