"""What the small functions of the core answer, on both sides of each edge and in each of their branches."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
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
from core.addresses import absolute, is_api, page_path
from core.api import limit, limit_headers
from core.cache.redis_cache import OPERATIONS, ResilientRedisCache
from core.clients import address_of, device_name, language_for, remember_language, request_of
from core.limits import admit, opens_in
from core.live.page_socket import LONGEST_MESSAGE, read_object
from core.live.streams import Stream
from core.mail import complete, is_permanent
from core.outgoing import Forbidden, check_peer, check_url
from core.problems import Problem
from core.responses import answer_saved, ask_first, parse_key, redirect_next, too_many_page
from core.telemetry import is_outage, is_unreachable
from tests.outline import outline_of

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
    assert outline_of(page) == ["4 2 9", "# Slow down a little", "Not now.", "To the front page </>"]
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
    def told(*, wrong: str = "", reload: bool = False, **headers: str) -> HttpResponse:
        request = POST("/", headers=headers)
        request.user, request._messages = AnonymousUser(), Messages()  # type: ignore[attr-defined]
        answer = answer_saved(request, "lobby:lobby", "Saved.", wrong=wrong, reload=reload)
        return answer if headers else HttpResponse(f"{answer['Location']} {request._messages}")  # type: ignore[attr-defined]

    def text(answer: HttpResponse) -> tuple[int, list[str]]:
        return answer.status_code, outline_of(f'<p id="main">{answer.content.decode()}</p>')

    script = {"HX-Request": "true"}
    assert text(told(**script)) == (200, ["Saved."])
    assert text(told(reload=True, **script)) == (200, ["Saved. Reload this page </accounts/settings/>"])
    assert text(told(wrong="No.", reload=True, **script)) == (422, ["No."])
    assert told().content == b"/lobby/ 25 Saved."
    assert told(wrong="No.").content == b"/lobby/ 40 No."


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
    assert outline_of(page) == [
        "# Are you sure?",
        "The match",
        "Sure?",
        "form /x/",
        "{a=1} {b=x} Go back </back/> Yes [button, confirmed=yes]",
    ]


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
    at = datetime(2026, 3, 4, 23, 5, 59, tzinfo=UTC)
    with time_machine.travel(at, tick=False):
        told = {
            zone: (clock.moment(at), clock.hour(at), clock.day(at), clock.when(at))
            for zone in ("UTC", "Europe/Amsterdam")
            for _active in [timezone.activate(ZoneInfo(zone))]
        }
        with timezone.override(clock.UNKNOWN):
            unknown = clock.moment(at), clock.hour(at), clock.day(at), clock.when(at)
            assert clock.moment(at, ZoneInfo("Asia/Tokyo")).startswith(
                "5\N{NO-BREAK SPACE}March\N{NO-BREAK SPACE}2026, 08:05"
            )
    timezone.deactivate()
    plain = {zone: tuple(one.replace("\N{NO-BREAK SPACE}", " ") for one in texts) for zone, texts in told.items()}
    utc, here = ("4 March 2026, 23:05 UTC", "23:05 UTC"), ("5 March 2026, 00:05", "00:05")
    assert plain == {"UTC": (*utc, "4 Mar 2026", utc[0]), "Europe/Amsterdam": (*here, "5 Mar 2026", here[0])}
    assert tuple(one.replace("\N{NO-BREAK SPACE}", " ") for one in unknown) == (*utc, "now", "now")


def test_the_zone_of_a_reader_is_the_setting_else_the_browsers_else_the_last() -> None:
    lima, tokyo, berlin = "America/Lima", "Asia/Tokyo", "Europe/Berlin"
    for cookies, host in ((("zone", tokyo),), tokyo), ((("__Host-zone", tokyo), ("zone", lima)), tokyo):
        assert clock.browser_zone(dict(cookies)) == host
        assert str(clock.zone_of(User(last_zone=berlin), dict(cookies))) == tokyo
        assert str(clock.zone_of(User(time_zone=lima, last_zone=berlin), dict(cookies))) == lima
    assert str(clock.zone_of(User(time_zone="Moon/Crater", last_zone=berlin), {"zone": "x"})) == berlin
    assert clock.zone_of(User(last_zone="x"), {}) is clock.zone_of(None, {}) is clock.UNKNOWN


@pytest.mark.django_db
def test_each_window_of_a_limit_is_told_and_ends_at_its_second(settings: Settings) -> None:
    settings.RATE_LIMITS = {"api": "2/10s/ip,3/m/ip", "other": "1/m/ip"}
    began = datetime(2026, 3, 4, 12, tzinfo=UTC)
    told = []
    with time_machine.travel(began, tick=False) as traveller:
        for seconds in (0, 4, 5, 5):
            traveller.shift(seconds)  # to 0, 4, 9 and 14
            request = GET("/", REMOTE_ADDR="192.0.2.1")
            try:
                limit(request, "api")
                told.append(dict(limit_headers(request))["RateLimit"])
            except Problem as problem:
                facts = problem.status, problem.detail, problem.headers, problem.members
                wait = {"limit": "api", "seconds": 1 if seconds == 5 and len(told) == 2 else 46}
                detail = "This limit is used up. Try again later."
                assert facts == (429, detail, {"Retry-After": str(wait["seconds"])}, wait)
                told.append(dict(limit_headers(request))["RateLimit"])
        policy = dict(limit_headers(request))["RateLimit-Policy"]
        assert admit(GET("/", REMOTE_ADDR="192.0.2.1"), "other")
        assert not [*limit_headers(GET("/"))]
    assert policy == '"api";q=2;w=10, "api";q=3;w=60'
    assert told == [
        '"api";r=1;t=10, "api";r=2;t=60',
        '"api";r=0;t=6, "api";r=1;t=56',
        '"api";r=0;t=1',
        '"api";r=1;t=10, "api";r=0;t=46',
    ]


@pytest.mark.django_db
def test_the_longest_wait_of_the_full_limits_counts(settings: Settings) -> None:
    settings.RATE_LIMITS = {"a": "1/10s/ip", "b": "1/m/ip", "c": "2/h/ip", "d": "1/h/token", "e": "1/h/user"}
    request = GET("/")
    request.user, request.token_key = AnonymousUser(), 7  # type: ignore[attr-defined]
    with time_machine.travel(datetime(2026, 3, 4, 12, tzinfo=UTC), tick=False) as traveller:
        assert opens_in(request, *"abcde") == 0
        assert admit(request, *"abcde")
        assert [opens_in(request, *names) for names in ("a", "ab", "abc", "d", "ce", "")] == [10, 60, 60, 3600, 0, 0]
        traveller.shift(9.5)
        assert [opens_in(request, *names) for names in ("a", "b")] == [1, 51]
        traveller.shift(0.5)
        assert [opens_in(request, *names) for names in ("a", "b")] == [0, 50]


def test_messages_of_pages_are_objects_of_some_length() -> None:
    longest = '{"a":"' + "x" * (LONGEST_MESSAGE - 8) + '"}'
    assert read_object(longest) == {"a": "x" * (LONGEST_MESSAGE - 8)}
    assert read_object('{"a": [1, null]}') == {"a": [1, None]}
    for garbage in (None, "", "[]", "1", "{", f"{longest} ", '{"a": "\\u0000"}', '{"a": "\\uD800"}', "[" * 999):
        with pytest.raises(ValueError, match=r"."):
            read_object(garbage)


PUBLIC = ("8.8.8.8", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2a00:1450::1%eth0")
INSIDE = (
    *("127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.1", "224.0.0.1"),
    *("::1", "fe80::1%eth0", "fc00::1", "ff0e::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "::10.0.0.1"),
    *("2002:0a00:0001::1",),
)
ALLOWED = ("https://a.example/x?y=1", "https://a.example:443/", "https://a.b.example./")
REFUSED = (
    *("http://a.example/", "https://a.example:8443/", "https://me@a.example/", "https://:x@a.example/", "https:///x"),
    *("https://localhost/", "https://a.localhost/", "https://a.internal/", "https://a.local/", "https://10.0.0.1/"),
    *("https://[::1]/", "https://a.example:x/", "https://a.onion/", "https://router.lan./", "https://a.é/", "x"),
)


@pytest.mark.parametrize(
    ("check", "fine", "wrong"),
    [(check_peer, PUBLIC, INSIDE), (check_url, ALLOWED, REFUSED)],
    ids=["peers", "addresses"],
)
def test_only_public_places_are_asked(
    check: Callable[[str], None], fine: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    def passes(place: str) -> bool:
        try:
            check(place)
        except Forbidden:
            return False
        return True

    assert [place for place in (*fine, *wrong) if passes(place)] == [*fine]


@pytest.mark.parametrize("is_sse", [False, True], ids=["lines", "events"])
async def test_a_stream_sends_each_line_as_its_kind_has_it(*, is_sse: bool) -> None:
    sent: list[dict[str, object]] = []

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    stream = Stream(send, [(b"X-More", b"1")], is_sse=is_sse)  # type: ignore[arg-type]
    stream.begin()
    stream.tell({"type": "state", "seq": 7, "at": datetime(2026, 3, 4, tzinfo=UTC)})
    stream.tell({"type": "ping"})
    stream.bye("restart", 1.5)
    stream.tell({"type": "late"})
    stream.bye("again")
    begun, *bodies, ended = sent
    kind = b"text/event-stream; charset=utf-8" if is_sse else b"application/x-ndjson; charset=utf-8"
    unbuffered = [(b"X-Accel-Buffering", b"no"), (b"Content-Encoding", b"identity")]
    headers = [(b"Content-Type", kind), *unbuffered, (b"Cache-Control", b"no-store, no-transform"), (b"X-More", b"1")]
    assert begun == {"type": "http.response.start", "status": 200, "headers": headers}
    texts = [
        '{"type":"state","seq":7,"at":"2026-03-04T00:00:00Z"}',
        '{"type":"ping"}',
        '{"type":"bye","reason":"restart","retry_in":1.5}',
    ]
    events = [f"id: 7\ndata: {texts[0]}\n\n", f"data: {texts[1]}\n\n", f"data: {texts[2]}\n\n", "retry: 1500\n\n"]
    expected = events if is_sse else [f"{text}\n" for text in texts]
    assert [(one["body"], one["more_body"]) for one in bodies] == [(text.encode(), True) for text in expected]
    assert ended == {"type": "http.response.body", "body": b""}


def test_an_entry_is_kept_for_no_longer_than_its_cache_allows() -> None:
    bounded, free = (ResilientRedisCache("redis://localhost:1", {"OPTIONS": more}) for more in ({"LONGEST": 300}, {}))
    for asked, kept, as_asked in ((299, 299, 299), (300, 300, 300), (301, 300, 301), (None, 300, None), (0, 0, 0)):
        assert (bounded.get_backend_timeout(asked), free.get_backend_timeout(asked)) == (kept, as_asked)


def test_what_redis_misses_while_it_is_away_is_what_was_changed() -> None:
    spared, none = (
        ResilientRedisCache("redis://localhost:2", {"KEY_PREFIX": prefix, "OPTIONS": {"SPARE": spare}})
        for prefix, spare in (("limits", True), ("sessions", False))
    )
    breaker = spared._cache._breaker
    assert breaker is none._cache._breaker
    assert breaker.prefixes == {"limits", "sessions"}
    breaker.is_open = True
    asked = {"get": ["a"], "get_many": [["a"]], "has_key": ["a"], "set": ["b", 1], "add": ["c", 1], "touch": ["d"]}
    asked |= {"delete": ["e"], "incr": ["b"], "set_many": [{"f": 1, "g": 2}], "delete_many": [["h"]], "clear": []}
    assert asked.keys() == OPERATIONS.keys()
    for operation, values in asked.items():
        getattr(spared, operation)(*values)
    assert breaker._missed == {f"limits:1:{key}" for key in "bcdefgh"}
    spared.set("x", 1)
    none.set("x", 1)
    assert (spared.get("x"), none.get("x"), spared.incr("x")) == (1, None, 2)
