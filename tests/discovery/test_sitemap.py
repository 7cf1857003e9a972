"""robots.txt and the sitemap: what is public is listed in all languages, what is private or costly is not."""

from __future__ import annotations

import re
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import make_guest
from games.discovery import sitemaps
from games.matches.models import Match
from games.matches.outcomes import Ending
from games.puzzles.models import Puzzle
from tests.html import html_of
from tests.puzzles.conftest import make_puzzle

pytestmark = [pytest.mark.django_db, pytest.mark.sql]

SPACES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def listed(client: Client, address: str) -> list[str]:
    """Return the paths that this file of the sitemap lists."""
    root = ElementTree.fromstring(html_of(client.get(address)))  # noqa: S314
    return [urlsplit(one.text or "").path for one in root.iterfind(".//s:loc", SPACES)]


def end(match: Match, ending: Ending) -> None:
    """Have the match ended."""
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now(), ending=ending)


def test_the_index_names_each_section(client: Client) -> None:
    names = ("pages", "matches", "puzzles", "players")
    assert listed(client, "/sitemap.xml") == [f"/sitemap-{name}.xml" for name in names]


@pytest.mark.thorough
def test_every_listed_page_answers_and_may_be_indexed(client: Client) -> None:
    paths = listed(client, "/sitemap-pages.xml")

    assert {"/", "/nl/", "/de/games/summy/", "/nl/games/digifeud/try/1/", "/privacy/", "/de/imprint/"} <= {*paths}
    for path in paths:
        if path.startswith("/nl/") or path.count("/") <= 2:
            page = client.get(path)
            assert page.status_code == 200, path
            assert "noindex" not in html_of(page), path


def test_a_page_is_listed_with_its_languages(client: Client) -> None:
    root = ElementTree.fromstring(html_of(client.get("/sitemap-pages.xml")))  # noqa: S314
    (entry,) = [
        one for one in root.iterfind("s:url", SPACES) if (one.findtext("s:loc", "", SPACES)).endswith("/nl/help/")
    ]
    names = [(link.get("hreflang"), urlsplit(link.get("href") or "").path) for link in entry.iterfind("x:link", SPACES)]

    others = [("nl", "/nl/help/"), ("de", "/de/help/"), ("fr", "/fr/help/"), ("pl", "/pl/help/")]
    assert names == [("en", "/help/"), *others, ("x-default", "/help/")]


def test_finished_matches_are_listed_and_others_are_not(client: Client, match: Match, carl: User, anna: User) -> None:
    assert listed(client, "/sitemap-matches.xml") == []
    end(match, Ending.ABORTED)
    client.get("/sitemap.xml")
    assert [path for path, _at in sitemaps.latest_matches()] == []

    end(match, Ending.PLAYED)
    assert [path for path, _at in sitemaps.latest_matches()] == [f"/matches/{match.pk}/"]


def test_a_player_is_listed_who_allows_it(client: Client, anna: User, bob: User) -> None:
    def is_listed(path: str) -> bool:
        cache.clear()
        return path in listed(client, "/sitemap-players.xml") and "noindex" not in html_of(client.get(path))

    assert "noindex" in html_of(client.get("/matches/by/anna/"))
    assert listed(client, "/sitemap-players.xml") == []
    client.force_login(anna)
    client.post("/accounts/findable/", {"findable": "on"})
    assert is_listed("/matches/by/anna/")
    assert is_listed("/nl/matches/by/anna/")
    assert not is_listed("/matches/by/bob/")
    client.post("/accounts/findable/")
    assert not is_listed("/matches/by/anna/")
    guest = make_guest()
    client.force_login(guest)
    client.post("/accounts/findable/", {"findable": "on"})
    assert "noindex" in html_of(client.get(f"/matches/by/{guest}/"))


def test_a_puzzle_of_a_day_to_come_is_not_listed(client: Client) -> None:
    shown, hidden = make_puzzle(number=1), make_puzzle(number=2)
    Puzzle.objects.filter(pk=hidden.pk).update(for_daily=True)

    assert listed(client, "/sitemap-puzzles.xml") == [
        f"{prefix}/puzzles/{shown.pk}/" for prefix in ("", "/nl", "/de", "/fr", "/pl")
    ]


def test_a_file_is_bounded(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    end(match, Ending.PLAYED)
    monkeypatch.setattr(sitemaps, "MOST", 0)

    assert sitemaps.latest_matches() == []
    assert sitemaps.PER_FILE <= 50_000  # the limit of the protocol


def test_the_second_crawler_costs_no_query(client: Client, match: Match) -> None:
    first = client.get("/sitemap-matches.xml")
    end(match, Ending.PLAYED)

    assert client.get("/sitemap-matches.xml").content == first.content


def test_robots_stay_away_from_what_is_private_or_costly(client: Client) -> None:
    text = html_of(client.get("/robots.txt"))
    refused = [re.escape(path).replace(r"\*", ".*") for path in re.findall(r"Disallow: (\S+)", text)]
    private = ["/accounts/settings/", "/admin/", "/notifications/", "/history/of/anna/", "/matches/abc/analysis/"]
    public = [path for section in ("pages",) for path in listed(client, f"/sitemap-{section}.xml")]

    assert "Sitemap: http://testserver/sitemap.xml" in text
    assert all(any(re.match(rule, path) for rule in refused) for path in private)
    assert [path for path in [*public, "/matches/abc/"] if any(re.match(rule, path) for rule in refused)] == []
