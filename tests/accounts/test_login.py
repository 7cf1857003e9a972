"""Sign-in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from tests.conftest import PASSWORD

LOGIN = "/accounts/login/"


@pytest.mark.parametrize("name", ["anna", "ANNA", " Ánna "])
def test_anna_signs_in_by_name_whatever_its_case(newcomer: Client, anna: User, name: str) -> None:
    answer = newcomer.post(LOGIN, {"login": name, "password": PASSWORD})
    assertRedirects(answer, "/lobby/", fetch_redirect_response=False)
    assert newcomer.session["_auth_user_id"] == str(anna.pk)


def test_anna_signs_in_by_email(newcomer: Client, anna: User) -> None:
    anna.email = "anna@example.org"
    anna.save()
    newcomer.post(LOGIN, {"login": "Anna@Example.org", "password": PASSWORD})
    assert newcomer.session["_auth_user_id"] == str(anna.pk)


@pytest.mark.parametrize("name", ["anna", "nobody-at-all", "who@example.org", "@", "---"])
def test_a_wrong_password_and_an_unknown_name_sound_alike(newcomer: Client, anna: User, name: str) -> None:
    answer = newcomer.post(LOGIN, {"login": name, "password": "a guess"})
    assertContains(answer, "Wrong ")


def test_guessing_is_stopped_also_for_the_right_password(newcomer: Client, anna: User) -> None:
    for _ in range(5):
        newcomer.post(LOGIN, {"login": "anna", "password": "a guess"})
    assertContains(newcomer.post(LOGIN, {"login": "Ánna", "password": PASSWORD}), "Too many wrong tries")
    assert "_auth_user_id" not in newcomer.session


def test_guesses_by_name_and_by_address_are_guesses_at_one_account(newcomer: Client, anna: User) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    for login in ("anna", "anna@example.org", "ANNA@example.org", "anna", "Ánna"):
        newcomer.post(LOGIN, {"login": login, "password": "a guess"})
    for login in ("anna", "anna@example.org"):
        assertContains(newcomer.post(LOGIN, {"login": login, "password": PASSWORD}), "Too many wrong tries")
    assert "_auth_user_id" not in newcomer.session


class CountedHasher(MD5PasswordHasher):
    """Counts the hashes that are computed."""

    computed = 0

    def encode(self, password: str, salt: str) -> str:
        """Return the hash of the password."""
        CountedHasher.computed += 1
        return super().encode(password, salt)


def test_an_attempt_costs_one_hash_for_every_name_and_address(
    newcomer: Client, anna: User, bob: User, carl: User, settings: Settings
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountedHasher"]
    for user in (bob, anna, carl):
        EmailAddress.objects.create(user=user, email="anna@example.org", primary=True)
    for login in ("anna@example.org", "who@example.org", "anna", "nobody"):
        CountedHasher.computed = 0
        newcomer.post(LOGIN, {"login": login, "password": "a guess"})
        assert CountedHasher.computed == 1, login
    newcomer.post(LOGIN, {"login": "anna@example.org", "password": PASSWORD})
    assert newcomer.session["_auth_user_id"] == str(min(anna.pk, bob.pk, carl.pk)), "the oldest"


def test_guesses_at_others_do_not_keep_anna_out(newcomer: Client, anna: User) -> None:
    for number in range(5):
        newcomer.post(LOGIN, {"login": f"nobody{number}", "password": "a guess"})
    newcomer.post(LOGIN, {"login": "anna", "password": PASSWORD})
    assert newcomer.session["_auth_user_id"] == str(anna.pk)


def test_a_guest_is_told_what_signing_in_leaves_behind(
    guest: User, anna: User, signed_in: Callable[[User], Client]
) -> None:
    browser = signed_in(guest)
    assertContains(browser.get(LOGIN), "you lose this guest and its")
    browser.post(LOGIN, {"login": "anna", "password": PASSWORD})
    assert browser.session["_auth_user_id"] == str(anna.pk)
    guest.refresh_from_db()
    assert guest.is_guest


def test_who_is_signed_in_is_sent_on(anna: User, signed_in: Callable[[User], Client]) -> None:
    assertRedirects(signed_in(anna).get(LOGIN), "/lobby/", fetch_redirect_response=False)


def test_guests_and_the_deleted_cannot_sign_in(newcomer: Client, guest: User) -> None:
    for password in ("", "!", guest.password):
        newcomer.post(LOGIN, {"login": guest.username, "password": password})
    assert "_auth_user_id" not in newcomer.session


def test_the_page_reads_well_in_three_languages(newcomer: Client) -> None:
    for language in ("en", "nl", "de"):
        page = newcomer.get(LOGIN, headers={"accept-language": language})
        assertContains(page, f'<html lang="{language}"')


@pytest.mark.parametrize("page", [LOGIN, "/accounts/signup/"])
@pytest.mark.parametrize("value", ["foo", "25", "lobby:lobby", "lobby", "foo.bar"])
def test_the_name_of_a_view_leads_nowhere_else(
    anna: User, signed_in: Callable[[User], Client], page: str, value: str
) -> None:
    assertRedirects(signed_in(anna).get(page, {"next": value}), "/lobby/", fetch_redirect_response=False)


def test_signing_in_with_the_name_of_a_view_leads_to_the_lobby(newcomer: Client, anna: User) -> None:
    answer = newcomer.post(LOGIN, {"login": "anna", "password": PASSWORD, "next": "foo"})
    assertRedirects(answer, "/lobby/", fetch_redirect_response=False)
