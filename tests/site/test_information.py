"""The pages about the site: linked from every page, in three languages, filled by the operator's environment."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from accounts.security import EVENTS_KEPT
from games.catalogue import games
from games.notifications.services import KEPT
from numgames import environment
from numgames.views import PAGES
from tests.html import html_of

pytestmark = pytest.mark.django_db

FILLED = {
    "OPERATOR_NAME": "Anna's Games B.V.",
    "OPERATOR_ADDRESS": "Canal 1; 1234 AB Amsterdam",
    "OPERATOR_REPRESENTATIVE": "Anna Anders",
    "OPERATOR_REGISTER": "KvK 12345678",
    "OPERATOR_VAT_ID": "NL001234567B01",
    "OPERATOR_RESPONSIBLE": "Bob Anders",
    "CONTACT_EMAIL": "hello@numgames.example",
    "CONTACT_PHONE": "+31 20 1234567",
    "HOSTING_COMPANY": "Hosting GmbH",
    "PRIVACY_AUTHORITY": "Autoriteit Persoonsgegevens",
    "GOVERNING_LAW": "Nederland",
    "LOG_DAYS": "14",
    "BACKUP_DAYS": "35",
}


@pytest.fixture
def filled(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the operator fill everything in."""
    for name, value in FILLED.items():
        monkeypatch.setenv(name, value)
    settings.OPERATOR = environment.operator()


def read(path: str, language: str = "en") -> str:
    """Return the page's HTML in this language, with apostrophes as written."""
    return html_of(Client().get(path, headers={"accept-language": language})).replace("&#x27;", "'")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_links_to_it(name: str) -> None:
    assert f'href="/{name}/"' in read("/lobby/")
    assert f'href="/{name}/"' in read("/no/such/page/")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_read_in_three_languages(name: str) -> None:
    headings = {re.findall(r"<main.*?</main>", read(f"/{name}/", one), re.DOTALL)[0] for one in ("en", "nl", "de")}

    assert len(headings) == 3
    assert all(heading.count("<h1") == 1 for heading in headings)


@pytest.mark.usefixtures("filled")
def test_the_operator_is_named() -> None:
    imprint = read("/imprint/", "de")
    for name in ("OPERATOR_NAME", "OPERATOR_REPRESENTATIVE", "OPERATOR_REGISTER", "OPERATOR_VAT_ID", "CONTACT_PHONE"):
        assert FILLED[name] in imprint
    assert "Canal 1<br>1234 AB Amsterdam" in re.sub(r"\s*<br>\s*", "<br>", imprint)
    assert "Vertreten durch" in imprint

    privacy = read("/privacy/", "nl")
    assert "De verwerkingsverantwoordelijke is Anna's Games B.V." in privacy
    assert "De server wordt voor ons beheerd door Hosting GmbH." in privacy
    assert "worden na 14 dagen verwijderd" in privacy
    assert "worden na 35 dagen verwijderd" in privacy
    assert "zoals Autoriteit Persoonsgegevens" in privacy
    assert 'href="mailto:hello@numgames.example"' in read("/contact/")
    assert "The law of this country applies: Nederland." in read("/terms/")


def test_what_the_operator_has_not_filled_in_is_said() -> None:
    assert "has not filled in the imprint yet" in read("/imprint/")
    assert "has not given a name yet" in read("/privacy/")
    assert "has not given an e-mail address yet" in read("/contact/")
    assert "The operator has not said for how long." in read("/privacy/")
    assert "<dt>" not in read("/imprint/")


def test_an_error_service_is_told(settings: Settings) -> None:
    assert "Error reports go to an outside service." not in read("/privacy/")
    settings.SENTRY_DSN = "https://key@errors.example/1"
    assert "Error reports go to an outside service." in read("/privacy/")


def test_the_privacy_notice_says_what_the_code_does() -> None:
    html = read("/privacy/")
    cookies = set(re.findall(r"<li>\s*<code>(\w+)</code>", html))

    assert cookies == {
        *(settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME),
        *("browser", "zone", "match", "messages"),
    }  # fmt: skip
    assert f"{settings.SESSION_COOKIE_AGE // 86400} days without a visit, {settings.SESSION_LONGEST} days" in html
    assert f"for {KEPT.days} days" in html
    assert f"for {EVENTS_KEPT.days} days" in html


def test_the_cookies_of_a_site_with_https_are_named_as_they_are(settings: Settings) -> None:
    settings.SECURE = True
    html = read("/privacy/")
    assert "<code>__Host-zone</code>" in html
    assert "<code>__Host-match</code>" in html


def test_the_credits_name_where_each_game_comes_from() -> None:
    html = read("/credits/")

    for source in ("digifeud.com", "Corné van Moorsel (Cwali)", "Brettspielnetz", "Toni Serradesanferm"):
        assert source in html
    for slug in ("digifeud", "summy", "sudoku", "tenbyten"):
        assert str(games()[slug].name) in html


@pytest.mark.parametrize(("name", "value"), [("CONTACT_EMAIL", "anna and bob"), ("OPERATOR_ADDRESS", "Canal 1")])
def test_a_mistake_is_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=name):
        environment.operator()


def test_the_guide_names_each_variable() -> None:
    guide = Path(settings.BASE_DIR, "docs", "deploy.md").read_text()

    assert [name for name in FILLED if f"`{name}`" not in guide] == []
    assert not set(FILLED) & set(os.environ)
