"""Sign-up by visitors and guests."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume
from django.core import mail
from django.db import connection
from django.test import Client, RequestFactory
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertRedirects

from accounts import adapters
from accounts.models import User
from accounts.player import check_free
from tests.html import html_of

pytestmark = pytest.mark.sql

SIGN_UP = "/accounts/signup/"
PASSWORD = "numbers are fun"


def who(browser: Client) -> str | None:
    key = browser.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else None


def test_a_name_and_a_password_do(newcomer: Client) -> None:
    assertContains(newcomer.get(SIGN_UP), "Everyone can see it")
    answer = newcomer.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD})
    assertRedirects(answer, "/lobby/", fetch_redirect_response=False)
    assert who(newcomer) == "Dora"
    dora = User.objects.get(username="Dora")
    assert (dora.email, dora.is_guest, dora.check_password(PASSWORD)) == ("", False, True)
    assert mail.outbox == []


def test_one_comes_back_to_where_one_was(newcomer: Client) -> None:
    page = newcomer.get(SIGN_UP, {"next": "/accounts/settings/"})
    assertContains(page, 'name="next" value="/accounts/settings/"')
    answer = newcomer.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD, "next": "/accounts/settings/"})
    assertRedirects(answer, "/accounts/settings/")


def test_but_not_to_another_site(newcomer: Client) -> None:
    answer = newcomer.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD, "next": "https://evil.example/"})
    assertRedirects(answer, "/lobby/", fetch_redirect_response=False)


def test_an_email_address_is_confirmed_by_a_link(newcomer: Client) -> None:
    newcomer.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD, "email": "Dora@example.org"})
    assert mail.outbox[0].to == ["dora@example.org"]
    assert "Hello from Numgames" in mail.outbox[0].body
    link = next(word for word in mail.outbox[0].body.split() if "/confirm-email/" in word)
    path = link.partition("testserver")[2]
    assertContains(newcomer.get(path), "dora@example.org")
    newcomer.post(path)
    assert EmailAddress.objects.get().verified


@pytest.mark.parametrize("name", ["anna", "ANNA", "Änna", "a-n-n-a"])
def test_a_taken_name_or_one_that_looks_like_it_is_refused(newcomer: Client, anna: User, name: str) -> None:
    answer = newcomer.post(SIGN_UP, {"username": name, "password1": PASSWORD})
    assertContains(answer, "That name is taken, or too close to one that is.")
    assert who(newcomer) is None
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Adm1n", "reserved"),
        ("Guest-Owl-1", "reserved"),
        ("aнна", "one alphabet"),
        ("al", "3 to 20"),
        ("", "required"),
    ],
)
def test_a_name_that_no_one_may_choose_is_refused_with_the_reason(newcomer: Client, name: str, why: str) -> None:
    assertContains(newcomer.post(SIGN_UP, {"username": name, "password1": PASSWORD}), why)
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["short", "password1", "dorothea", ""])
def test_a_password_that_is_easily_guessed_is_refused(newcomer: Client, password: str) -> None:
    page = newcomer.post(SIGN_UP, {"username": "dorothea", "password1": password}).content.decode()
    assert re.findall(r'name="(\w+)"[^>]* autofocus', page) == ["password1"]  # the keyboard goes on there
    assert not User.objects.exists()


def test_someone_was_quicker_with_the_name(newcomer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def a_moment_too_early(name: str, but: User | None = None) -> None:
        User.objects.create_user("dora")

    monkeypatch.setattr(adapters, "check_free", a_moment_too_early)
    answer = newcomer.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD})
    assertContains(answer, "That name is taken")
    assert User.objects.get().username == "dora"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_a_name_at_once_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    both_have_looked = threading.Barrier(2, timeout=30)

    def look_together(name: str, but: User | None = None) -> None:
        check_free(name, but)
        both_have_looked.wait()

    monkeypatch.setattr(adapters, "check_free", look_together)
    answers = together(*(lambda name=name: sign_up(name) for name in ("Dora", "DORA")))
    assert sorted(answers) == [200, 302]
    assert User.objects.count() == 1


def sign_up(name: str) -> int:
    return Client().post(SIGN_UP, {"username": name, "password1": PASSWORD}).status_code


def together(*tasks: Callable[[], int]) -> list[int]:
    """Run the tasks at the same time, each in a thread, and return their results."""

    def task(run: Callable[[], int]) -> int:
        try:
            return run()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(task, tasks))


def test_a_guest_becomes_a_player_and_keeps_the_row(guest: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(guest)
    assertContains(browser.get(SIGN_UP), f"You play as {guest.username}")
    answer = browser.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD, "email": "dora@example.org"})
    assertRedirects(answer, "/lobby/", fetch_redirect_response=False)
    dora = User.objects.get()
    assert (dora.pk, dora.username, dora.is_guest, dora.email) == (guest.pk, "Dora", False, "dora@example.org")
    assert who(browser) == "Dora"
    assert Client().post("/accounts/login/", {"login": "dora", "password": PASSWORD}).status_code == 302


def test_a_guest_whose_wish_is_taken_stays_a_guest(
    guest: User, anna: User, signed_in: Callable[[User], Client]
) -> None:
    browser = signed_in(guest)
    answer = browser.post(SIGN_UP, {"username": "Anna", "password1": PASSWORD})
    assertContains(answer, "That name is taken")
    assertContains(answer, f"You play as {guest.username}")
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_player_has_no_second_sign_up(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    for answer in (browser.get(SIGN_UP), browser.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD})):
        assertRedirects(answer, "/lobby/", fetch_redirect_response=False)
    assert User.objects.count() == 1


def test_a_school_signs_up_and_a_flood_is_told_when_to_come_back(newcomer: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "6/h/ip"}
    for _ in range(6):
        assert newcomer.post(SIGN_UP, {"username": "al", "password1": PASSWORD}).status_code == 200
    refused = newcomer.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD})
    assertContains(refused, "Too many new accounts from your network.", status_code=429)
    assert 3000 < int(refused["Retry-After"]) <= 3600


def test_a_hundred_and_twenty_sign_ups_an_hour_may_come_from_one_address(newcomer: Client, rf: RequestFactory) -> None:
    assert all(consume(rf.post(SIGN_UP), action="signup") for _ in range(119))
    assert newcomer.post(SIGN_UP, {"username": "al", "password1": PASSWORD}).status_code == 200
    assert newcomer.post(SIGN_UP, {"username": "Dora", "password1": PASSWORD}).status_code == 429


def test_without_limits_more_may_come(no_limits: None, rf: RequestFactory) -> None:
    assert all(consume(rf.post(SIGN_UP), action="signup") for _ in range(125))


def test_a_new_player_is_pointed_to_passkeys(newcomer: Client, db: None) -> None:
    page = newcomer.post("/accounts/signup/", {"username": "dora", "password1": "numbers are fun"}, follow=True)
    assertContains(page, "add a passkey under Security")
    shown = re.findall(r'<p [^>]*class="notice[^>]*>', html_of(page))
    assert (
        len([one for one in shown if "hidden" not in one]) == 1
    )  # the welcome alone: the head of the page has the name
