"""Those who share a site with an attacker, and how long what they do takes: players, a visitor, a newcomer."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from statistics import median

from websockets.asyncio.client import ClientConnection

from tests.ops.attacks import FAULTS, HELLO, ask, socket
from tests.ops.pairs import Pair

PLAYERS, VISITOR, NEWCOMER = ("127.0.0.3", "127.0.0.4"), "127.0.0.5", "127.0.0.6"  # addresses
LONGEST = 40.0  # seconds of patience with an answer
PAUSE = 0.1  # seconds between two acts
PHASES = BEFORE, DURING, JUST_AFTER, AFTER = "before", "during", "just after", "after"
PLIES = 40  # of a match, at most
Script = list[tuple[int, int, str]]  # who moves, the ply, the notation
Act = Callable[[], Awaitable[object]]


class Failed(EOFError):
    """An answer that is none of those that a visitor of a quiet site gets."""


@dataclass
class Victim:
    """Someone who does one thing after the other, and the milliseconds that it took in each phase."""

    name: str
    acts: AsyncGenerator[Act]
    waits: dict[str, list[float]] = field(default_factory=lambda: {phase: [] for phase in PHASES})
    failures: dict[str, Counter[str]] = field(default_factory=lambda: {phase: Counter() for phase in PHASES})

    async def live(self, phase: list[str]) -> None:
        """Act until there is no phase any more; an act counts for the phase of its beginning."""
        async with aclosing(self.acts) as acts:
            async for act in acts:
                if not phase:
                    return
                now, began = phase[0], time.perf_counter()
                try:
                    async with asyncio.timeout(LONGEST):
                        await act()
                except FAULTS as fault:
                    self.failures[now][str(fault) or type(fault).__name__] += 1
                self.waits[now].append(1000 * (time.perf_counter() - began))
                await asyncio.sleep(PAUSE)

    def half(self, phase: str) -> float:
        """Return the median of the milliseconds in this phase; infinite if nothing was done."""
        return median(self.waits[phase]) if self.waits[phase] else float("inf")

    def late(self, phase: str) -> float:
        """Return the 99th percentile of the milliseconds in this phase; infinite if nothing was done."""
        waits = sorted(self.waits[phase])
        return waits[int(0.99 * (len(waits) - 1) + 0.5)] if waits else float("inf")


def script_of(pair: Pair) -> Script:
    """Return the moves of a match, all but those that would end it."""
    moves: Script = []
    while len(moves) < PLIES and not pair.is_over:
        moves.append((pair.mover, pair.ply + 1, pair.next_move()))
        pair.keep(moves[-1][2])
    return moves


async def served(port: int, path: str, address: str, *, cookie: str = "", form: dict[str, str] | None = None) -> None:
    """Send a request; raises Failed unless it succeeds."""
    status, _answer = await ask(port, path, address, cookie=cookie, form=form)
    if status >= 400:
        raise Failed(str(status))


async def moves_by_form(port: int, matches: list[tuple[Pair, Script]]) -> AsyncGenerator[Act]:
    """Yield the moves of these matches, posted as a page without scripts does; both pages are open."""
    for pair, script in matches:
        async with open_page(port, pair, 0) as one, open_page(port, pair, 1) as two:
            for seat, ply, text in script:
                form, path = {"ply": str(ply), "text": text}, f"/matches/{pair.match}/move/"
                yield partial(served, port, path, PLAYERS[seat], cookie=pair.cookies[seat], form=form)
            for page in (one, two):  # to close them would wait for what they have not read
                page.transport.abort()


async def moves_by_socket(port: int, matches: list[tuple[Pair, Script]]) -> AsyncGenerator[Act]:
    """Yield the moves of these matches by the sockets of both pages, each until both have it."""
    for pair, script in matches:
        async with open_page(port, pair, 0) as one, open_page(port, pair, 1) as two:
            for move in script:
                yield partial(_play, [one, two], *move)


@asynccontextmanager
async def open_page(port: int, pair: Pair, seat: int, address: str = "") -> AsyncIterator[ClientConnection]:
    """Open the socket of a player's match page, and wait for its first message."""
    path, cookie = f"/ws/matches/{pair.match}/", pair.cookies[seat]
    async with socket(port, path, address or PLAYERS[seat], cookie=cookie) as page:
        await page.send(json.dumps(HELLO))
        await page.recv()
        yield page


async def _play(pages: list[ClientConnection], seat: int, ply: int, text: str) -> None:
    await pages[seat].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
    await asyncio.gather(_arrives(pages[1 - seat], ply), _answered(pages[seat], ply))


async def _arrives(page: ClientConnection, ply: int) -> None:
    while json.loads(await page.recv()).get("data", {}).get("ply", 0) < ply:
        continue


async def _answered(page: ClientConnection, ply: int) -> None:
    while (message := json.loads(await page.recv())).get("answers") != ply:
        continue
    if not message["data"]["played"]:
        raise Failed("refused")


async def visits(port: int) -> AsyncGenerator[Act]:
    """Yield visits of some pages without a session."""
    for path in cycle(("/ratings/", "/lobby/")):
        yield partial(served, port, path, VISITOR)


async def arrivals(port: int, pair: Pair) -> AsyncGenerator[Act]:
    """Yield the opening of a match page with its socket, by one of its players."""

    async def arrive() -> None:
        await served(port, f"/matches/{pair.match}/", NEWCOMER, cookie=pair.cookies[0])
        async with open_page(port, pair, 0, NEWCOMER) as page:
            page.transport.abort()

    while True:
        yield arrive
