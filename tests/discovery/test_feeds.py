"""Atom feeds of a player's matches and of the daily puzzles, and the calendar behind a secret address."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import cast
from xml.etree import ElementTree

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account
from games.classes.models import Pupil
from games.discovery import feeds
from games.discovery.calendars import calendar_of, token_of
from games.events.models import Event
from games.matches.models import Match
from games.matches.play.services import void_match
from games.puzzles.models import Daily
from games.puzzles.services.selection import today
from tests.alike import one as stored
from tests.alike import someone
from tests.exports import export_of
from tests.html import HasContent, html_of
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


@pytest.mark.parametrize(
    "address", ["/matches/by/anna/", "/puzzles/", "/puzzles/past/digifeud/", "/today/news/", "/events/cup/"]
)
def test_pages_lead_to_their_feeds_but_not_for_pupils(address: str, anna: User, signed_in: SignedIn) -> None:
    stored(Event, pk="cup", game_slug="digifeud", kind="swiss")
    pupil = stored(Pupil, user=someone(is_guest=True, pupil_name="Emma")).user
    for browser, is_there in ((Client(), True), (signed_in(anna), True), (signed_in(pupil), False)):
        assert ("application/atom+xml" in html_of(browser.get(address, follow=True))) is is_there


@pytest.mark.parametrize("address", ["/feeds/players/anna.atom", "/sitemap-matches.xml"])
def test_a_match_that_is_void_is_not_found_any_more(address: str, client: Client, match: Match, bob: User) -> None:
    given_up(match, bob)
    assert match.pk in html_of(client.get(address))
    void_match(match.pk)
    cache.clear()
    assert match.pk not in html_of(client.get(address))


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


RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def check_atom(address: str, answer: HasContent) -> None:
    """Fail unless the feed has the elements that RFC 4287 requires, as often as 4.1.1 and 4.1.2 allow."""
    root = ElementTree.fromstring(html_of(answer))  # noqa: S314
    entries = root.findall("a:entry", ATOM)
    for one in (root, *entries):
        [number], [title], [updated] = (one.findall(f"a:{name}", ATOM) for name in ("id", "title", "updated"))
        assert re.fullmatch(r"[a-z]+:\S+", number.text or "")
        assert title.text
        assert RFC3339.fullmatch(updated.text or "")
        alternates = [link for link in one.findall("a:link", ATOM) if link.get("rel", "alternate") == "alternate"]
        assert [str(link.get("href")).startswith("http://testserver/") for link in alternates] == [True]
        for author in one.findall("a:author", ATOM):
            [name] = author.findall("a:name", ATOM)
            assert name.text
    assert root.findall("a:author", ATOM) or all(entry.findall("a:author", ATOM) for entry in entries)
    [own] = [link for link in root.findall("a:link", ATOM) if link.get("rel") == "self"]
    assert own.get("href") == f"http://testserver{address}"
    assert len({entry.findtext("a:id", "", ATOM) for entry in entries}) == len(entries)


def with_content(match: Match, bob: User) -> None:
    """Give both feeds entries."""
    given_up(match, bob)
    puzzle = make_puzzle(number=1, for_daily=True)
    Daily.objects.create(game_slug="digifeud", day=today(), number=1, puzzle=puzzle)


@pytest.mark.parametrize(
    ("address", "author"), [("/feeds/players/anna.atom", "anna"), ("/feeds/puzzles.atom", "Numgames")]
)
def test_feeds_are_valid_and_say_who_wrote_them(
    address: str, author: str, client: Client, match: Match, bob: User
) -> None:
    check_atom(address, client.get(address))
    with_content(match, bob)
    answer = client.get(address)
    check_atom(address, answer)
    assert f"<author><name>{author}</name></author>" in html_of(answer)
    assert "<entry>" in html_of(answer)


@pytest.mark.parametrize("address", ["/feeds/players/anna.atom", "/feeds/puzzles.atom"])
@pytest.mark.parametrize("filled", [False, True])
def test_a_reader_gets_a_feed_again_only_when_it_has_changed(
    address: str, filled: bool, client: Client, match: Match, anna: User, bob: User
) -> None:
    User.objects.filter(pk=anna.pk).update(date_joined=NOON - timedelta(days=30))
    if filled:
        with_content(match, bob)
    with time_machine.travel(NOON if not filled else timezone.now(), tick=False) as clock:
        known = client.get(address)
        asked = {"If-None-Match": known.headers["ETag"]}, {"If-Modified-Since": known.headers["Last-Modified"]}
        clock.shift(timedelta(minutes=5))
        for headers in (*asked, asked[0] | asked[1], {"If-None-Match": f'W/{known.headers["ETag"]}, "other"'}):
            for ask in (client.get, client.head):
                answer = ask(address, headers=headers)
                assert (answer.status_code, answer.content) == (304, b""), headers
                assert answer.headers["ETag"] == known.headers["ETag"]
        for headers in ({"If-None-Match": '"other"'}, {"If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"}):
            assert client.get(address, headers=headers).content == known.content
            assert client.head(address, headers=headers).status_code == 200
    assert client.post(address).status_code == 405


def test_a_new_match_changes_the_feed(client: Client, match: Match, anna: User, bob: User) -> None:
    User.objects.filter(pk=anna.pk).update(date_joined=NOON - timedelta(days=30))
    known = client.get("/feeds/players/anna.atom")
    asked = {"If-None-Match": known.headers["ETag"]}, {"If-Modified-Since": known.headers["Last-Modified"]}
    given_up(match, bob)
    assert [client.get("/feeds/players/anna.atom", headers=headers).status_code for headers in asked] == [200, 200]


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
    exported = export_of(anna)
    assert "since" in cast(dict[str, str], exported["calendar"])
    assert token_of(anna) not in str(exported)

    delete_account(anna)
    assert token_of(anna) == ""
