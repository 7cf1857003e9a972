"""Account deletion."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertRedirects

from accounts.hooks import account_deletion
from accounts.models import Block, RetiredName, User
from accounts.player import NAMES_KEPT
from accounts.services import block, delete_account
from games.matches.models import Match
from games.matches.time.control import TimeControl
from tests.conftest import PASSWORD

pytestmark = pytest.mark.sql

DELETE = "/accounts/delete/"


def test_anna_leaves_with_her_password(anna: User, signed_in: Callable[[User], Client], no_one_else: None) -> None:
    here, elsewhere = signed_in(anna), signed_in(anna)
    assertContains(here.get(DELETE), "cannot be undone")
    assertRedirects(here.post(DELETE, {"password": PASSWORD}), "/", fetch_redirect_response=False)
    for browser in (here, elsewhere):
        assert browser.get("/accounts/settings/").status_code == 302
    Client().post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    anna.refresh_from_db()
    assert (anna.username, anna.is_active) == (f"deleted-{anna.pk}", False)


@pytest.mark.parametrize("form", [{}, {"password": ""}, {"password": "a guess"}])
def test_not_without_it(anna: User, signed_in: Callable[[User], Client], form: dict[str, str]) -> None:
    assert signed_in(anna).post(DELETE, form).status_code == 422
    anna.refresh_from_db()
    assert anna.is_active


def test_guessing_the_password_is_stopped(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    for _ in range(5):
        browser.post(DELETE, {"password": "a guess"})
    assertContains(browser.post(DELETE, {"password": PASSWORD}), "Too many wrong tries", status_code=422)


def test_a_guest_just_confirms(guest: User, signed_in: Callable[[User], Client], no_one_else: None) -> None:
    browser = signed_in(guest)
    assert b'type="password"' not in browser.get(DELETE).content
    assert browser.post(DELETE).status_code == 302
    guest.refresh_from_db()
    assert not guest.is_active


def test_nothing_personal_stays(anna: User, bob: User, no_one_else: None) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True)
    anna.groups.add(Group.objects.create(name="helpers"))
    block(by=anna, of=bob)
    block(by=bob, of=anna)
    joined = anna.date_joined
    anna.email, anna.language, anna.theme, anna.is_staff = "anna@example.org", "nl", "dark", True
    anna.seen_at = anna.last_login = timezone.now()
    anna.save()
    delete_account(anna)
    anna.refresh_from_db()
    assert (anna.email, anna.language, anna.theme, anna.is_staff) == ("", "", "auto", False)
    assert not any((anna.seen_at, anna.last_login, anna.has_usable_password()))
    assert (anna.groups.count(), EmailAddress.objects.count(), Block.objects.count()) == (0, 0, 0)
    assert anna.date_joined != joined
    assert anna.deleted_at


def test_no_session_keeps_the_address_that_anna_signed_in_with(anna: User, newcomer: Client, no_one_else: None) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=True)
    newcomer.post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    delete_account(anna)
    assert "anna@example.org" not in str([session.get_decoded() for session in Session.objects.all()])
    assertRedirects(newcomer.get("/accounts/settings/"), "/accounts/login/?next=/accounts/settings/")


def test_the_name_is_free_again_after_90_days(anna: User, newcomer: Client, no_one_else: None) -> None:
    delete_account(anna)
    RetiredName.objects.update(retired_at=timezone.now() - NAMES_KEPT)
    newcomer.post("/accounts/signup/", {"username": "Anna", "password1": PASSWORD})
    assert User.objects.filter(username="Anna").exists()


def test_bob_keeps_the_match(anna: User, bob: User, no_one_else: None) -> None:
    now = timezone.now()
    match = Match(
        game_slug="digifeud",
        first=anna,
        second=bob,
        started_at=now,
        moved_at=now,
    )
    match.time_control = TimeControl.correspondence(days=3)
    match.save()
    delete_account(anna)
    match.refresh_from_db()
    assert (match.first_id, str(match.first), str(match.second)) == (anna.pk, "Deleted player", "bob")


def test_the_games_hear_of_it_while_the_name_is_still_there(anna: User, no_one_else: None) -> None:
    heard: list[str] = []
    account_deletion.register(lambda player: heard.append(player.username))
    delete_account(anna)
    assert heard == ["anna"]


@pytest.mark.django_db(transaction=True)
def test_a_hook_that_fails_leaves_the_account_whole(
    anna: User, bob: User, signed_in: Callable[[User], Client], no_one_else: None
) -> None:
    """The writes of an earlier hook are rolled back, nothing is announced, and anna is still signed in."""
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True)
    told: list[str] = []

    def block_bob(player: User) -> None:
        block(by=player, of=bob)
        transaction.on_commit(lambda: told.append("blocked"))

    def fail(player: User) -> None:
        raise ZeroDivisionError

    account_deletion.register(block_bob)
    account_deletion.register(fail)
    browser = signed_in(anna)
    browser.raise_request_exception = False
    assert browser.post(DELETE, {"password": PASSWORD}).status_code == 500
    anna.refresh_from_db()
    assert (anna.username, anna.is_active, anna.deleted_at) == ("anna", True, None)
    assert anna.check_password(PASSWORD)
    assert (EmailAddress.objects.count(), Block.objects.count(), told) == (1, 0, [])
    assert browser.get("/accounts/settings/").status_code == 200


def test_hooks_go_by_their_rank(anna: User, no_one_else: None) -> None:
    heard: list[str] = []
    account_deletion.register(lambda player: heard.append("resigns"))
    account_deletion.register(lambda player: heard.append("withdraws"), rank=10)
    delete_account(anna)
    assert heard == ["withdraws", "resigns"]
