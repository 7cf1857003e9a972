"""Atom feeds of a player's matches and of the daily puzzles, and the calendar behind a secret address."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import cast
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.deletion import delete_account
from accounts.models import User
from games.discovery import feeds
from games.discovery.calendars import calendar_of, token_of
from games.matches.models import Match
from games.puzzles.days import today
from games.puzzles.models import Daily
from tests.exports import export_of
from tests.html import html_of
from tests.moves import first_move, given_up
from tests.puzzles.conftest import NOON, make_puzzle
from tests.ratings.conftest import ended

pytestmark = pytest.mark.django_db

SignedIn = Callable[[User], Client]
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entries(client: Client, address: str) -> list[tuple[str, str]]:
    """Return title and link of each entry of the feed."""
    answer = client.get(address)
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(html_of(answer))  # noqa: S314
    found = root.iterfind("a:entry", ATOM)
    return [(one.findtext("a:title", "", ATOM), one.findall("a:link", ATOM)[0].get("href", "")) for one in found]


def test_a_player_has_a_feed_of_finished_matches(client: Client, match: Match, bob: User) -> None:
    assert entries(client, "/feeds/players/anna.atom") == []

    match = given_up(match, bob)
    title = f"Digifeud: anna {match.first_points} – {match.second_points} bob"
    assert entries(client, "/feeds/players/anna.atom") == [(title, f"http://testserver/matches/{match.pk}/")]
    assert "anna won." in html_of(client.get("/feeds/players/anna.atom"))
    assert 'href="/feeds/players/anna.atom"' in html_of(client.get("/matches/by/anna/"))


def test_it_reads_the_latest_matches_of_each_seat_alone(
    client: Client, match: Match, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "MOST", 3)
    second = [ended(bob, anna, 1, NOON - timedelta(days=2 * day)) for day in range(4)]
    first = [ended(anna, bob, 1, NOON - timedelta(days=2 * day + 1)) for day in range(4)]
    Match.objects.filter(finished_at__isnull=False).update(moved_at=F("finished_at"))
    with CaptureQueriesContext(connection) as ran:
        links = [link for _title, link in entries(client, "/feeds/players/anna.atom")]
    assert [link.split("/")[-2] for link in links] == [second[0].pk, first[0].pk, second[1].pk]
    searches = [one["sql"] for one in ran if "matches_match" in one["sql"]]
    assert ["LIMIT 6" in sql and " OR " not in sql for sql in searches] == [True, True]


def test_a_deleted_player_has_none(client: Client, anna: User) -> None:
    delete_account(anna)
    assert client.get("/feeds/players/anna.atom").status_code == 404


def test_the_daily_puzzles_have_a_feed_that_ends_today(client: Client) -> None:
    puzzles = [make_puzzle(number=number, for_daily=True) for number in (1, 2)]
    for number, puzzle in enumerate(puzzles):
        Daily.objects.create(
            game_slug="digifeud", day=today() + timedelta(days=number), number=number + 1, puzzle=puzzle
        )

    ((title, link),) = entries(client, "/feeds/puzzles.atom")
    assert title.startswith("Digifeud #1")
    assert link.endswith(f"/puzzles/{puzzles[0].pk}/")
    assert 'href="/feeds/puzzles.atom"' in html_of(client.get("/puzzles/"))


def test_a_calendar_has_the_deadlines_of_its_player_alone(match: Match, anna: User, bob: User) -> None:
    text = calendar_of(anna, NOON)
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert "SUMMARY:Digifeud: your move against bob\r\n" in text
    assert match.deadline_at
    assert f"DTSTART:{match.deadline_at:%Y%m%dT%H%M%SZ}\r\n" in text
    assert "VEVENT" not in calendar_of(bob, NOON)

    first_move(match)
    assert "VEVENT" not in calendar_of(anna, NOON)
    assert "your move against anna" in calendar_of(bob, NOON)


def test_long_lines_are_folded(match: Match, anna: User, bob: User) -> None:
    bob.username = "Ünübertrefflicherñ_1"
    bob.save()
    text = calendar_of(anna, NOON)

    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    assert "against Ünübertrefflicherñ_1" in text.replace("\r\n ", "")


def test_the_address_is_made_renewed_and_ended(anna: User, match: Match, signed_in: SignedIn) -> None:
    browser, stranger = signed_in(anna), Client()
    assert "Create an address" in html_of(browser.get("/accounts/settings/"))

    browser.post("/calendar/")
    first = token_of(anna)
    assert re.fullmatch(r"[\w-]{32}", first)
    assert f"/calendar/{first}.ics" in html_of(browser.get("/accounts/settings/"))
    answer = stranger.get(f"/calendar/{first}.ics")
    assert "your move against bob" in html_of(answer)
    assert not answer.cookies

    browser.post("/calendar/")
    second = token_of(anna)
    assert stranger.get(f"/calendar/{first}.ics").status_code == 404
    assert stranger.get(f"/calendar/{second}.ics").status_code == 200

    browser.post("/calendar/", {"stop": "yes"})
    assert stranger.get(f"/calendar/{second}.ics").status_code == 404


def test_the_calendar_speaks_the_language_of_its_player(anna: User, match: Match, signed_in: SignedIn) -> None:
    User.objects.filter(pk=anna.pk).update(language="de")
    signed_in(anna).post("/calendar/")

    assert "dein Zug gegen bob" in html_of(Client().get(f"/calendar/{token_of(anna)}.ics"))


def test_only_a_player_makes_an_address() -> None:
    assert Client().post("/calendar/").headers["location"].startswith("/accounts/login/")


def test_the_address_is_exported_and_deleted(anna: User, signed_in: SignedIn) -> None:
    signed_in(anna).post("/calendar/")
    assert cast(dict[str, str], export_of(anna)["calendar"])["token"] == token_of(anna)

    delete_account(anna)
    assert token_of(anna) == ""
