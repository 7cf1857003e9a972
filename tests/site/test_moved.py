"""Former URLs of renamed apps redirect to their pages."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("/notices/", "/notifications/"),
        ("/notices/wishes/?saved=1", "/notifications/preferences/?saved=1"),
        ("/company/talk/abcdefghij/", "/social/talk/abcdefghij/"),
    ],
)
def test_a_former_address_redirects_for_good(client: Client, former: str, present: str) -> None:
    answer = client.get(former)
    assert (answer.status_code, answer.headers["location"]) == (308, present)


def test_unsubscribing_from_an_old_mail_stays_a_post() -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/notices/unsubscribe/token/", {"List-Unsubscribe": "One-Click"})
    assert (answer.status_code, answer.headers["location"]) == (308, "/notifications/unsubscribe/token/")
