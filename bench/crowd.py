"""A crowd of open pages after a restart: the time until all are back, and the CPU that each costs the server.

Some of them are of live matches whose clocks run, with a minute each; none of these clocks may run out. The pages do
what `static/js/live.js` does: they come back within the seconds that the server gives when it closes them, else by
exponential backoff with full jitter, up to 20 seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections import Counter
from dataclasses import dataclass, field

import websockets

from bench.peers.__main__ import cpu_seconds
from bench.stage import Pair, make_pairs, stage
from tests.serving import Site

PAGES = int(os.environ.get("BENCH_PAGES", "600"))
ENV = {"SOCKETS_PER_ADDRESS": "100000", "CONNECTIONS_PER_ADDRESS": "100000"}
SHORTEST, LONGEST = 0.5, 20.0  # seconds, as in static/js/live.js
HANDSHAKE, SILENCE = 20.0, 8.0  # seconds
RESTARTING = 4012
PATIENCE = 300.0  # seconds
LIVE = 10  # live matches among them


@dataclass
class Crowd:
    """All pages, and what has happened to them."""

    address: str
    open: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)  # when each page was answered

    async def page(self, match_id: str, cookie: str, begin: float = 0.0) -> None:
        """Keep one page open from this many seconds on, as a browser does."""
        await asyncio.sleep(begin)
        url = f"{self.address.replace('http', 'ws')}/ws/matches/{match_id}/"
        headers, origin = {"Cookie": f"sessionid={cookie}"}, websockets.Origin(self.address)
        failures, spread = 0, 0.0
        while True:
            try:
                async with websockets.connect(
                    url, origin=origin, additional_headers=headers, open_timeout=HANDSHAKE
                ) as socket:
                    displays = {"about": match_id, "match": match_id}
                    await socket.send(json.dumps({"version": 0, "ply": 0, "displays": displays, "shown": {}}))
                    async with asyncio.timeout(SILENCE):
                        await socket.recv()
                    failures, spread = 0, 0.0
                    self.open += 1
                    self.back.append(time.monotonic())
                    try:
                        while True:
                            await socket.recv()
                    finally:
                        self.open -= 1
            except websockets.ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
                self.codes[str(code)] += 1
                spread = float(closed.rcvd.reason or 0) if closed.rcvd and code == RESTARTING else 0.0
            except (websockets.InvalidHandshake, OSError, TimeoutError) as fault:
                self.codes[type(fault).__name__] += 1
            pause = max(spread, min(LONGEST, SHORTEST * 2**failures))
            failures += 1
            await asyncio.sleep(pause * random.random())

    async def complete(self, pages: int) -> None:
        """Wait until this many pages are open."""
        async with asyncio.timeout(PATIENCE):
            while self.open < pages:
                await asyncio.sleep(0.05)


def main() -> None:
    """Open the pages, restart the server, and print how they came back."""
    with stage(ENV) as site:
        live = asyncio.run(measure(site, make_pairs(PAGES // 2 - LIVE, "crowd")))
        print(f"live matches whose clock ran out: {ended(live)} of {LIVE}")


def begin(pairs: list[Pair]) -> None:
    """Play both players' first moves, so that a clock runs."""
    from games.matches.play.services import play_move

    for pair in pairs:
        for _player in range(2):
            index, ply, text = pair.next_move()
            play_move(pair.match.pk, (pair.match.first, pair.match.second)[index], ply, text)
            pair.play(text)


def ended(pairs: list[Pair]) -> int:
    """Return how many of these matches are over."""
    from games.matches.models import Match

    return Match.objects.filter(pk__in=[pair.match.pk for pair in pairs]).exclude(finished_at=None).count()


async def measure(site: Site, pairs: list[Pair]) -> list[Pair]:
    """Restart the site under the open pages of these matches, and of live ones; return those."""
    from numgames.serving.admission import spread_of

    assert site.process
    crowd, pages = Crowd(site.url), 2 * (len(pairs) + LIVE)
    before, began = cpu_seconds(site.process.pid), time.monotonic()
    async with asyncio.TaskGroup() as everybody:
        tasks = [
            everybody.create_task(crowd.page(pair.match.pk, cookie, random.random() * spread_of(pages)))
            for pair in pairs
            for cookie in pair.cookies
        ]
        await crowd.complete(2 * len(pairs))
        spent, seconds = cpu_seconds(site.process.pid) - before, time.monotonic() - began
        each = 1000 * spent / len(tasks)
        print(f"{len(tasks)} pages that come by and by: open after {seconds:.1f} s, {each:.1f} ms of CPU each")
        print(f"  {dict(crowd.codes) or 'none was refused'}")
        # A live match comes last, as its clock runs when its pages are open.
        live = await asyncio.to_thread(make_pairs, LIVE, "live", minutes=1)
        tasks += [everybody.create_task(crowd.page(pair.match.pk, cookie)) for pair in live for cookie in pair.cookies]
        await crowd.complete(pages)
        await asyncio.to_thread(begin, live)
        crowd.codes.clear()
        crowd.back.clear()
        await asyncio.to_thread(site.stop)
        while crowd.open:
            await asyncio.sleep(0.01)
        began = time.monotonic()
        await asyncio.to_thread(site.start)
        ready = time.monotonic()
        before = cpu_seconds(site.process.pid)
        await crowd.complete(pages)
        spent = cpu_seconds(site.process.pid) - before
        back = sorted(moment - ready for moment in crowd.back)
        print(
            f"restarted within {ready - began:.1f} s; back after it: half within {back[len(back) // 2]:.1f} s, "
            f"all within {back[-1]:.1f} s, {1000 * spent / pages:.1f} ms of CPU each"
        )
        print(f"  {dict(crowd.codes)}")
        for task in tasks:
            task.cancel()
    return live


if __name__ == "__main__":
    main()
