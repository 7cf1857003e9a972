"""The browser's language and time zone, from the first page on: on pages, in mail, also for guests."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import PHONE, Device
from tests.conftest import PASSWORD
from tests.serving import PATIENCE, Site

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
GERMAN: Device = {"locale": "de-DE", "timezone_id": "Europe/Amsterdam"}


def around_now() -> list[str]:
    """Return the times of day in Amsterdam in the last few minutes; its zone differs from UTC all year."""
    now = datetime.now(AMSTERDAM)
    return [f"{now - timedelta(minutes=ago):%H:%M}" for ago in range(5)]


def heard(site: Site, pattern: str) -> str:
    """Wait until the site has printed the pattern, possibly in a mail, and return its first group."""
    until = time.monotonic() + PATIENCE
    while not (found := re.search(pattern, site.log)):
        assert time.monotonic() < until, site.log
        time.sleep(0.1)
    return found[1]


def told_at(page: Page) -> str:
    """Send a test notification, and return its time as the list of notifications shows it."""
    page.goto("/accounts/settings/#notifications")
    page.locator("#test").get_by_role("button").click()
    return str(page.locator("#sent time").first.get_attribute("title"))


@pytest.mark.thorough
def test_mail_comes_in_the_browsers_language_and_time(window: Windows, site: Site) -> None:
    greta = window(**GERMAN)
    greta.goto("/accounts/signup/")
    greta.locator("#id_username").fill("greta")
    greta.locator("#id_password1").fill(PASSWORD)
    greta.locator("#id_email").fill("greta@example.org")
    greta.locator("form:has(#id_password1)").get_by_role("button").click()
    greta.wait_for_url("**/lobby/")
    greta.goto(heard(site, r"bestätige sie hier:\s+(http\S+)"))
    greta.locator("main form").get_by_role("button").click()

    greta.goto("/accounts/password/change/")
    greta.locator("#id_oldpassword").fill(PASSWORD)
    for field in ("#id_password1", "#id_password2"):
        greta.locator(field).fill("numbers are more fun")
    greta.locator("form:has(#id_oldpassword)").get_by_role("button").first.click()

    mail = heard(site, r"(?s)Dein Passwort.*?(\d+\.\s\w+\s\d{4}, \d\d:\d\d)\n")
    assert mail.rpartition(" ")[2] in around_now()
    greta.goto("/accounts/settings/")
    zone = greta.locator("#night-time_zone option:checked")
    expect(zone).to_have_text("Wie mein Browser (Amsterdam)")
    assert told_at(greta).rpartition(" ")[2] in around_now()
    heard(site, r"(Das ist ein Test)")


def test_a_guest_has_local_times_too(window: Windows) -> None:
    guest = window(device=PHONE, **GERMAN)
    guest.goto("/games/digifeud/")
    guest.locator("form[action='/play/'] button, form[action*='play'] button").first.click()
    guest.wait_for_url(re.compile("/(lobby|matches)/"))
    assert told_at(guest).rpartition(" ")[2] in around_now()


@pytest.mark.thorough
def test_without_a_script_it_is_utc_and_says_so(newcomer: Newcomers) -> None:
    hugo = newcomer("hugo", javascript=False, **GERMAN)
    assert told_at(hugo).endswith("\N{NO-BREAK SPACE}UTC")
    hugo.goto("/accounts/settings/")
    expect(hugo.locator("#night-time_zone option:checked")).to_have_text("Wie mein Browser (unbekannt: UTC)")
