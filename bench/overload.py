"""Three times the bearable load for a minute: what is lost or doubled, and how soon the site is itself again.

The load is of visitors who open a match's page and its socket. The bearable one is measured first: as many as some
visitors who wait for each other's end open in a second. Then three times as many come, whether or not those before were
served (open loop, Poisson arrivals), give up after ten seconds as people do, and come again. Meanwhile matches go on
over sockets that were open before; their acknowledged moves are compared with the database.

The site has one core, this program the others. `BENCH_SECONDS`: the length of the load.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import websockets

from bench.latency import CROWDED, open_table
from bench.stage import Pair, make_pairs, stage

if TYPE_CHECKING:
    from tests.serving import Site

MATCHES, MOVES, THOUGHT = 60, 60, (1.0, 3.0)  # that go on meanwhile; moves of each at most; seconds between moves
AT_ONCE, FIRST = 16, 5.0  # visitors, and seconds, by which the bearable load is measured
TIMES = 3
SECONDS = float(os.environ.get("BENCH_SECONDS", "60"))
PATIENCE = 10.0  # seconds of a visitor for a page or a socket
TRIES = 3
STAY = 3.0  # seconds that a visitor stays
SOON = 1.0  # seconds within which a page has to come for the site to have recovered
PAGE_ANSWERED = b" 200 "
BUSY = b" 503 "


@dataclass
class Visitors:
    """Those who open pages of these matches, and what happened to them."""

    site: Site
    pairs: Sequence[Pair]
    seen: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)  # seconds until a page and its socket were there

    async def visit(self) -> bool:
        """Open a page and its socket; come again when the site is busy. Return whether it succeeded."""
        pair, index = random.choice(self.pairs), random.randrange(2)
        for attempt in range(TRIES):
            began, pause = time.perf_counter(), 0.5 * 2**attempt
            try:
                async with asyncio.timeout(PATIENCE):
                    after = await self._page(pair, pair.cookies[index])
                if not after:
                    async with asyncio.timeout(PATIENCE):
                        await self._socket(pair, pair.cookies[index])
                    self.waits.append(time.perf_counter() - began)
                    self.seen["served"] += 1
                    return True
                pause = after
                self.seen["told to come again"] += 1
            except websockets.ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                self.seen["told to come again" if code == 4013 else f"socket closed with {code}"] += 1
            except TimeoutError:
                self.seen["gave up after 10 s"] += 1
            except (OSError, EOFError, websockets.InvalidHandshake) as fault:
                self.seen[type(fault).__name__] += 1
            await asyncio.sleep(pause * (0.5 + random.random()))
        self.seen["went away unserved"] += 1
        return False

    async def _page(self, pair: Pair, cookie: str) -> float:
        """Fetch the page, with as little work as possible; return the seconds after which to come again, 0 if it came.

        Raises EOFError for an answer that is an error.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site.port)
        try:
            lines = f"GET /matches/{pair.match.pk}/ HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid={cookie}\r\n"
            writer.write(f"{lines}Connection: close\r\n\r\n".encode())
            answer = await reader.read()
        finally:
            writer.close()
        head = answer.partition(b"\r\n\r\n")[0]
        status = head.partition(b"\r\n")[0] + b" "
        if BUSY in status:
            after = next((line for line in head.split(b"\r\n") if line.lower().startswith(b"retry-after:")), b"")
            if not after:
                self.seen["503 without Retry-After"] += 1
            return float(after.partition(b":")[2] or 1)
        if PAGE_ANSWERED not in status:
            raise EOFError(status.decode())
        return 0.0

    async def _socket(self, pair: Pair, cookie: str) -> None:
        """Open the socket, wait for its first answer, and leave it open for a while."""
        address = f"{self.site.url.replace('http', 'ws')}/ws/matches/{pair.match.pk}/"
        headers, origin = {"Cookie": f"sessionid={cookie}"}, websockets.Origin(self.site.url)
        socket = await websockets.connect(address, origin=origin, additional_headers=headers, open_timeout=None)
        try:
            await socket.send(json.dumps({"version": 0, "ply": 0}))
            await socket.recv()
        except BaseException:
            socket.transport.abort()
            raise
        asyncio.get_running_loop().call_later(STAY, socket.transport.abort)


