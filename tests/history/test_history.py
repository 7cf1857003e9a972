"""A player's history: filters, pages, and its cost with ten thousand matches."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.computers.services import find_computer
from games.history import listing
from games.history.forms import FilterForm
from games.history.models import Participation
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.time.control import TimeControl
from tests.history.conftest import many
from tests.html import html_of
from tests.jobs.running import run_jobs
from tests.moves import given_up
from tests.ratings.conftest import beats

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
MOST_QUERIES = 19  # of the page of a player, accuracy and what the two have played together among them
DAYS = TimeControl.correspondence(days=3)
ROW = re.compile(r'<a href="/matches/(\w{10})/">')


def page_of(name: str, query: str = "") -> str:
    answer = Client().get(reverse("history:history", args=[name]) + query)
    assert answer.status_code == 200
    return html_of(answer)


def shown(page: str) -> list[str]:
    return ROW.findall(page)


def test_a_match_is_in_the_history_from_its_first_moment(match: Match) -> None:
    for name, opponent in (("anna", "bob"), ("bob", "anna")):
        page = page_of(name)
        assert shown(page) == [match.pk]
        assert f"Digifeud against {opponent}" in page
        assert "running" in page


def test_a_match_that_ended_is_won_for_one_and_lost_for_the_other(match: Match, anna: User) -> None:
    given_up(match, anna)
    run_jobs()
    outcomes = dict(Participation.objects.values_list("player__username", "outcome"))
    assert outcomes == {"anna": "lost", "bob": "won"}
    assert "lost" in page_of("anna")
    assert all("resigned" in page_of(name) for name in ("anna", "bob"))
    assert shown(page_of("anna", "?result=running")) == []
    assert shown(page_of("bob", "?result=won")) == [match.pk]


def test_the_history_is_cut_into_pages_that_lead_to_each_other(anna: User, bob: User) -> None:
    newest_first = [match.pk for match in many(anna, [bob], 70)][::-1]
    page, seen = page_of("anna"), []
    while True:
        seen += shown(page)
        if not (older := re.search(r'rel="next" href="([^"]+)"', page)):
            break
        page = page_of("anna", older[1].replace("&amp;", "&"))
    assert seen == newest_first
    newer = re.search(r'rel="prev" href="([^"]+)"', page)
    assert newer
    assert shown(page_of("anna", newer[1].replace("&amp;", "&"))) == newest_first[30:60]


FILTERS: list[tuple[str, Callable[[int, Match], bool]]] = [
    ("game=sudoku", lambda place, match: match.game_slug == "sudoku"),
    ("result=won", lambda place, match: match.winner == 1),
    ("result=lost", lambda place, match: match.winner == 2),
    ("result=drawn", lambda place, match: match.winner is None),
    ("pace=live", lambda place, match: match.is_live),
    ("pace=days", lambda place, match: not match.is_live),
    ("stakes=rated", lambda place, match: match.rated),
    ("stakes=casual", lambda place, match: not match.rated),
    ("against=CARL", lambda place, match: match.second.username == "carl"),
    ("since=2026-03-02", lambda place, match: place >= 12),
    ("until=2026-03-01", lambda place, match: place < 12),
    ("game=digifeud&result=won&against=bob", lambda place, match: match.winner == 1 and place % 2 == 0),
]


@pytest.mark.parametrize(("query", "keeps"), FILTERS, ids=[query for query, _keeps in FILTERS])
def test_filters(three: tuple[User, User, User], query: str, keeps: Callable[[int, Match], bool]) -> None:
    anna, bob, carl = three
    matches = many(anna, [bob, carl], 24)
    wanted = [match.pk for place, match in enumerate(matches) if keeps(place, match)]
    assert wanted
    assert shown(page_of("anna", f"?{query}")) == wanted[::-1]


def test_a_computer_is_an_opponent_by_the_name_that_pages_show(db: None) -> None:
    pip = find_computer(1)
    form = FilterForm(QueryDict("against=pip"))
    assert form.is_valid()
    assert form.cleaned_data["against"] == pip


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("against=nobody-here", "No player with that name."),
        ("since=soon", "Enter a date."),
        ("since=2026-03-02&until=2026-03-01", "The end is before the start. Choose a later day."),
        ("until=9999-12-31", "at most."),
        ("game=chess", "Take another choice"),
    ],
)
def test_a_filter_that_makes_no_sense_says_why(match: Match, query: str, sentence: str) -> None:
    page = page_of("anna", f"?{query}")
    assert sentence in page
    assert 'aria-invalid="true"' in page or 'role="alert"' in page


def test_filters_are_chips_which_lead_to_the_list_without_them(three: tuple[User, User, User]) -> None:
    anna, bob, carl = three
    many(anna, [bob, carl], 24)
    page = page_of("anna", "?game=sudoku&result=won&against=bob")
    chosen = re.findall(r'href="\?([^"]*)"\s+aria-current="true"\s*>([^<]+)<', page)
    assert ("game=sudoku&amp;result=won&amp;against=bob", "Won") in chosen
    assert re.search(
        r'href="\?game=sudoku&amp;result=won"\s+aria-current="true"\s+aria-label="Remove Opponent: bob"', page
    )
    assert re.search(r'href="\?result=won&amp;against=bob"\s*>All<', page)
    assert re.search(r'<input type="hidden" name="game" value="sudoku">', page)
    assert "Show all" in page


def test_a_name_of_digits_is_not_read_as_a_date(match: Match) -> None:
    User.objects.create_user("20240102")
    page = page_of("anna", "?against=20240102&since=2024-01-02")
    assert 'aria-label="Remove Opponent: 20240102"' in page
    assert 'aria-label="Remove From: 2\N{NO-BREAK SPACE}January\N{NO-BREAK SPACE}2024"' in page


@pytest.mark.parametrize(
    ("query", "number", "links"),
    [
        ("", 1, "1 2 … 7"),
        ("?page=2", 2, "1 2 3 … 7"),
        ("?page=4", 4, "1 2 3 4 5 6 7"),
        ("?page=5", 5, "1 … 4 5 6 7"),
        ("?page=99", 7, "1 … 6 7"),
        ("?page=0", 1, "1 2 … 7"),
        ("?page=x", 1, "1 2 … 7"),
        ("?page=-3", 1, "1 2 … 7"),
    ],
)
def test_pages_have_numbers(anna: User, bob: User, query: str, number: int, links: str) -> None:
    newest_first = [match.pk for match in many(anna, [bob], 200)][::-1]
    page = page_of("anna", query)
    assert shown(page) == newest_first[30 * (number - 1) : 30 * number]
    nav = page[page.index('<nav class="row pages"') :]
    assert " ".join(re.findall(r">(\d+|…)<", nav[: nav.index("</nav>")])) == links
    assert re.findall(r'aria-current="page"\s*>(\d+)<', page) == [str(number)]


def test_a_list_of_one_page_has_no_numbers(match: Match) -> None:
    assert "row pages" not in page_of("anna")


def test_beyond_the_counted_matches_the_date_leads_on(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "COUNTED", 60)
    newest_first = [match.pk for match in many(anna, [bob], 150)][::-1]
    seen, query = [], "?game=sudoku"
    while query:
        page = page_of("anna", query)
        seen += [pk for pk in shown(page) if pk not in seen]
        older = re.search(r'rel="next" href="([^"]+)"', page)
        query = older[1].replace("&amp;", "&") if older else ""
    assert seen == [pk for pk in newest_first if pk in seen]
    assert {match.pk for match in Match.objects.filter(game_slug="sudoku")} == set(seen)
    assert "More than" not in page


def test_only_the_last_counted_page_leads_on_by_date(anna: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly as many matches as are counted have no date; with one more, the last page has it alone."""
    monkeypatch.setattr(listing, "COUNTED", 60)
    many(anna, [bob], 60)
    assert [listing.page_of(anna, None, str(page)).until for page in (1, 2)] == ["", ""]
    many(anna, [bob], 1)
    first, last = (listing.page_of(anna, None, str(page)).until for page in (1, 2))
    assert (first, bool(last)) == ("", True)
    *_newer, counted, beyond = (
        Participation.objects.filter(player=anna).order_by("-at", "-pk").values_list("pk", flat=True)
    )
    for pk, day_of in ((counted, 31), (beyond, 1)):
        Participation.objects.filter(pk=pk).update(at=datetime(2026, 1, day_of, 23, 30, tzinfo=UTC))
    for zone, day in (("UTC", "2026-01-31"), ("Europe/Warsaw", "2026-02-01"), ("America/New_York", "2026-01-31")):
        with timezone.override(zone):  # the filter of the date is in the reader's zone
            assert listing.page_of(anna, None, "2").until == day


