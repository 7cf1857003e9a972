"""The rating pages: ranks, the viewer's row, and explanations of the figures."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.names import name_key
from accounts.services import delete_account
from games.catalogue import games
from games.matches.models import Match
from games.ratings import rankings
from games.ratings.glicko2 import Standing
from games.ratings.models import Rating, RatingPool
from games.ratings.update import State
from games.social.models import Favourite
from tests.crowd import add_crowd
from tests.html import html_of
from tests.ratings.conftest import beats, check, ended, settle
from tests.sizes import examples

pytestmark = pytest.mark.sql

SignedIn = Callable[[User], Client]
PAGE = "/ratings/sudoku/days/"
MOST_QUERIES = 20  # of the page of a player, accuracy, followers and studies among them
PLAYERS = examples(2_000, 10_000)
SOON = 1.0  # seconds of processor time


def text(browser: Client, path: str = PAGE) -> str:
    return html_of(browser.get(path, follow=True))


def test_players_stand_by_their_rating_with_all_that_is_known(anna: User, bob: User) -> None:
    settle(anna, 1700), settle(bob, 1800)
    page = text(Client())
    assert page.index("bob</a>") < page.index("anna</a>")
    for figure in ("<strong>1800</strong>", ">60</td>", ">10</td>", "6 – 0 – 4"):
        assert figure in page


def test_only_a_settled_rating_has_a_rank(anna: User, bob: User, signed_in: SignedIn) -> None:
    beats(anna, bob)
    page = text(signed_in(anna))
    assert "No settled ratings here yet." in page
    assert "and no rank yet: the uncertainty is" in page


def test_a_rating_that_no_one_played_for_long_loses_its_rank(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    settle(anna, 1700)
    assert "anna</a>" in text(Client())
    later = timezone.now() + timedelta(days=500)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert "anna</a>" not in text(Client())


def test_who_has_left_has_no_rank(anna: User, bob: User) -> None:
    settle(anna, 1700), settle(bob, 1800)
    delete_account(bob)
    page = text(Client())
    assert "deleted" not in page
    assert "<strong>1700</strong>" in page


def test_one_finds_oneself_and_others(anna: User, bob: User, signed_in: SignedIn) -> None:
    settle(anna, 1000), settle(bob, 1999)
    for number in range(60):
        settle(User.objects.create_user(f"player{number}"), 1500)
    assert "You are number 62 with 1000." in text(signed_in(anna))
    answer = signed_in(anna).get(f"{PAGE}?find=anna")
    assert answer.headers["Location"] == f"{PAGE}?page=2#player-{anna.pk}"
    page = text(signed_in(anna), f"{PAGE}?page=2")
    assert f'<tr id="player-{anna.pk}" aria-current="true"><td class="number">62</td>' in page
    assert Client().get(f"{PAGE}?find=BOB").headers["Location"] == f"{PAGE}?page=1#player-{bob.pk}"


@pytest.mark.parametrize("name", ["nobody", "bob", "x" * 300, "<b>"])
def test_who_is_not_there_is_said(anna: User, bob: User, name: str) -> None:
    settle(anna, 1700)
    answer = Client().get(PAGE, {"find": name})
    assert answer.status_code == 200
    assert "has no rating here." in html_of(answer)
    assert "<b>" not in html_of(answer).partition('id="find"')[2].partition("</div>")[0]


def test_all_tables_at_a_glance(anna: User, bob: User, signed_in: SignedIn) -> None:
    settle(anna, 1700), settle(bob, 1800, slug="summy")
    page = text(signed_in(anna), "/ratings/")
    for slug in games():
        for pace in ("days", "live"):
            assert f'href="/ratings/{slug}/{pace}/"' in page
    assert "<strong>1700</strong>" in page
    assert "<b>1800</b>" in page


def test_without_a_settled_rating_that_is_said_once(anna: User, client: Client) -> None:
    empty = "No one has a settled rating yet."
    assert text(client, "/ratings/").count(empty) == 1
    settle(anna, 1700)
    assert text(client, "/ratings/").count(empty) == 2 * len(games()) - 1


def test_it_is_said_how_the_figures_come_about(client: Client, db: None) -> None:
    for path in ("/ratings/", PAGE):
        assert 'href="/ratings/how/"' in text(client, path)
    page = text(client, "/ratings/how/")
    assert "Glicko-2 by Mark Glickman" in page
    assert "and the formula are ours" in page
    assert "4 + 6 × (2 × s − 1) + 6 × (1 − c)" in page


def test_a_part_of_a_name_finds_all_who_bear_it(anna: User, bob: User) -> None:
    settle(anna, 1700), settle(bob, 1800)
    page = text(Client(), f"{PAGE}?find=nn").partition('id="matching-title"')[2].partition("</section>")[0]
    assert "anna</a>" in page
    assert "bob</a>" not in page


def test_one_sees_the_ranks_of_those_whom_one_follows(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    settle(anna, 1700), settle(bob, 1800), settle(carl, 1900)
    Favourite.objects.create(by=anna, of=bob)
    page = text(signed_in(anna), f"{PAGE}?friends=1")
    assert "bob</a>" in page
    assert "carl</a>" not in page


def test_a_period_ranks_by_what_was_gained_in_it(anna: User, bob: User, carl: User, signed_in: SignedIn) -> None:
    now = timezone.now()
    ended(anna, carl, 1, now - timedelta(days=20))
    ended(bob, anna, 1, now - timedelta(days=2))
    ended(bob, carl, 1, now - timedelta(days=1))
    week, month, ever = (text(Client(), f"{PAGE}{query}") for query in ("?period=week", "?period=month", ""))
    ranks = re.compile(r'<a\s+href="/matches/by/\w+/"\s*>(\w+)</a>')
    assert ranks.findall(week)[0] == ranks.findall(month)[0] == "bob"
    assert set(ranks.findall(week)) == {"anna", "bob", "carl"}
    bobs = week[week.index(f'id="player-{bob.pk}"') :].partition("</tr>")[0]
    assert re.findall(r'class="number( wide)?">\s*([^<\s][^<]*?)\s*<', bobs)[-1][1] == "2 – 0 – 0"
    assert "<strong>+" in bobs
    carls = month[month.index(f'id="player-{carl.pk}"') :].partition("</tr>")[0]
    assert "0 – 0 – 2" in carls
    assert "<strong>−" in carls
    assert "No settled ratings here yet." in ever
    Favourite.objects.create(by=anna, of=carl)
    friends = text(signed_in(anna), f"{PAGE}?friends=1&period=week")
    assert f'id="player-{carl.pk}"' in friends
    assert f'id="player-{bob.pk}"' not in friends
    assert 'href="?friends=1&amp;period=month"' in friends


def test_a_period_that_takes_long_is_not_found_again_after_each_match(
    anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    ended(anna, bob, 1, now - timedelta(days=3))

    def matches_of_the_week() -> int:
        return rankings.gains(RatingPool.objects.get(is_live=False), "week", now)[0].won

    monkeypatch.setattr(rankings, "QUICK", 0.0)
    monkeypatch.setattr(rankings, "SHARE", 1e-9)
    assert matches_of_the_week() == 1
    ended(anna, bob, 1, now - timedelta(days=2))
    assert matches_of_the_week() == 1
    cache.clear()
    monkeypatch.setattr(rankings, "QUICK", 60.0)
    assert matches_of_the_week() == 2
    ended(anna, bob, 1, now - timedelta(days=1))
    assert matches_of_the_week() == 3


def test_a_period_without_matches_says_so(anna: User) -> None:
    settle(anna, 1700)
    assert "No rated match in this period." in text(Client(), f"{PAGE}?period=week")
    assert "<strong>1700</strong>" in text(Client(), f"{PAGE}?period=fortnight")


@pytest.mark.parametrize("path", ["/ratings/chess/days/", "/ratings/sudoku/weekly/", "/ratings/sudoku/"])
def test_there_is_no_such_table(client: Client, db: None, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_navigation_leads_there(client: Client, db: None) -> None:
    assert 'href="/ratings/"' in text(client, "/")
    assert 'href="/ratings/" aria-current="page"' in text(client, "/ratings/")


@pytest.mark.slow
@pytest.mark.usefixtures("noted_templates")
def test_thousands_of_players_are_no_burden(anna: User, signed_in: SignedIn) -> None:
    crowd = User.objects.bulk_create(
        [User(username=f"crowd{n}", name_key=name_key(f"crowd{n}")) for n in range(PLAYERS)], 1000
    )
    settle(anna, 1400)
    for pool in [RatingPool.objects.get(), RatingPool.objects.create(game_slug="summy", is_live=True)]:
        now, rows = timezone.now(), []
        for number, player in enumerate(crowd):
            rows.append(Rating(pool=pool, player=player))
            rows[-1].state = State(Standing(1200 + 500 * number / PLAYERS, 50 + number % 100), now)
        Rating.objects.bulk_create(rows, 500)
    browser = signed_in(anna)
    last = browser.get(PAGE).context["page"].paginator.num_pages
    for path in (
        "/ratings/",
        PAGE,
        f"{PAGE}?page={last // 2}",
        f"{PAGE}?page={last}",
        f"{PAGE}?find=anna",
        f"{PAGE}?period=month",
    ):
        began = time.process_time()
        with CaptureQueriesContext(connection) as queries:
            browser.get(path)
        assert len(queries) <= MOST_QUERIES, path
        assert time.process_time() - began < SOON, path


def test_the_crowd_stays_away_from_a_public_site(settings: Settings) -> None:
    settings.SECURE = True
    with pytest.raises(CommandError, match="not for a public site"):
        add_crowd(1, 1)


@pytest.mark.thorough
def test_a_crowd_of_matches_is_counted_and_shown(anna: User, signed_in: SignedIn) -> None:
    add_crowd(300, 600)
    add_crowd(10, 200, of="anna")
    assert Match.objects.filter(rated=True).count() == 800
    check()
    browser = signed_in(anna)
    for path in ("/ratings/", PAGE, "/ratings/summy/live/", "/matches/by/anna/"):
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        assert len(queries) <= MOST_QUERIES, path