@dataclass
class Game:
    """A match that goes on, and its acknowledged moves."""

    pair: Pair
    pages: list[websockets.ClientConnection]
    moves: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)  # seconds from a move to the opponent's page

    async def play(self, over: asyncio.Event) -> None:
        """Move after some thought, until the end."""
        while len(self.moves) < MOVES and not over.is_set():
            await asyncio.sleep(random.uniform(*THOUGHT))
            index, ply, text = self.pair.next_move()
            began = time.perf_counter()
            await self.pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
            answer = await _message(self.pages[index], "answers", ply)
            assert answer["data"]["played"], answer
            self.moves.append(text)
            await _message(self.pages[1 - index], "ply", ply)
            self.waits.append(time.perf_counter() - began)
            if not self.pair.play(text):
                return


async def _message(page: websockets.ClientConnection, name: str, least: int) -> dict[str, Any]:
    """Wait for a message with such a number."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(page.recv(), 60))
        if int(str(message.get(name, message.get("data", {}).get(name, -1)))) >= least:
            return message


def main() -> None:
    """Print all figures; exit with 1 if a move was lost or doubled."""
    cores = os.sched_getaffinity(0)
    if len(cores) > 1:
        os.sched_setaffinity(0, {min(cores)})  # the site inherits it
    with stage(CROWDED) as site:
        os.sched_setaffinity(0, cores - {min(cores)} or cores)
        played, visited = make_pairs(MATCHES, "playing"), make_pairs(20, "visited")
        games = asyncio.run(measure(site, played, visited))
        wrong = [game.pair.match.pk for game in games if stored(game.pair) != game.moves]
    acknowledged = sum(len(game.moves) for game in games)
    print(f"{acknowledged} acknowledged moves; matches with others in the database: {wrong or 'none'}")
    sys.exit(bool(wrong))


def stored(pair: Pair) -> list[str]:
    """Return the moves in the database."""
    from games.matches.models import Move

    return list(Move.objects.filter(match_id=pair.match.pk).order_by("ply").values_list("text", flat=True))


async def measure(site: Site, played: Sequence[Pair], visited: Sequence[Pair]) -> list[Game]:
    """Measure what is bearable, bring three times as much, and wait until the site is itself again."""
    games = [Game(pair, await open_table(site.url, pair)) for pair in played]
    bearable = await bearable_rate(Visitors(site, visited))
    print(f"bearable: {bearable:.0f} visitors a second, each a page and its socket", flush=True)
    over = asyncio.Event()
    playing = [asyncio.create_task(game.play(over)) for game in games]
    visitors, tasks = Visitors(site, visited), set[asyncio.Task[bool]]()
    began = due = time.monotonic()
    while due < began + SECONDS:
        tasks.add(asyncio.create_task(visitors.visit()))
        due += random.expovariate(TIMES * bearable)
        await asyncio.sleep(max(due - time.monotonic(), 0))  # who is late is made up for
    came, ended = len(tasks), time.monotonic()
    print(f"{came / (ended - began):.0f} a second came for {SECONDS:.0f} s: {dict(visitors.seen)}", flush=True)
    for task in tasks:
        task.cancel()  # no one comes any more
    await asyncio.gather(*tasks, return_exceptions=True)
    recovered = await recovery(site, visited, ended)
    during = [wait for game in games for wait in game.waits]
    over.set()
    await asyncio.gather(*playing)
    waits = [1000 * wait for wait in during]
    print(f"served within {median(visitors.waits or [0]):.1f} s (median), {max(visitors.waits or [0]):.1f} s at most")
    print(
        f"a move reached the opponent after {median(waits):.0f} ms (median), {quantiles(waits, n=100)[98]:.0f} ms "
        f"(99th percentile), {max(waits):.0f} ms at most, over {len(waits)} moves"
    )
    print(f"a page within {SOON:g} s again {recovered:.1f} s after the end", flush=True)
    for game in games:
        for page in game.pages:
            with suppress(websockets.WebSocketException):
                await page.close()
    return games


async def bearable_rate(visitors: Visitors) -> float:
    """Return how many visits succeed in a second, when each visitor comes back as soon as the last visit is over."""
    until = time.monotonic() + FIRST

    async def regular() -> None:
        while time.monotonic() < until:
            await visitors.visit()

    began = time.monotonic()
    await asyncio.gather(*(regular() for _visitor in range(AT_ONCE)))
    assert visitors.seen["served"], visitors.seen
    return visitors.seen["served"] / (time.monotonic() - began)


async def recovery(site: Site, visited: Sequence[Pair], ended: float) -> float:
    """Return the seconds after the load until a visitor was served soon."""
    while True:
        alone, began = Visitors(site, visited), time.monotonic()
        if await alone.visit() and time.monotonic() - began < SOON:
            return began - ended
        assert time.monotonic() < ended + 120, "the site does not recover"


if __name__ == "__main__":
    main()
