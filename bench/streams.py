"""What a move and a page cost beside 200 pages and 200 streams of the API, in one run."""

from __future__ import annotations

import asyncio
import json
import time
from asyncio import StreamReader, StreamWriter
from statistics import median
from urllib.parse import urlsplit

import httpx

from bench.cpu import cpu_of_tree
from bench.fanout import close_all, next_ply, open_all, say_hello
from bench.stage import CROWDED, Pair, make_pairs, stage

EACH, ROUNDS, MOVES = 200, 4, 4
ENV = {**CROWDED, "STREAMS_PER_ADDRESS": "100000", "API_VISITOR_LIMIT": "1000000/m/ip"}
BESIDE = {"no other page": (0, 0), "200 pages": (EACH, 0), "200 streams": (0, EACH), "both": (EACH, EACH)}
Figures = tuple[float, float, float, float]  # seconds: CPU of a move, until the opponent and the last see it; of a page


def main() -> None:
    """Print the figures."""
    with stage(ENV) as site:
        assert site.process
        asyncio.run(_measure(site.url, site.process.pid))


async def _measure(address: str, pid: int) -> None:
    pairs = iter(await asyncio.to_thread(make_pairs, 1 + ROUNDS * len(BESIDE), "streamed"))
    await _beside(address, pid, next(pairs), 1, 1)  # what is loaded once
    found: dict[str, list[Figures]] = {name: [] for name in BESIDE}
    for _round in range(ROUNDS):
        for name, (pages, streams) in BESIDE.items():
            found[name].append(await _beside(address, pid, next(pairs), pages, streams))
    for name, rounds in found.items():
        cpu, first, last, page = (1000 * median(column) for column in zip(*rounds, strict=True))
        print(
            f"Beside {name}: a move takes {cpu:.1f} ms of CPU, the opponent sees it after {first:.0f} ms, "
            f"the last one after {last:.0f} ms; another page takes {page:.0f} ms",
            flush=True,
        )


async def _beside(address: str, pid: int, pair: Pair, pages: int, streams: int) -> Figures:
    path = f"/ws/matches/{pair.match.pk}/"
    players = await open_all(address, [(path, cookie) for cookie in pair.cookies])
    watching = await open_all(address, [(path, "")] * pages)
    await say_hello([*players, *watching])
    following = [await _follow(address, pair.match.pk) for _stream in range(streams)]
    moves = []
    for _move in range(MOVES):
        moves.append(await asyncio.to_thread(pair.next_move))
        pair.play(moves[-1][2])
    first, last, before = list[float](), list[float](), cpu_of_tree(pid)
    for index, ply, text in moves:
        began = time.perf_counter()
        others = [next_ply(page, ply) for page in (players[index], *watching)]
        told = asyncio.gather(*others, *(_line_of(reader, ply) for reader, _writer in following))
        await players[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
        await next_ply(players[1 - index], ply)
        first.append(time.perf_counter() - began)
        await told
        last.append(time.perf_counter() - began)
    spent = (cpu_of_tree(pid) - before) / MOVES
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        await client.get("/games/digifeud/")
        began = time.perf_counter()
        (await client.get("/games/digifeud/")).raise_for_status()
        page = time.perf_counter() - began
    for _reader, writer in following:
        writer.close()
    await close_all([*players, *watching])
    return spent, median(first), median(last), page


async def _follow(address: str, match: str) -> tuple[StreamReader, StreamWriter]:
    """Open a stream of the match, and read its first line."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=2**20)
    writer.write(f"GET /api/v1/stream/matches/{match} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
    await _line_of(reader, 0)
    return reader, writer


async def _line_of(reader: StreamReader, ply: int) -> None:
    """Read up to the line of the match with this ply."""
    while line := await asyncio.wait_for(reader.readline(), 120):
        if line.startswith(b"{") and json.loads(line).get("ply") == ply:
            return
    raise ConnectionError


if __name__ == "__main__":
    main()
