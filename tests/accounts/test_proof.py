"""A thief of an open browser cannot take the account: changes need the password again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.sessions.backends.cached_db import SessionStore
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from tests.accounts.proof import prove
from tests.conftest import PASSWORD

EMAIL = "/accounts/email/"
ADD = {"action_add": "", "email": "anna@example.org"}


@pytest.mark.parametrize("action", ["action_add", "action_remove", "action_primary"])
def test_an_address_is_changed_only_after_the_password(
    anna: User, signed_in: Callable[[User], Client], action: str
) -> None:
    for number in (1, 2):
        email = f"anna{number}@example.org"
        EmailAddress.objects.create(user=anna, email=email, primary=number == 1, verified=True)
    before = list(EmailAddress.objects.values_list("email", "primary"))
    browser = signed_in(anna)
    answer = browser.post(
        EMAIL, {action: "", "email": "anna2@example.org" if action != "action_add" else "a@example.org"}
    )
    assertRedirects(answer, f"/accounts/reauthenticate/?next={EMAIL}")
    assert list(EmailAddress.objects.values_list("email", "primary")) == before


def test_then_what_was_asked_for_is_done(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    browser.post(EMAIL, ADD)
    asked = browser.get("/accounts/reauthenticate/", {"next": EMAIL})
    assertContains(asked, "Your password")
    wrong = browser.post("/accounts/reauthenticate/", {"password": "a guess", "next": EMAIL})
    assert wrong.status_code == 200
    assert not EmailAddress.objects.exists()
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": EMAIL})
    assert EmailAddress.objects.get().email == "anna@example.org"


def test_the_proof_holds_for_five_minutes(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = prove(signed_in(anna))
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert browser.post(EMAIL, ADD).headers["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.exists()


def test_a_proof_renews_the_session(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    former = browser.session.session_key or ""
    prove(browser)
    assert browser.session.session_key != former
    assert not SessionStore().exists(former)


def test_signing_out_elsewhere_needs_the_password_and_goes_on_after_it(
    anna: User, signed_in: Callable[[User], Client]
) -> None:
    here, elsewhere, path = signed_in(anna), signed_in(anna), "/accounts/security/sign-out-elsewhere/"
    assertRedirects(here.post(path), f"/accounts/reauthenticate/?next={path}")
    assert elsewhere.get("/accounts/settings/").status_code == 200
    here.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": path})
    assert elsewhere.get("/accounts/settings/").status_code == 302
    assert here.get("/accounts/settings/").status_code == 200
