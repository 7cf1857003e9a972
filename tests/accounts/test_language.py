"""The language of pages and sockets: the player's setting, else the cookie, else the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from core.clients import language_of

LOGIN, SETTINGS, LANGUAGE = "/accounts/login/", "/accounts/settings/", "/accounts/language/"
DUTCH = {"accept-language": "nl,en;q=0.5"}


def test_at_first_the_browser_says(newcomer: Client) -> None:
    assertContains(newcomer.get(LOGIN, headers=DUTCH), '<html lang="nl"')
    assertContains(newcomer.get(LOGIN, headers={"accept-language": "fi"}), '<html lang="en"')


def test_then_the_player(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    browser.post(SETTINGS, {"language": "de", "theme": "auto", "confirm": "never"})
    assertContains(browser.get(SETTINGS, headers=DUTCH), '<html lang="de"')
    assertContains(signed_in(anna).get(SETTINGS, headers=DUTCH), '<html lang="de"')


def test_the_cookie_remembers_it_after_signing_out(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    answer = browser.post(SETTINGS, {"language": "de", "theme": "auto", "confirm": "never"})
    assert answer.cookies["django_language"]["samesite"] == "Lax"
    browser.post("/accounts/logout/")
    assertContains(browser.get(LOGIN, headers=DUTCH), '<html lang="de"')


def test_the_choice_can_be_left_to_the_browser_again(anna: User, signed_in: Callable[[User], Client]) -> None:
    browser = signed_in(anna)
    for language in ("de", ""):
        browser.post(SETTINGS, {"language": language, "theme": "auto", "confirm": "never"})
    assertContains(browser.get(SETTINGS, headers=DUTCH), '<html lang="nl"')


def test_the_foot_of_each_page_changes_it_too(
    newcomer: Client, anna: User, signed_in: Callable[[User], Client]
) -> None:
    for browser in (newcomer, signed_in(anna)):
        answer = browser.post(LANGUAGE, {"language": "de", "next": LOGIN})
        assert (answer.status_code, answer.headers["Location"]) == (302, LOGIN)
        assertContains(browser.get("/", headers=DUTCH, follow=True), '<html lang="de"')
    anna.refresh_from_db()
    assert anna.language == "de"


def test_a_language_that_we_do_not_speak_changes_nothing(anna: User, signed_in: Callable[[User], Client]) -> None:
    signed_in(anna).post(LANGUAGE, {"language": "fi", "next": "https://evil.example/"})
    anna.refresh_from_db()
    assert anna.language == ""


@pytest.mark.parametrize(
    ("chosen", "cookie", "header", "language"),
    [
        ("de", "nl", b"en", "de"),
        ("", "nl", b"en", "nl"),
        ("", "", b"nl-BE,en", "nl"),
        ("", "", b"fi", "en"),
        ("xx", "xx", b"\xff,;q=", "en"),
    ],
)
def test_a_socket_speaks_the_language_of_its_page(chosen: str, cookie: str, header: bytes, language: str) -> None:
    cookies = {"django_language": cookie} if cookie else {}
    scope = {"user": User(language=chosen), "cookies": cookies, "headers": [(b"accept-language", header)]}
    assert language_of(scope) == language


@pytest.mark.parametrize(("query", "language"), [(b"lang=nl", "nl"), (b"game=summy&lang=de", "de"), (b"lang=xx", "en")])
def test_a_socket_is_believed_when_it_names_the_language_of_its_page(query: bytes, language: str) -> None:
    header = (b"accept-language", b"en")
    assert language_of({"user": User(language=""), "query_string": query, "headers": [header]}) == language


def test_a_socket_of_no_one_has_a_language_too() -> None:
    assert language_of({}) == language_of({"user": AnonymousUser()}) == "en"
