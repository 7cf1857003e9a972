"""Public pages have an address per language; all other addresses stay as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from tests.html import html_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]

SignedIn = Callable[[User], Client]
RULES = "/games/digifeud/"


def links(html: str) -> dict[str, str]:
    """Return the address of each language that the page names."""
    return dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"', html))


@pytest.mark.parametrize(
    ("language", "title", "locale"),
    [
        ("nl", "Digifeud online spelen", "nl_NL"),
        ("de", "Digifeud online spielen", "de_DE"),
        ("fr", "Jouer à Digifeud en ligne", "fr_FR"),
        ("pl", "Zagraj online w\N{NO-BREAK SPACE}Digifeud", "pl_PL"),
    ],
)
def test_an_address_names_its_language(client: Client, language: str, title: str, locale: str) -> None:
    html = html_of(client.get(f"/{language}{RULES}", headers={"accept-language": "en"}))

    assert f'<html lang="{language}"' in html
    assert title in html
    assert f'<meta property="og:locale" content="{locale}">' in html
    assert f'<link rel="canonical" href="http://testserver/{language}{RULES}">' in html


def test_a_page_names_itself_in_every_language(client: Client) -> None:
    expected = {
        "en": f"http://testserver{RULES}",
        "nl": f"http://testserver/nl{RULES}",
        "de": f"http://testserver/de{RULES}",
        "fr": f"http://testserver/fr{RULES}",
        "pl": f"http://testserver/pl{RULES}",
        "x-default": f"http://testserver{RULES}",
    }
    for address in expected.values():
        assert links(html_of(client.get(address))) == expected


def test_the_plain_address_still_speaks_the_language_of_the_browser(client: Client) -> None:
    html = html_of(client.get(RULES, headers={"accept-language": "nl"}))

    assert '<html lang="nl"' in html
    assert f'<link rel="canonical" href="http://testserver/nl{RULES}">' in html


def test_the_next_page_stays_in_the_language_of_the_address(client: Client) -> None:
    client.get(f"/nl{RULES}", headers={"accept-language": "en"})

    assert '<html lang="nl"' in html_of(client.get("/lobby/", headers={"accept-language": "en"}))


def test_a_link_in_another_language_changes_no_setting(anna: User, signed_in: SignedIn) -> None:
    anna.language = "de"
    anna.save()
    browser = signed_in(anna)

    assert '<html lang="nl"' in html_of(browser.get(f"/nl{RULES}"))
    assert '<html lang="de"' in html_of(browser.get(RULES))


def test_a_language_is_changed_on_a_page_that_has_one_in_its_address(client: Client) -> None:
    html = html_of(client.get(f"/nl{RULES}"))
    assert f'name="next" value="{RULES}"' in re.sub(r"\s+", " ", html)

    client.post("/accounts/language/", {"language": "de", "next": RULES})
    assert '<html lang="de"' in html_of(client.get(RULES))


@pytest.mark.parametrize(
    ("asked", "target"),
    [
        ("/nl/lobby/players/?name=an", "/lobby/players/?name=an"),
        ("/de/accounts/settings/", "/accounts/settings/"),
        ("/en/games/digifeud/", "/games/digifeud/"),
        ("/nl//example.org/", "/example.org/"),
    ],
)
def test_other_pages_have_one_address(client: Client, asked: str, target: str) -> None:
    answer = client.get(asked)

    assert (answer.status_code, answer.headers["location"]) == (302, target)


def test_english_is_kept_by_an_english_address(client: Client) -> None:
    client.get(f"/en{RULES}", headers={"accept-language": "nl"})

    assert '<html lang="en"' in html_of(client.get(RULES, headers={"accept-language": "nl"}))


def test_a_form_is_never_answered_below_a_language(client: Client) -> None:
    answer = client.post("/nl/lobby/play-now/", {"game": "summy"})

    assert (answer.status_code, answer.headers["location"]) == (307, "/lobby/play-now/")
    assert not User.objects.exists()


def test_a_match_is_found_and_a_settings_page_is_not(match: Match, anna: User, signed_in: SignedIn) -> None:
    html = html_of(Client().get(f"/de/matches/{match.pk}/"))
    assert f'<link rel="canonical" href="http://testserver/de/matches/{match.pk}/">' in html
    assert '<meta property="og:title" content="anna – bob · Digifeud">' in html
    assert 'content="noindex"' not in html

    for page in (signed_in(anna).get("/accounts/settings/"), Client().get("/matches/by/anna/"), Client().get("/no/")):
        assert '<meta name="robots" content="noindex">' in html_of(page)
        assert 'rel="canonical"' not in html_of(page)


@pytest.mark.parametrize("path", ["/", RULES])
def test_structured_data_are_readable(client: Client, path: str) -> None:
    (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html_of(client.get(path)), re.DOTALL)
    data = json.loads(text)

    assert data["@context"] == "https://schema.org"
    assert data["url"] == f"http://testserver{path}"
    assert "<" not in text


def test_each_page_describes_itself(client: Client) -> None:
    pages = ["/", "/games/digifeud/", "/games/summy/", "/puzzles/", "/ratings/", "/privacy/", "/help/", "/fairness/"]
    found = [re.findall(r'<meta name="description" content="([^"]+)">', html_of(client.get(page))) for page in pages]

    assert [len(one) for one in found] == [1] * len(pages)
    assert len({one[0] for one in found}) == len(pages)


def test_the_lobby_is_found_without_the_names_of_players(anna: User) -> None:
    html = html_of(Client().get("/nl/lobby/"))
    assert 'content="noindex"' not in html
    assert '<link rel="canonical" href="http://testserver/nl/lobby/">' in html
    assert "data-nosnippet" in html
