"""E-mail addresses are added, confirmed, made primary and removed."""

from __future__ import annotations

from collections.abc import Callable

from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from tests.accounts.proof import prove

EMAIL = "/accounts/email/"


def test_anna_adds_an_address_and_removes_it_again(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = prove(signed_in(anna))
    assertContains(browser.get(EMAIL), "No e-mail address.")
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
