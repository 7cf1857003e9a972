"""Former URLs of renamed apps redirect to their pages."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("/notices/", "/notifications/"),
        ("/notices/wishes/?saved=1", "/notifications/preferences/?saved=1"),
        ("/company/talk/abcdefghij/", "/social/chat/abcdefghij/"),
        ("/social/talk/abcdefghij/?page=2", "/social/chat/abcdefghij/?page=2"),
    ],
)
def test_a_former_address_redirects_for_good(client: Client, former: str, present: str) -> None:
    answer = client.get(former)
    assert (answer.status_code, answer.headers["location"]) == (308, present)


def test_unsubscribing_from_an_old_mail_stays_a_post() -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/notices/unsubscribe/token/", {"List-Unsubscribe": "One-Click"})
    assert (answer.status_code, answer.headers["location"]) == (308, "/notifications/unsubscribe/token/")


def test_a_page_that_polls_the_former_address_is_led_to_the_updates(client: Client) -> None:
    answer = client.get("/matches/abcdefghij/pieces/?version=3&ply=2")
    assert (answer.status_code, answer.headers["location"]) == (301, "/matches/abcdefghij/updates/?version=3&ply=2")
