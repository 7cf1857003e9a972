"""What the small functions of the core answer, on both sides of each edge and in each of their branches."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta, tzinfo
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMessage
from django.db import IntegrityError, InterfaceError, InternalError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from accounts.models import User
from core import clock
from core.clients import address_of, device_name, language_for, remember_language, request_of
from core.mail import complete, is_permanent
from core.telemetry import is_outage, is_unreachable
from core.web import absolute, answer_saved, ask_first, is_api, page_path, parse_key, redirect_next, too_many_page
from tests.page_lines import lines_of

Fault = Exception
GET, POST = RequestFactory().get, RequestFactory().post


def caused(error: Fault, cause: Fault) -> Fault:
    """Return the error with this cause."""
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> Fault:
    """Return the error of Django for a result code of SQLite."""
    cause = sqlite3.OperationalError("x")
    cause.sqlite_errorcode = code
    return caused(OperationalError("x"), cause)


class ReadOnly(Exception):
    """The error of PostgreSQL at a write to a replica."""

    sqlstate = "25006"


@pytest.mark.parametrize(
    ("error", "outage", "unreachable"),
    [
        (OperationalError("x"), True, True),
        (InterfaceError("x"), True, True),
        (RedisConnectionError("x"), True, True),
        (RedisTimeoutError("x"), True, True),
        (caused(ValueError("x"), OperationalError("x")), True, True),
        (of_sqlite(sqlite3.SQLITE_BUSY), True, False),
        (of_sqlite(sqlite3.SQLITE_FULL), True, False),
        (of_sqlite(sqlite3.SQLITE_IOERR_READ), True, False),
        (of_sqlite(sqlite3.SQLITE_ERROR), False, False),
        (of_sqlite(sqlite3.SQLITE_ERROR_RETRY), False, False),
        (caused(InternalError("x"), ReadOnly()), True, False),
        (InternalError("x"), False, False),
        (IntegrityError("x"), False, False),
        (ProgrammingError("x"), False, False),
        (TimeoutError("x"), False, False),
    ],
    ids=repr,
)
def test_which_errors_are_outages(error: Fault, *, outage: bool, unreachable: bool) -> None:
    assert (is_outage(error), is_unreachable(error)) == (outage, unreachable)
    assert not is_outage(None)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("1" * 19, None),
        ("", None),
        ("-1", None),
        ("²", None),
        ("1.0", None),
    ],
)
def test_a_key_is_a_number_that_a_row_can_have(text: str, key: int | None) -> None:
    assert parse_key(text) == key


def test_a_form_leads_to_where_it_says_on_this_site() -> None:
    for address, place in {
        "/x/?a=b": "/x/?a=b",
        "http://testserver/x/": "http://testserver/x/",
        "": "/lobby/",
        "//evil.example/": "/lobby/",
        "https://evil.example/": "/lobby/",
        "javascript:x": "/lobby/",
    }.items():
        assert redirect_next(POST("/", {"next": address}), "lobby:lobby")["Location"] == place
    assert redirect_next(POST("/", {}))["Location"] == "/accounts/settings/"
    assert redirect_next(POST("/", {"next": "http://testserver/x/"}, secure=True))["Location"] == "/accounts/settings/"


def test_who_comes_too_often_is_told_in_the_way_of_the_address() -> None:
    page = too_many_page(GET("/x/"), 90, reason="Not now.")
    assert lines_of(page) == ["429", "# Slow down a little", "Not now.", "[To the front page](/)"]
    assert (page.status_code, page["Retry-After"]) == (429, "90")
    for reason, detail in ((None, "Too many requests. Come again later."), ("Not now.", "Not now.")):
        answer = too_many_page(GET("/api/v1/x"), 90, reason=reason)
        told = {
            "type": "about:blank",
            "title": "Too Many Requests",
            "status": 429,
            "detail": detail,
            "code": "too_many",
        }
        assert json.loads(answer.content) == told | {"seconds": 90}
        assert (answer["Retry-After"], answer["Cache-Control"]) == ("90", "no-store")


@pytest.mark.django_db
def test_what_was_saved_is_said_on_the_page_or_on_the_next() -> None:
    def told(*, wrong: str = "", reload: bool = False, by_script: bool = True) -> HttpResponse:
        request = POST("/", headers={"HX-Request": "true"} if by_script else {})
        request.user, request._messages = AnonymousUser(), Messages()  # type: ignore[attr-defined]
        answer = answer_saved(request, "lobby:lobby", "Saved.", wrong=wrong, reload=reload)
        if by_script:
            return answer
        return HttpResponse(f"{answer['Location']} {request._messages}")  # type: ignore[attr-defined]

    def text(answer: HttpResponse) -> tuple[int, list[str]]:
        return answer.status_code, lines_of(f'<p id="main">{answer.content.decode()}</p>')

    assert text(told()) == (200, ["Saved."])
    assert text(told(reload=True)) == (200, ["Saved. [Reload this page](/accounts/settings/)"])
    assert text(told(wrong="No.", reload=True)) == (422, ["No."])
    assert told(by_script=False).content == b"/lobby/ 25 Saved."
    assert told(wrong="No.", by_script=False).content == b"/lobby/ 40 No."


class Messages:
    """The messages for the next page."""

    text = ""

    def add(self, level: int, message: str, extra_tags: str = "") -> None:
        """Keep a message."""
        self.text += f"{level} {message}"

    def __str__(self) -> str:
        return self.text


def test_what_cannot_be_undone_is_asked_for_first() -> None:
    form = {"a": "1", "b": "x", "csrfmiddlewaretoken": "t"}
    assert ask_first(POST("/x/", form | {"confirmed": "yes"}), "A", "Sure?", "Yes", "/back/") is None
    request = POST("/x/", form)
    request.user = AnonymousUser()
    page = ask_first(request, "The match", "Sure?", "Yes", "/back/")
    assert page
    assert lines_of(page) == [
        "# Are you sure?",
        "The match",
        "Sure?",
        "{a: 1} {b: x} [Go back](/back/) <Yes: /x/ confirmed=yes>",
    ]
    assert b'value="t"' not in page.content, "the page has a token of its own"


@pytest.mark.parametrize(
    ("refusal", "for_good"),
    [
        (SMTPDataError(499, b""), False),
        (SMTPDataError(500, b""), True),
        (SMTPRecipientsRefused({"a": (450, b""), "b": (499, b"")}), False),
        (SMTPRecipientsRefused({"a": (450, b""), "b": (500, b"")}), True),
        (SMTPServerDisconnected("x"), False),
        (TimeoutError(), False),
    ],
)
def test_which_refusals_of_a_mail_are_for_good(refusal: Fault, *, for_good: bool) -> None:
    assert is_permanent(refusal) is for_good


def test_a_mail_says_that_a_program_sent_it_and_from_which_site(settings: Settings) -> None:
    for address, domain in {
        "https://numgames.example": "numgames.example",
        "https://bücher.example:8000": "xn--bcher-kva.example",
        "http://[2001:db8::1]": "[IPv6:2001:db8::1]",
        "": "localhost",
    }.items():
        settings.SITE_URL, settings.LOCAL_URL = address, "http://localhost:8000"
        message = EmailMessage("Hello", headers={"X-Kind": "a"})
        complete(message)
        assert message.extra_headers.pop("Message-ID").endswith(f"@{domain}>")
        assert message.extra_headers == {"X-Kind": "a", "Auto-Submitted": "auto-generated"}
    kept = {"message-id": "<1@a>", "AUTO-SUBMITTED": "no"}
    message = EmailMessage("Hello", headers=kept.copy())
    complete(message)
    assert message.extra_headers == kept


AGENTS = {
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0": "Edge, Windows",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit Chrome/140.0 Safari/537.36 OPR/120": "Opera, Mac",
    "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28 Chrome/130 Mobile Safari": "Samsung Internet, Android",
    "Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36": "Chrome, Chromebook",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit CriOS/140 Safari": "Chrome, iPhone",
    "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit FxiOS/140 Safari": "Firefox, iPad",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox, Linux",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X) AppleWebKit Version/18.0 Safari/605": "Safari, Mac",
    "Linux": "Linux",
    "Firefox": "Firefox",
    "curl/8": "",
}


def test_browsers_and_systems_have_names() -> None:
    assert {agent: device_name(agent) for agent in AGENTS} == AGENTS


def test_an_address_that_is_not_known_is_none() -> None:
    assert address_of(HttpRequest()) == ""
    assert address_of(GET("/", REMOTE_ADDR="rubbish")) == ""
    assert address_of(GET("/", REMOTE_ADDR="::ffff:192.0.2.7")) == "192.0.2.7"
    schemes = {"ws": "http", "wss": "https", "https": "https", "http": "http"}
    asked = {"path": "/x", "headers": [(b"host", b"localhost")], "query_string": b"a=1"}
    requests = {scheme: request_of({**asked, "type": "websocket", "scheme": scheme}) for scheme in schemes}
    assert {scheme: one.scheme for scheme, one in requests.items()} == schemes
    one = requests["wss"]
    assert (one.method, one.path, one.GET["a"], one.get_host(), one.user.is_authenticated) == (
        *("GET", "/x", "1", "localhost"),
        False,
    )


def test_the_language_for_a_player_is_the_setting_else_the_last() -> None:
    for chosen, last, language in (
        ("de", "nl", "de"),
        ("", "nl", "nl"),
        ("xx", "nl", "nl"),
        ("", "xx", ""),
        ("", "", ""),
    ):
        assert language_for(User(language=chosen, last_language=last)) == language
    assert language_for(None) == language_for(AnonymousUser()) == ""
    answer = HttpResponse()
    remember_language(answer, "nl")
    kept = answer.cookies["django_language"]
    facts = kept.value, kept["max-age"], kept["path"], kept["samesite"], kept["httponly"]
    assert facts == ("nl", 31_536_000, "/", "Lax", "")
    remember_language(answer, "")
    assert (answer.cookies["django_language"].value, answer.cookies["django_language"]["max-age"]) == ("", 0)


def test_addresses(settings: Settings) -> None:
    settings.LOCAL_URL = "http://localhost:8000"
    assert [is_api(path) for path in ("/api/v1/x", "/api/x", "/api/", "/apix", "/x/api/")] == [True, True, *[False] * 3]
    assert (page_path("lobby:lobby"), page_path("matches:match", "0123456789")) == ("/lobby/", "/matches/0123456789/")
    assert (absolute("/x/"), absolute("/x/", GET("/"))) == ("http://localhost:8000/x/", "http://testserver/x/")
    settings.SITE_URL = "https://a.example"
    assert absolute("/x/") == absolute("/x/", GET("/")) == "https://a.example/x/"


def test_a_moment_is_told_with_its_zone_where_that_is_not_the_readers() -> None:
    def told(zone: tzinfo) -> list[str]:
        with timezone.override(zone):
            texts = (clock.moment(at), clock.hour(at), clock.day(at), clock.when(at))
            return [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts]

    at = datetime(2026, 3, 4, 23, 5, 59, tzinfo=UTC)
    with time_machine.travel(at, tick=False):
        utc, here = "4 March 2026, 23:05 UTC", "5 March 2026, 00:05"
        assert told(ZoneInfo("UTC")) == [utc, "23:05 UTC", "4 Mar 2026", utc]
        assert told(ZoneInfo("Europe/Amsterdam")) == [here, "00:05", "5 Mar 2026", here]
        assert told(clock.UNKNOWN) == [utc, "23:05 UTC", "now", "now"]
        for days, is_far in ((29, False), (30, True)):
            at = datetime(2026, 3, 4, 23, 5, 59, tzinfo=UTC) - timedelta(days=days)
            assert (told(clock.UNKNOWN)[2] == f"{days} days ago") is not is_far


def test_the_zone_of_a_reader_is_the_setting_else_the_browsers_else_the_last() -> None:
    lima, tokyo, berlin = "America/Lima", "Asia/Tokyo", "Europe/Berlin"
    for cookies, host in ((("zone", tokyo),), tokyo), ((("__Host-zone", tokyo), ("zone", lima)), tokyo):
        assert clock.browser_zone(dict(cookies)) == host
        assert str(clock.zone_of(User(last_zone=berlin), dict(cookies))) == tokyo
        assert str(clock.zone_of(User(time_zone=lima, last_zone=berlin), dict(cookies))) == lima
    assert str(clock.zone_of(User(time_zone="Moon/Crater", last_zone=berlin), {"zone": "x"})) == berlin
    assert clock.zone_of(User(last_zone="x"), {}) is clock.zone_of(None, {}) is clock.UNKNOWN
