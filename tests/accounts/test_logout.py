"""Sign-out."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User

LOGOUT = "/accounts/logout/"


def test_a_link_only_asks(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    assertContains(browser.get(LOGOUT), "You can sign in again")
    assert browser.session["_auth_user_id"] == str(anna.pk)


def test_the_button_signs_out(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    assertRedirects(browser.post(LOGOUT), "/")
    assert "_auth_user_id" not in browser.session


def test_a_guest_is_warned(guest: User, signed_in: Callable[[User], Client]) -> None:
    assertContains(signed_in(guest).get(LOGOUT), "and its matches")