def test_the_filters_are_in_the_language_of_each_reader(anna: User) -> None:
    for _again in range(2):
        for language, shown in (("en", "Opponent and dates"), ("nl", "Tegenstander en datum")):
            answer = Client(headers={"accept-language": language}).get(reverse("history:history", args=["anna"]))
            assert f"<summary>{shown}</summary>" in html_of(answer)


def test_the_filters_stay_on_the_next_page(anna: User, bob: User) -> None:
    many(anna, [bob], 140)
    page = page_of("anna", "?game=sudoku&result=&pace=days")
    assert re.search(r'rel="next" href="\?game=sudoku&amp;pace=days&amp;page=2"', page)


@pytest.mark.thorough
@pytest.mark.any_stack  # it counts queries
@pytest.mark.slow
def test_ten_thousand_matches_cost_no_more_than_ten(three: tuple[User, User, User], signed_in: SignedIn) -> None:
    anna, bob, carl = three
    many(anna, [bob, carl], 10_000)
    browser, paths = (
        signed_in(bob),
        [reverse("history:history", args=["anna"]), reverse("matches:player", args=["anna"])],
    )
    paths += [reverse("history:against", args=["anna", "carl"]), f"{paths[0]}?game=sudoku&result=won&against=carl"]
    paths += [f"{paths[0]}?until=2026-05-01", f"{paths[0]}?page=300", reverse("history:mine")]
    for path in paths:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        assert len(queries) <= MOST_QUERIES, (path, [query["sql"][:120] for query in queries])
    assert "10000 matches" in html_of(browser.get(paths[0]))


