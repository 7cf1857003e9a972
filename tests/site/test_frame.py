"""The frame of every page: language, theme, navigation, and only permitted resources."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.catalogue import games
from tests.html import html_of

pytestmark = pytest.mark.django_db
PAGES = ["/", "/lobby/", "/accounts/login/", "/accounts/signup/", "/no/such/page/"]


def _page(client: Client, path: str = "/lobby/") -> str:
    return html_of(client.get(path))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_load_only_what_is_ours(client: Client, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_comes_in_the_language_of_the_browser(client: Client, path: str, language: str) -> None:
    html = html_of(client.get(path, headers={"accept-language": language}))

    assert f'<html lang="{language}"' in html


def test_a_stranger_is_offered_the_ways_in(client: Client) -> None:
    html = _page(client)

    assert 'href="/accounts/login/"' in html
    assert 'href="/accounts/signup/"' in html
    assert "/accounts/logout/" not in html
    assert re.search(r'data-theme="auto"\s+data-user=""', html)
    assert "data-tiles" not in html


def test_anna_is_offered_what_is_hers(anna: User, signed_in: Callable[[User], Client]) -> None:
    anna.theme = User.Theme.DARK
    anna.tiles = User.Tiles.WOOD
    anna.save()

    html = _page(signed_in(anna))

    assert 'data-tiles="wood"' in html
    assert "css/tilesets" in html

    assert 'href="/matches/by/anna/"' in html
    assert 'href="/accounts/settings/#appearance"' in html
    assert 'action="/accounts/logout/"' in html
    assert re.search(rf'data-theme="dark"\s+data-user="{anna.pk}"', html)


def test_a_guest_is_asked_before_leaving_for_good(anna: User, signed_in: Callable[[User], Client]) -> None:
    anna.is_guest = True
    anna.save()

    html = _page(signed_in(anna))

    assert 'action="/accounts/logout/" data-question="' in html
    assert "Sign up and keep your matches" in html


def test_the_page_one_is_on_is_marked(client: Client) -> None:
    assert 'href="/lobby/" aria-current="page"' in _page(client)
    assert 'href="/lobby/" aria-current="page"' not in _page(client, "/accounts/login/")


def test_the_language_is_changed_at_the_foot_of_the_page(client: Client) -> None:
    response = client.post("/accounts/language/", {"language": "nl", "next": "/lobby/"})

    assert response.headers["Location"] == "/lobby/"
    assert '<html lang="nl"' in _page(client)
    assert 'value="nl" lang="nl" aria-pressed="true"' in _page(client)


def test_requests_of_htmx_carry_the_token(client: Client) -> None:
    html = _page(client)

    assert '''hx-headers:inherited='{"X-CSRFToken": "''' in html


def test_the_front_door_has_one_button_to_play_at_once(client: Client) -> None:
    html = _page(client, "/")

    assert html.count('action="/lobby/play-now/"') == 1
    assert html.count("<h1>") == 1


def test_what_the_server_says_is_read_aloud(anna: User, signed_in: Callable[[User], Client]) -> None:
    assert '<div id="messages" role="status" aria-live="polite">' in _page(signed_in(anna))


def test_the_front_door_leads_to_the_rules_of_each_game(client: Client) -> None:
    html = _page(client, "/")

    assert [slug for slug in games() if f'href="/games/{slug}/"' not in html] == []
