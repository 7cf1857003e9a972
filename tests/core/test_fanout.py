"""Events reach the subscribers of their topics, from any thread, whether or not others fail."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier, Event
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from pytest_django import Settings

from core.live import fanout
from core.live.concurrency import FreshRead, SingleFlight
from core.live.page_socket import MOST_UNSENT, TRY_AGAIN, PageSocket
from tests.sockets import SocketEvent

PATIENCE = 30  # seconds


class Listener:
    """A subscriber that keeps what it receives."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Any] = asyncio.Queue()  # events of any shape

    def on_event(self, event: fanout.Event) -> None:
        self.heard.put_nowait(event)


class Deaf:
    """A subscriber that fails."""

    def on_event(self, event: fanout.Event) -> None:
        raise LookupError("deaf")


async def test_an_event_reaches_those_of_its_topics_from_any_thread() -> None:
    of_match, of_both, of_lobby = Listener(), Listener(), Listener()
    for topic, ear in (("match.a", of_match), ("match.a", of_both), ("player.1", of_both), ("lobby", of_lobby)):
        fanout.subscribe(topic, ear)
    await sync_to_async(fanout.publish)(["match.a", "player.1"], {"type": "x"}, here={"object": of_match})
    assert await of_match.heard.get() == {"type": "x", "object": of_match}
    assert of_both.heard.qsize() == 2
    assert of_lobby.heard.empty()
    for topic, ear in (("match.a", of_match), ("match.a", of_both), ("player.1", of_both), ("lobby", of_lobby)):
        fanout.unsubscribe(topic, ear)
    fanout.publish(["match.a"], {"type": "x"})
    await asyncio.sleep(0)
    assert of_match.heard.empty()


