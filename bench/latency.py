"""Latency from a player's move to the opponent's page, with many matches at once on one process.

`BENCH_LAST`: measure only so many of the crowds, the last ones.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import time
from collections.abc import Sequence
from statistics import median, quantiles

import httpx
import websockets

from bench.stage import Pair, make_pairs, stage

CROWDS = (  # concurrent matches, moves in each, seconds between moves
    (1, 40, 0.1),
    (50, 8, 4.0),
    (200, 6, 4.0),
    (400, 8, 4.0),
    (400, 8, 2.0),
    (400, 12, 0.8),
)
LAST = int(os.environ.get("BENCH_LAST", len(CROWDS)))
CROWDED = {"SOCKETS_PER_ADDRESS": "100000", "CONNECTIONS_PER_ADDRESS": "100000"}
TICK = 0.005  # seconds between two measurements of this program's own lag
ATTEMPTS = 10  # to open a socket, one second apart

Script = list[tuple[int, int, str]]  # the index of the player, the ply, the notation


def main() -> None:
    """Print median and 99th percentile for each number of matches."""
    with stage(CROWDED) as site:
        for number, (matches, moves, pause) in enumerate(CROWDS[-LAST:]):
            pairs = make_pairs(matches, f"crowd{number}x")
            asyncio.run(measure(site.url, pairs, moves, pause))


async def measure(address: str, pairs: list[Pair], moves: int, pause: float) -> None:
    """Play all matches at once, each with a move every `pause` seconds, and print the figures."""
    waits, lags = await play_all(address, pairs, moves, pause)
    print(
        f"Send to receipt, {len(pairs):>3} matches at once, a move every {pause} s in each: "
        f"median {median(waits):.0f} ms, 99th percentile {percentile(waits):.0f} ms, over {len(waits)} moves; "
        f"of the measuring program itself {median(lags):.1f} and {percentile(lags):.0f} ms",
        flush=True,
    )


def percentile(times: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(times, n=100)[98]


async def play_all(address: str, pairs: list[Pair], moves: int, pause: float) -> tuple[list[float], list[float]]:
    """Play these matches at once; return two lists of milliseconds.

    The first has what each move took to reach the opponent. The second has by how much this program itself was late,
    measured every `TICK` seconds meanwhile: it is part of the first.
    """
    await load_pages(address, pairs)
    tables = [await open_table(address, pair) for pair in pairs]
    scripts = [script_of(pair, moves) for pair in pairs]  # beforehand: to find moves takes time
    gc.collect()
    gc.freeze()  # the matches and their moves, or this program would pause to look through them
    lags: list[float] = []
    ticking = asyncio.create_task(_note_lags(lags))
    times = await asyncio.gather(*[play(pages, script, pause) for pages, script in zip(tables, scripts, strict=True)])
    ticking.cancel()
    return [wait * 1000 for match in times for wait in match], lags


async def _note_lags(lags: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        lags.append((time.perf_counter() - began - TICK) * 1000)


async def open_socket(url: str, address: str, cookie: str) -> websockets.ClientConnection:
    """Open the socket of a player's page, with retries while the server is busy, as a page does."""
    headers = {"Cookie": f"sessionid={cookie}"}
    for patience in range(ATTEMPTS, 0, -1):
        try:
            return await websockets.connect(url, origin=websockets.Origin(address), additional_headers=headers)
        except (websockets.InvalidHandshake, OSError, TimeoutError):
            if patience == 1:
                raise
            await asyncio.sleep(1)
    raise AssertionError("the last attempt raises")


async def load_pages(address: str, pairs: list[Pair]) -> None:
    """Load the pages of both players, as a browser does before it opens their sockets.

    A page that the site has just drawn is sent only what changes. A socket without one is sent the whole board with the
    first move, so that many first moves at once would wait for each other, which no player would see.
    """
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        for pair in pairs:
            for cookie in pair.cookies:
                page = await client.get(f"/matches/{pair.match.pk}/", headers={"Cookie": f"sessionid={cookie}"})
                page.raise_for_status()


async def open_table(address: str, pair: Pair) -> list[websockets.ClientConnection]:
    """Open the sockets of both players' pages."""
    url = f"{address.replace('http', 'ws')}/ws/matches/{pair.match.pk}/"
    pages = [await open_socket(url, address, cookie) for cookie in pair.cookies]
    for page in pages:
        await page.send(json.dumps({"version": 0, "ply": 0}))
        await page.recv()
    return pages


def script_of(pair: Pair, moves: int) -> Script:
    """Return this many moves of the match, or fewer until its end: the index of the player, the ply, the notation."""
    script = [pair.next_move()]
    while len(script) < moves and pair.play(script[-1][2]):
        script.append(pair.next_move())
    return script


async def play(pages: list[websockets.ClientConnection], script: Script, pause: float) -> list[float]:
    """Play a match on its open pages; return the seconds each move took to reach the opponent."""
    await asyncio.sleep(random.random() * pause)
    waits = []
    for index, ply, text in script:
        started = time.perf_counter()
        await pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
        await _ply(pages[1 - index], ply)
        waits.append(time.perf_counter() - started)
        await _ply(pages[index], ply)
        await asyncio.sleep(max(pause - waits[-1], 0))
    for page in pages:
        await page.close()
    return waits


async def _ply(page: websockets.ClientConnection, ply: int) -> None:
    """Wait for the update with this move."""
    while json.loads(await asyncio.wait_for(page.recv(), 60)).get("data", {}).get("ply", 0) < ply:
        continue


if __name__ == "__main__":
    main()
