"""Passwords: changed, and reset by e-mail."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
from django.core import mail
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from tests.conftest import PASSWORD

NEW = "letters are fine too"
CHANGE = "/accounts/password/change/"
RESET = "/accounts/password/reset/"


@pytest.fixture
def reachable(anna: User) -> User:
    anna.email = "anna@example.org"
    anna.save()
    return anna


def test_anna_changes_her_password_and_stays_signed_in_here_only(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    here, elsewhere = signed_in(anna), signed_in(anna)
    assertContains(here.get(CHANGE), "Current Password")
    answer = here.post(CHANGE, {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assertRedirects(answer, "/accounts/settings/")
    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assertRedirects(elsewhere.get("/accounts/settings/"), "/accounts/login/?next=/accounts/settings/")


def test_the_old_password_is_asked_for(anna: User, signed_in: Callable[[User], Client]) -> None:
    answer = signed_in(anna).post(CHANGE, {"oldpassword": "a guess", "password1": NEW, "password2": NEW})
    assertContains(answer, "Type the password that you have now")


def test_a_lost_password_is_replaced_by_a_link(newcomer: Client, reachable: User) -> None:
    newcomer.post(RESET, {"email": "anna@example.org"})
    assert mail.outbox[0].subject.startswith("[Numgames]")
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = newcomer.get(link.partition("testserver")[2], follow=True)
    assertContains(form, "<h1>Choose a new password</h1>", html=True)
    answer = newcomer.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assertRedirects(answer, "/lobby/", fetch_redirect_response=False)
    assert newcomer.session["_auth_user_id"] == str(reachable.pk)


def test_a_link_works_once(newcomer: Client, reachable: User) -> None:
    test_a_lost_password_is_replaced_by_a_link(newcomer, reachable)
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    refused = Client().get(link.partition("testserver")[2], follow=True)
    assertContains(refused, "This link no longer works")
    assertContains(refused, f'href="{RESET}"')  # where the next one is asked for


def test_the_answer_does_not_tell_whether_an_address_is_known(newcomer: Client, reachable: User) -> None:
    known = newcomer.post(RESET, {"email": "anna@example.org"}, follow=True).content
    unknown = newcomer.post(RESET, {"email": "who@example.org"}, follow=True).content
    assert (b"anna@" in known, b"who@" in unknown) == (False, False)
    assert "We have sent you an e-\N{WORD JOINER}mail" in known.decode()
    assert "We have sent you an e-\N{WORD JOINER}mail" in unknown.decode()


def test_no_one_is_flooded_with_mail(newcomer: Client, reachable: User) -> None:
    answers = [newcomer.post(RESET, {"email": "anna@example.org"}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]
    assert len(mail.outbox) == 5


@pytest.mark.parametrize("path", [CHANGE, "/accounts/password/set/", "/accounts/email/"])
def test_a_guest_is_sent_to_signing_up_instead(guest: User, signed_in: Callable[[User], Client], path: str) -> None:
    browser = signed_in(guest)
    for answer in (browser.get(path), browser.post(path, {"password1": NEW, "password2": NEW})):
        assertRedirects(answer, f"/accounts/signup/?next={quote_plus(path)}")
    guest.refresh_from_db()
    assert not guest.has_usable_password()


@pytest.mark.parametrize(
    ("language", "subject"),
    [("en", "Choose a new password"), ("nl", "Nieuw wachtwoord kiezen"), ("de", "Neues Passwort wählen")],
)
def test_the_mail_speaks_the_language_of_the_site(
    newcomer: Client, reachable: User, language: str, subject: str
) -> None:
    newcomer.post(RESET, {"email": "anna@example.org"}, headers={"Accept-Language": language})

    assert mail.outbox[0].subject == f"[Numgames] {subject}"