@pytest.mark.parametrize("only", [{}, {"game_slug": "sudoku"}, {"outcome": "won"}, {"opponent_id": 2}])
def test_a_page_is_read_from_an_index_in_its_order(anna: User, only: dict[str, object]) -> None:
    if connection.vendor == "sqlite":
        plan = Participation.objects.filter(player=anna, **only).order_by("-at", "-pk")[:31].explain()
        assert "USING INDEX" in plan
        assert "TEMP B-TREE" not in plan


def test_annas_matches_are_one_file_as_she_has_filtered_them(
    three: tuple[User, User, User], signed_in: SignedIn
) -> None:
    anna, bob, carl = three
    terms = {
        "game_slug": "digifeud",
        "options": games()["digifeud"].options_type(),
        "time_control": DAYS,
        "rated": True,
    }
    pairs = ((anna, bob), (carl, anna), (bob, carl))
    ended, running, _other = (start_match(first=first, second=second, **terms) for first, second in pairs)
    given_up(ended, bob)
    run_jobs()
    browser = signed_in(anna)
    both, won = (
        json.loads(browser.get(f"/history/matches.json{query}").getvalue())["matches"] for query in ("", "?result=won")
    )
    assert [one["match"] for one in both] == [ended.pk, running.pk]
    assert [one["match"] for one in won] == [ended.pk]
    assert [bool(one.get("seed")) for one in both] == [True, False]
    page = html_of(browser.get("/history/of/anna/?result=won"))
    assert 'href="/history/matches.json?result=won&amp;"' in page
    assert "/history/matches.json" not in html_of(browser.get("/history/of/bob/"))
    assert Client().get("/history/matches.json").status_code == 302


def test_head_to_head_counts_by_game(three: tuple[User, User, User]) -> None:
    anna, bob, carl = three
    many(anna, [bob, carl], 24)
    start_match(game_slug="sudoku", options=games()["sudoku"].options_type(), first=bob, second=anna, time_control=DAYS)
    page = html_of(Client().get(reverse("history:against", args=["anna", "bob"])))
    figures = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', page)
    cells = {name: re.findall(r">(\d+)<", row) for name, row in figures}
    assert cells == {"Digifeud": ["4", "4", "4", "0"], "Sudoku Duel": ["0", "0", "0", "1"]}
    assert len(shown(page)) == 13


@pytest.mark.parametrize("names", [("anna", "anna"), ("anna", "nobody"), ("nobody", "anna")])
def test_no_one_plays_against_themselves_or_no_one(anna: User, names: tuple[str, str]) -> None:
    assert Client().get(reverse("history:against", args=names)).status_code == 404


def test_another_spelling_leads_to_the_name(anna: User, bob: User, client: Client) -> None:
    answer = client.get(reverse("history:history", args=["ANNA"]))
    assert answer.headers["Location"] == reverse("history:history", args=["anna"])
    answer = client.get(reverse("history:against", args=["ANNA", "bob"]))
    assert answer.headers["Location"] == reverse("history:against", args=["anna", "bob"])
    assert client.get(reverse("history:history", args=["nobody"])).status_code == 404


def test_a_rated_match_tells_what_it_did_to_the_rating(anna: User, bob: User) -> None:
    beats(anna, bob)
    rows = [page_of(name) for name in ("anna", "bob")]
    gains = [re.search(r'class="gain (up|down)"><span[^>]*>Rating</span> ([+−])(\d+)', row) for row in rows]
    assert [gain and gain.groups()[:2] for gain in gains] == [None, ("down", "−")]  # it was given up early
