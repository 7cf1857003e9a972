"""Latency from a player's move to the opponent's page, with many matches at once on one process."""

from __future__ import annotations

import asyncio
import json
import random
import time
from statistics import median, quantiles

import httpx
import websockets

from bench.costs import TOKEN
from bench.stage import Pair, make_pairs, stage

CROWDS = ((1, 40, 0.1), (50, 8, 4.0), (200, 6, 4.0))  # concurrent matches, moves in each, seconds between moves
ATTEMPTS = 10  # to open a socket, one second apart


def main() -> None:
    """Print median and 99th percentile for each number of matches."""
    with stage() as site:
        for matches, moves, pause in CROWDS:
            pairs = make_pairs(matches, f"crowd{matches}x")
            asyncio.run(measure(site.url, pairs, moves, pause))


async def measure(address: str, pairs: list[Pair], moves: int, pause: float) -> None:
    """Play all matches at once, each with a move every `pause` seconds, and print the figures."""
    waits = await play_all(address, pairs, moves, pause)
    worst = quantiles(waits, n=100)[98]
    print(
        f"Send to receipt, {len(pairs):>3} matches at once, a move every {pause} s in each: "
        f"median {median(waits):.0f} ms, 99th percentile {worst:.0f} ms, over {len(waits)} moves",
        flush=True,
    )


async def play_all(address: str, pairs: list[Pair], moves: int, pause: float) -> list[float]:
    """Return the sorted milliseconds that each move of these matches took to reach the opponent."""
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        times = await asyncio.gather(*[play(client, address, pair, moves, pause) for pair in pairs])
    return sorted(wait * 1000 for match in times for wait in match)


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


async def play(client: httpx.AsyncClient, address: str, pair: Pair, moves: int, pause: float) -> list[float]:
    """Play one match with both sockets open; return the seconds each move took to reach the opponent."""
    url = f"{address.replace('http', 'ws')}/ws/matches/{pair.match.pk}/"
    await asyncio.sleep(random.random() * pause)
    sockets = [await open_socket(url, address, cookie) for cookie in pair.cookies]
    for socket in sockets:
        await socket.send(json.dumps({"version": 0, "ply": 0}))
        await socket.recv()
    waits = []
    for _move in range(moves):
        index, ply, text = pair.next_move()
        headers = {
            "Cookie": f"sessionid={pair.cookies[index]}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "HX-Request": "true",
        }
        started = time.perf_counter()
        sent = asyncio.create_task(
            client.post(f"/matches/{pair.match.pk}/move/", data={"ply": ply, "text": text}, headers=headers)
        )
        news = json.loads(await asyncio.wait_for(sockets[1 - index].recv(), 60))
        waits.append(time.perf_counter() - started)
        answer = await sent
        assert (answer.status_code, news["ply"]) == (200, ply), answer.text
        await sockets[index].recv()
        if not pair.play(text):
            break
        await asyncio.sleep(pause)
    for socket in sockets:
        await socket.close()
    return waits


if __name__ == "__main__":
    main()
