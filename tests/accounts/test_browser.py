"""A browser's language and time zone are stored apart from the player's own settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from http.cookies import SimpleCookie

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from core.clients import language_of
from tests.conftest import PASSWORD

SignedIn = Callable[[User], Client]
SIGNUP, SETTINGS, GUEST = "/accounts/signup/", "/accounts/settings/", "/accounts/guest/"
GERMAN, DUTCH = {"accept-language": "de-DE,de;q=0.9,en;q=0.5"}, {"accept-language": "nl"}
NEW = {"username": "greta", "password1": PASSWORD, "email": "greta@example.org"}
FORGED = [
    "Moon/Crater",
    "../../../etc/passwd",
    "/etc/passwd",
    "x" * 4000,
    "localtime",
    "Europe/Amsterdam\n",
    "%00",
    "é",
]


def in_zone(client: Client, zone: str) -> Client:
    """Return the browser after its script has set the cookie."""
    client.cookies["zone"] = zone
    return client


def in_forged_zone(client: Client, zone: str) -> Client:
    """Return the browser with this zone in the header, where Python itself may refuse to make such a cookie."""
    cookies = {morsel.key: morsel.coded_value for morsel in client.cookies.values()}
    cookies["zone"] = SimpleCookie().value_encode(zone)[1]
    client.defaults["HTTP_COOKIE"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return client


def test_who_signs_up_keeps_the_browsers_language_and_zone(newcomer: Client) -> None:
    in_zone(newcomer, "Europe/Amsterdam").post(SIGNUP, NEW, headers=GERMAN)
    greta = User.objects.get(username="greta")
    assert (greta.language, greta.time_zone) == ("", "")
    assert (greta.last_language, greta.last_zone) == ("de", "Europe/Amsterdam")
    assert "bestätige" in mail.outbox[0].body.lower()


def test_a_guest_does_too_and_still_after_signing_up(newcomer: Client) -> None:
    in_zone(newcomer, "Europe/Amsterdam").post(GUEST, headers=GERMAN)
    guest = User.objects.get(is_guest=True)
    assert (guest.last_language, guest.last_zone) == ("de", "Europe/Amsterdam")
    del newcomer.cookies["zone"]
    newcomer.post(SIGNUP, NEW, headers=GERMAN)
    guest.refresh_from_db()
    assert (guest.username, guest.last_zone) == ("greta", "Europe/Amsterdam")


def test_a_later_visit_writes_once_what_has_changed(anna: User, signed_in: SignedIn) -> None:
    browser = in_zone(signed_in(anna), "Asia/Tokyo")
    writes = []
    browser.head(SETTINGS, headers=DUTCH)
    browser.get(SETTINGS, headers=DUTCH | {"Sec-Purpose": "prefetch"})
    anna.refresh_from_db()
    assert (anna.last_language, anna.last_zone) == ("", ""), "no one has looked yet"
    for _visit in range(2):
        with CaptureQueriesContext(connection) as queries:
            browser.get(SETTINGS, headers=DUTCH)
        writes.append([query for query in queries.captured_queries if "last_zone\" = 'Asia" in query["sql"]])
    anna.refresh_from_db()
    assert (anna.last_language, anna.last_zone, anna.language, anna.time_zone) == ("nl", "Asia/Tokyo", "", "")
    assert [len(found) for found in writes] == [1, 0]


@pytest.mark.parametrize("zone", FORGED)
def test_a_forged_zone_changes_nothing(anna: User, signed_in: SignedIn, newcomer: Client, zone: str) -> None:
    User.objects.filter(pk=anna.pk).update(last_zone="Europe/Berlin")
    assert in_forged_zone(newcomer, zone).get("/").status_code == 200
    assert in_forged_zone(signed_in(anna), zone).get(SETTINGS).status_code == 200
    anna.refresh_from_db()
    assert (anna.last_zone, str(anna.zone)) == ("Europe/Berlin", "Europe/Berlin")


def test_the_setting_comes_before_the_browser(anna: User, signed_in: SignedIn) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone="America/Lima")
    in_zone(signed_in(anna), "Asia/Tokyo").get(SETTINGS)
    anna.refresh_from_db()
    assert (str(anna.zone), anna.last_zone) == ("America/Lima", "Asia/Tokyo")


def test_utc_can_be_chosen_against_the_browser(anna: User, signed_in: SignedIn) -> None:
    browser = in_zone(signed_in(anna), "Asia/Tokyo")
    browser.get(SETTINGS)  # the row has the zone from here on
    assert "Like my browser (Tokyo)" in browser.get(SETTINGS).content.decode()
    browser.post("/matches/rest/night/", {"time_zone": "UTC", "night_begins": "", "night_ends": ""})
    anna.refresh_from_db()
    assert str(anna.zone) == "UTC"


def test_without_a_script_utc_stays_and_is_said(anna: User, signed_in: SignedIn) -> None:
    page = signed_in(anna).get(SETTINGS).content.decode()
    assert "Like my browser (unknown: UTC)" in page
    assert "By your own clock (UTC)." in page


def test_mail_about_the_account_is_in_its_own_language_and_time(anna: User, signed_in: SignedIn) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=True)
    browser = in_zone(signed_in(anna), "Europe/Amsterdam")
    new = {"oldpassword": PASSWORD, "password1": "numbers are more fun", "password2": "numbers are more fun"}
    with time_machine.travel(datetime(2026, 11, 21, 22, 47, tzinfo=UTC), tick=False):
        browser.force_login(anna)
        browser.post("/accounts/password/change/", new, headers=GERMAN)
    assert "Dein Passwort" in mail.outbox[0].body
    assert "21.\N{NO-BREAK SPACE}November\N{NO-BREAK SPACE}2026, 23:47\n" in mail.outbox[0].body


def test_a_lost_password_is_answered_in_the_players_language(anna: User, newcomer: Client) -> None:
    User.objects.filter(pk=anna.pk).update(last_language="nl")
    EmailAddress.objects.create(user=anna, email="anna@example.org", primary=True, verified=True)
    newcomer.post("/accounts/password/reset/", {"email": "anna@example.org"}, headers=GERMAN)
    assert "wachtwoord" in mail.outbox[0].body
    User.objects.filter(pk=anna.pk).update(last_language="")
    newcomer.post("/accounts/password/reset/", {"email": "anna@example.org"}, headers=GERMAN)
    assert "Passwort" in mail.outbox[1].body


def test_a_socket_that_says_nothing_speaks_the_language_last_read() -> None:
    assert language_of({"user": User(last_language="nl")}) == "nl"
    assert language_of({"user": User(last_language="nl"), "headers": [(b"accept-language", b"de")]}) == "de"


def test_both_are_in_the_export_and_go_with_the_player(anna: User, signed_in: SignedIn) -> None:
    browser = in_zone(signed_in(anna), "Asia/Tokyo")
    browser.get(SETTINGS, headers=DUTCH)
    account = json.loads(browser.get("/accounts/export/", headers=DUTCH).getvalue())["account"]
    assert (account["last_language"], account["last_zone"]) == ("nl", "Asia/Tokyo")
    browser.post("/accounts/delete/", {"password": PASSWORD}, headers=DUTCH)
    anna.refresh_from_db()
    assert (anna.is_active, anna.last_language, anna.last_zone) == (False, "", "")
