"""Windows of limits, messages of pages, lines of streams and entries of caches, on both sides of each edge."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import RequestFactory
from pytest_django import Settings

from core import clock
from core.api import limit, limit_headers
from core.cache.redis_cache import OPERATIONS, ResilientRedisCache
from core.limits import admit, opens_in, windows
from core.live.page_socket import LONGEST_MESSAGE, read_object
from core.live.streams import Stream
from core.problems import Problem

GET = RequestFactory().get


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


@pytest.mark.django_db
@pytest.mark.parametrize("seconds", [-3600, -60, -59, 0, 5])
def test_a_limit_holds_where_clocks_differ(settings: Settings, seconds: int) -> None:
    """The cache still has a window that is over here, or that another process began by a clock that is ahead."""
    settings.RATE_LIMITS = {"a": "2/m/ip"}
    request = GET("/")
    with time_machine.travel(datetime(2026, 3, 4, 12, tzinfo=UTC), tick=False):
        (window,) = windows(request, "a")
        cache.set(window.key, clock.milliseconds() + 1000 * seconds, 9000)
        left = 60 + seconds if seconds > -60 else 60
        assert [window.use() for _use in range(3)] == [(1, left), (2, left), (3, left)]
        assert (admit(request, "a"), opens_in(request, "a")) == (False, left)


def test_messages_of_pages_are_objects_of_some_length() -> None:
    longest = '{"a":"' + "x" * (LONGEST_MESSAGE - 8) + '"}'
    assert read_object(longest) == {"a": "x" * (LONGEST_MESSAGE - 8)}
    assert read_object('{"a": [1, null]}') == {"a": [1, None]}
    for garbage in (None, "", "[]", "1", "{", f"{longest} ", '{"a": "\\u0000"}', '{"a": "\\uD800"}', "[" * 999):
        with pytest.raises(ValueError, match=r"."):
            read_object(garbage)


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
    asked: dict[str, list[Any]] = {
        "get": ["a"],
        "get_many": [["a"]],
        "has_key": ["a"],
        "set": ["b", 1],
        "add": ["c", 1],
        "touch": ["d"],
    }
    asked |= {"delete": ["e"], "incr": ["b"], "set_many": [{"f": 1, "g": 2}], "delete_many": [["h"]], "clear": []}
    assert asked.keys() == OPERATIONS.keys()
    for operation, values in asked.items():
        getattr(spared, operation)(*values)
    assert breaker._missed == {f"limits:1:{key}" for key in "bcdefgh"}
    spared.set("x", 1)
    none.set("x", 1)
    assert (spared.get("x"), none.get("x"), spared.incr("x")) == (1, None, 2)
