"""Delays of new guests and accounts: few for an address, none for others, and no place among the posts meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from core.limits.throttling import SLOWEST, admit
from core.live.page_socket import Event, Scope
from numgames.serving import delays
from numgames.serving.admission import AdmittedPages
from numgames.serving.asgi_types import Receive, Send
from numgames.serving.delays import EACH, DelayedAdmissions
from numgames.serving.guard import refuse, refuse_busy

GUEST = "/accounts/guest/"
BODY = {"type": "http.request", "body": b"", "more_body": False}


async def site(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"served"})


@dataclass
class Visit:
    """A form that is sent from an address, and the answer."""

    pages: DelayedAdmissions
    path: str
    address: str
    heard: list[Event] = field(default_factory=list)

    def begin(self) -> asyncio.Task[Visit]:
        return asyncio.create_task(self._serve())

    async def _serve(self) -> Visit:
        scope: Scope = {"type": "http", "method": "POST", "path": self.path, "query_string": b""}
        scope |= {"headers": [(b"accept-language", b"nl")], "client": (self.address, 1), "server": ("testserver", 80)}
        await self.pages(scope, self._receive, self._send)
        return self

    async def _receive(self) -> Event:
        return BODY

    async def _send(self, event: Event) -> None:
        self.heard.append(event)

    @property
    def status(self) -> int:
        return int(self.heard[0]["status"])


class Clock:
    """Pauses that end when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: asyncio.Queue[float] = asyncio.Queue()
        self.over = asyncio.Event()
        monkeypatch.setattr(delays, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.begun.put_nowait(seconds)
        await self.over.wait()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def pages() -> DelayedAdmissions:
    return DelayedAdmissions(AdmittedPages(site, refuse, at_once=1, patience=0.1), refuse_busy)


@pytest.fixture
def nearly_full(settings: Settings, rf: RequestFactory) -> str:
    """Return an address that has three quarters of its guests."""
    settings.ACCOUNT_RATE_LIMITS = {"guest": "4/h/ip"}
    assert all(admit(rf.post(GUEST, REMOTE_ADDR="203.0.113.7")) for _guest in range(3))
    return "203.0.113.7"


async def test_while_guests_of_one_address_wait_moves_and_other_guests_do_not(
    pages: DelayedAdmissions, nearly_full: str, clock: Clock
) -> None:
    late = [Visit(pages, GUEST, nearly_full).begin() for _visit in range(EACH)]
    assert [await clock.begun.get() for _visit in range(EACH)] == [SLOWEST / 2] * EACH
    move = await Visit(pages, "/matches/0123456789/move/", nearly_full).begin()
    other = await Visit(pages, GUEST, "203.0.113.8").begin()
    assert (move.status, other.status) == (200, 200)

    refused = await Visit(pages, GUEST, nearly_full).begin()
    headers = dict(refused.heard[0]["headers"])
    assert (refused.status, headers[b"Retry-After"]) == (429, b"5")
    assert "Te veel tegelijk vanaf jouw netwerk." in refused.heard[1]["body"].decode()

    clock.over.set()
    assert {visit.status for visit in await asyncio.gather(*late)} == {200}
    again = await Visit(pages, GUEST, nearly_full).begin()
    assert again.status == 200


async def test_who_is_refused_anyway_is_not_delayed(
    pages: DelayedAdmissions, nearly_full: str, clock: Clock, rf: RequestFactory
) -> None:
    assert admit(rf.post(GUEST, REMOTE_ADDR=nearly_full))
    full = await Visit(pages, GUEST, nearly_full).begin()
    assert full.status == 200  # the view refuses it
    assert clock.begun.empty()
