"""E-mail addresses are added, confirmed, made primary and removed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from tests.accounts.proof import prove

EMAIL = "/accounts/email/"


def test_anna_adds_an_address_and_removes_it_again(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = prove(signed_in(anna))
    assertContains(browser.get(EMAIL), "No e-\N{WORD JOINER}mail address.")
    added = browser.post(EMAIL, {"action_add": "", "email": "anna@example.org"}, follow=True)
    assertContains(added, "We have sent a link to anna@example.org.")
    assert mail.outbox[0].to == ["anna@example.org"]
    page = browser.get(EMAIL)
    assertContains(page, "anna@example.org")
    assertContains(page, "not confirmed yet")
    assertNotContains(page, "action_primary")  # only what is of use is offered
    browser.post(EMAIL, {"action_remove": "", "email": "anna@example.org"})
    assert not EmailAddress.objects.exists()
    anna.refresh_from_db()
    assert anna.email == ""


def test_anna_cannot_touch_the_address_of_bob(anna: User, bob: User, signed_in: Callable[[User], Client]) -> None:
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True, primary=True)
    browser = prove(signed_in(anna))
    for action in ("action_remove", "action_primary", "action_send"):
        browser.post(EMAIL, {action: "", "email": "bob@example.org"})
    assert EmailAddress.objects.get().user == bob
    assert mail.outbox == []


def test_the_page_needs_no_script_or_style_of_its_own(anna: User, signed_in: Callable[[User], Client]) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True)
    page = signed_in(anna).get(EMAIL).content.decode()
    assert " style=" not in page
    assert "data-allauth-onload" not in page


def test_a_mail_sent_to_a_former_address_opens_nothing(anna: User, signed_in: Callable[[User], Client]) -> None:
    EmailAddress.objects.create(user=anna, email="old@example.org", verified=True, primary=True)
    Client().post("/accounts/password/reset/", {"email": "old@example.org"})
    browser = prove(signed_in(anna))
    browser.post(EMAIL, {"action_add": "", "email": "new@example.org"})
    browser.post(_link("/confirm-email/"))
    browser.post(EMAIL, {"action_primary": "", "email": "new@example.org"})
    assert mail.outbox[-1].to == ["old@example.org"]  # who had the mailbox is told
    browser.post(EMAIL, {"action_remove": "", "email": "old@example.org"})
    assertContains(Client().get(_link("/password/reset/key/"), follow=True), "This link no longer works")


def test_a_removed_address_is_not_confirmed(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = prove(signed_in(anna))
    browser.post(EMAIL, {"action_add": "", "email": "bob@example.org"})
    browser.post(EMAIL, {"action_remove": "", "email": "bob@example.org"})
    assert Client().post(_link("/confirm-email/")).status_code == 404
    assert not EmailAddress.objects.exists()


def test_who_owns_an_address_takes_it_from_who_only_claims_it(
    anna: User, bob: User, signed_in: Callable[[User], Client]
) -> None:
    prove(signed_in(anna)).post(EMAIL, {"action_add": "", "email": "bob@example.org"})
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):  # until then that address gets no further mail
        owns = prove(signed_in(bob))
        owns.post(EMAIL, {"action_add": "", "email": "bob@example.org"})
        owns.post(_link("/confirm-email/"))
        prove(signed_in(anna)).post(EMAIL, {"action_primary": "", "email": "bob@example.org"})
    assert EmailAddress.objects.get(verified=True).user == bob
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": "bob@example.org"})
    assert [("for bob" in sent.body, "for anna" in sent.body) for sent in mail.outbox] == [(True, False)]


def _link(part: str) -> str:
    """Return the path of the latest link with this part in a mail."""
    words = [word for sent in mail.outbox for word in sent.body.split() if part in word]
    return words[-1].partition("testserver")[2]
