"""What streams of the API cost: a move and a page with and without 200 of them, and 200 open pages, in one run."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from statistics import mean, median
from urllib.parse import urlsplit

import httpx
from websockets import ClientConnection

from bench.cpu import cpu_of_tree
from bench.fanout import close_all, next_ply, open_all, say_hello
from bench.stage import CROWDED, Pair, make_pairs, stage

CROWD, ROUNDS = 200, 4  # streams or pages; moves in each of these
ENV = {**CROWDED, "STREAMS_PER_ADDRESS": "100000"}


class OpenStream:
    """An open stream of a match, which counts the moves that it was told of."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, address: str, match: str) -> OpenStream:
        """Open a stream, and read its first line."""
        site = urlsplit(address)
        stream = cls(*await asyncio.open_connection(site.hostname, site.port, limit=1 << 20))
        stream.writer.write(f"GET /api/v1/stream/matches/{match} HTTP/1.1\r\nHost: {site.netloc}\r\n\r\n".encode())
        await stream.line()
        return stream

    async def line(self) -> None:
        """Read to the end of the next line about the match."""
        while not (await asyncio.wait_for(self.reader.readline(), 120)).startswith(b'{"type":"match"'):
            pass


@dataclass
class Figures:
    """What was measured beside one crowd, in seconds."""

    cpu: list[float] = field(default_factory=list)  # of the site, for a move
    seen: list[float] = field(default_factory=list)  # until the opponent's page has the move
    last: list[float] = field(default_factory=list)  # until all have it
    page: list[float] = field(default_factory=list)


def main() -> None:
    """Print the figures beside each crowd."""
    with stage(ENV) as site:
        assert site.process
        asyncio.run(_measure(site.url, site.process.pid, make_pairs(1, "watched")[0]))


async def _measure(address: str, pid: int, pair: Pair) -> None:
    path = f"/ws/matches/{pair.match.pk}/"
    players = await open_all(address, [(path, cookie) for cookie in pair.cookies])
    await say_hello(players)
    crowds = {"nobody": (0, 0), "pages": (CROWD, 0), "streams": (0, CROWD), "pages and streams": (CROWD, CROWD)}
    found = {name: Figures() for name in crowds}
    for _round in range(ROUNDS):  # in turn, as the machine is not always equally busy
        for name, (pages, streams) in crowds.items():
            watching = await open_all(address, [(path, "")] * pages)
            await say_hello(watching)
            reading = [await OpenStream.open(address, pair.match.pk) for _stream in range(streams)]
            await _move(players, watching, reading, pair, found[name], pid)
            async with httpx.AsyncClient(base_url=address, timeout=60) as client:
                began = time.perf_counter()
                assert (await client.get("/robots.txt")).status_code == 200
                found[name].page.append(time.perf_counter() - began)
            await close_all(watching)
            for stream in reading:
                stream.writer.close()
    for name, figures in found.items():
        cpu = 1000 * mean(figures.cpu)  # each is a multiple of the system's tick
        seen, last, page = (1000 * median(one) for one in (figures.seen, figures.last, figures.page))
        print(
            f"{CROWD} {name}: {cpu:.0f} ms of CPU a move, which the opponent sees after {seen:.0f} ms and the last one "
            f"after {last:.0f} ms; a page takes {page:.0f} ms",
            flush=True,
        )
    await close_all(players)


async def _move(
    players: list[ClientConnection],
    watching: list[ClientConnection],
    reading: list[OpenStream],
    pair: Pair,
    figures: Figures,
    pid: int,
) -> None:
    index, ply, text = await asyncio.to_thread(pair.next_move)
    before, began = cpu_of_tree(pid), time.perf_counter()
    others = asyncio.gather(*(next_ply(page) for page in (players[index], *watching)), *(one.line() for one in reading))
    await players[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
    await next_ply(players[1 - index])
    figures.seen.append(time.perf_counter() - began)
    await others
    figures.last.append(time.perf_counter() - began)
    figures.cpu.append(cpu_of_tree(pid) - before)
    pair.play(text)


if __name__ == "__main__":
    main()
