"""A helper that confirms the password again in a signed-in browser."""

from __future__ import annotations

from django.test import Client

from tests.conftest import PASSWORD


def prove(browser: Client) -> Client:
    """Type the password again, as the site asks before a change of e-mail or factors; return the browser."""
    answer = browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302, answer.content
    return browser