def test_what_a_thread_gathers_goes_to_other_processes_in_one_message(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    relay = fanout.Relay("redis://never-asked", "test")
    monkeypatch.setattr(relay, "_send", sent.append)
    monkeypatch.setattr(fanout, "_relay", lambda: relay)
    settings.REDIS_URL = "redis://never-asked"
    with fanout.gathered():
        for name in ("match.a", "match.b"):
            fanout.publish([name], {"type": "x"})
            relay.flush(time.monotonic() + 30)
    relay.flush(time.monotonic() + 30)
    assert [json.loads(message)[1] for message in sent] == [
        [[["match.a"], {"type": "x"}], [["match.b"], {"type": "x"}]]
    ]


def test_threads_that_need_redis_first_at_the_same_time_share_one_relay(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two, this process would take its own events for those of another one."""
    made: list[str] = []
    both = Barrier(2)

    def slowly_made(address: str, channel: str) -> SimpleNamespace:
        made.append(channel)
        time.sleep(0.1)
        return SimpleNamespace(flush=lambda until: None)

    def first_needed() -> object:
        both.wait()
        return fanout._relay()

    settings.REDIS_URL = "redis://never-asked"
    monkeypatch.setattr(fanout, "_made_relay", cache(fanout._made_relay.__wrapped__))
    monkeypatch.setattr("atexit.register", lambda *_given: None)
    monkeypatch.setattr(fanout, "Relay", slowly_made)
    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(lambda _number: first_needed(), range(2))
    assert one is other
    assert len(made) == 1


async def test_what_a_thread_gathers_comes_at_the_end_in_its_order_and_keeps_nothing_of_others_back() -> None:
    ear, began, goes_on = Listener(), asyncio.Event(), Event()
    loop = asyncio.get_running_loop()

    def commit() -> None:
        with fanout.gathered():
            for number in range(3):
                fanout.publish(["topic"], {"type": "x", "number": number})
            loop.call_soon_threadsafe(began.set)
            goes_on.wait()

    fanout.subscribe("topic", ear)
    committing = asyncio.ensure_future(asyncio.to_thread(commit))
    await began.wait()
    fanout.publish(["topic"], {"type": "x", "number": "another's"})
    assert (await ear.heard.get())["number"] == "another's"
    assert ear.heard.empty()
    goes_on.set()
    assert [(await ear.heard.get())["number"] for _event in range(3)] == [0, 1, 2]
    await committing
    fanout.unsubscribe("topic", ear)


async def test_one_that_fails_keeps_no_other_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    deaf, ear = Deaf(), Listener()
    fanout.subscribe("topic", deaf)
    fanout.subscribe("topic", ear)
    with caplog.at_level(logging.ERROR):
        fanout.publish(["topic"], {"type": "x"})
        assert await ear.heard.get() == {"type": "x"}
    assert "deaf" in caplog.text
    fanout.unsubscribe("topic", deaf)
    fanout.unsubscribe("topic", ear)


async def test_a_fault_while_events_are_gathered_holds_none_back() -> None:
    """What was published before it comes, and so does all that the same thread publishes later."""
    ear = Listener()
    fanout.subscribe("topic", ear)

    def fail() -> None:
        with fanout.gathered():
            fanout.publish(["topic"], {"type": "before"})
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    fanout.publish(["topic"], {"type": "after"})
    async with asyncio.timeout(PATIENCE):
        assert [(await ear.heard.get())["type"] for _event in range(2)] == ["before", "after"]
    fanout.unsubscribe("topic", ear)


def test_a_loop_that_has_closed_is_no_fault() -> None:
    ear = Listener()

    async def listen() -> None:
        fanout.subscribe("topic", ear)

    asyncio.run(listen())
    fanout.publish(["topic"], {"type": "x"})
    fanout.unsubscribe("topic", ear)


async def test_callers_with_an_equal_key_share_one_run() -> None:
    runs: list[str] = []
    flights: SingleFlight[int] = SingleFlight()

    async def work() -> int:
        runs.append("run")
        await asyncio.sleep(0)
        return len(runs)

    assert await asyncio.gather(*(flights.run("key", work) for _caller in range(5))) == [1] * 5
    assert await flights.run("key", work) == 2


async def test_no_caller_gets_what_was_read_before_it_asked() -> None:
    value, gate, begun = 1, asyncio.Event(), asyncio.Event()

    async def read() -> int:
        result = value
        begun.set()
        await gate.wait()
        return result

    reads = FreshRead(read)
    first = asyncio.create_task(reads.get())
    await begun.wait()
    value = 2
    later = [asyncio.create_task(reads.get()) for _caller in range(3)]
    await asyncio.sleep(0)
    gate.set()
    assert [await first, *(await asyncio.gather(*later))] == [1, 2, 2, 2]


class Line:
    """The server's side of a socket: what was sent, and whether the page reads."""

    def __init__(self, *, reads: bool) -> None:
        self.sent: list[SocketEvent] = []
        self.reading = asyncio.Event()
        if reads:
            self.reading.set()

    async def send(self, event: SocketEvent) -> None:
        if event["type"] == "websocket.send":
            await self.reading.wait()
        self.sent.append(event)


def socket_on(line: Line) -> PageSocket:
    """Return a socket whose application runs."""
    socket = PageSocket()
    scope = {"type": "websocket", "path": "/ws/", "user": AnonymousUser(), "session": SessionStore(), "headers": []}
    events: asyncio.Queue[SocketEvent] = asyncio.Queue()
    events.put_nowait({"type": "websocket.connect"})
    socket.running = asyncio.create_task(socket(scope, events.get, line.send))
    socket.events = events
    return socket


async def test_a_page_that_never_reads_is_dropped_and_others_get_theirs() -> None:
    slow, quick = Line(reads=False), Line(reads=True)
    sockets = [socket_on(slow), socket_on(quick)]
    while not (slow.sent and quick.sent):
        await asyncio.sleep(0)
    text = "x" * (MOST_UNSENT // 4)
    for _message in range(6):
        for socket in sockets:
            socket.post(text)
    assert [event["type"] for event in quick.sent[1:]] == ["websocket.send"] * 6
    assert sockets[0].over
    assert sum(len(event.get("text", "")) for event in sockets[0].outbox) == 0  # nothing is kept for it
    slow.reading.set()  # it wakes up
    while slow.sent[-1]["type"] != "websocket.close":
        await asyncio.sleep(0)
    assert slow.sent[-1]["code"] == TRY_AGAIN
    for socket in sockets:
        socket.events.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await socket.running
