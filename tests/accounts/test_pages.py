"""All account pages use the site's base template and respect the Content-Security-Policy."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from tests.html import html_of

FOR_STRANGERS = ["login", "signup", "logout", "inactive", "password/reset", "password/reset/done"]
FOR_STRANGERS += ["password/reset/key/done", "password/reset/key/1-nonsense", "confirm-email", "confirm-email/nonsense"]
FOR_PLAYERS = ["settings", "delete", "email", "password/change", "reauthenticate", "logout"]


def fits(browser: Client, path: str) -> None:
    page = browser.get(f"/accounts/{path}/", follow=True)
    assertContains(page, '<main id="main"')
    text = html_of(page)
    assert "<h1>" in text
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text)
    assert not re.search(r"<script(?![^>]*\s(src=|type=.?application/ld\+json))", text)


@pytest.mark.parametrize("path", FOR_STRANGERS)
def test_pages_for_strangers(newcomer: Client, path: str) -> None:
    fits(newcomer, path)


@pytest.mark.parametrize("path", FOR_PLAYERS)
def test_pages_for_players(anna: User, signed_in: Callable[[User], Client], path: str) -> None:
    fits(signed_in(anna), path)


def test_a_form_without_its_token_is_refused(anna: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna)
    for path in ("settings", "delete", "block", "unblock", "guest", "language", "logout", "email"):
        assert browser.post(f"/accounts/{path}/", {"name": "bob"}).status_code == 403, path
