"""Streams of a running site: no event is lost by a killed client, a restarted process or one that is killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.ops.pairs import Pair, make_pairs, shell
from tests.services import redis_url
from tests.serving import Site, running

pytestmark = [pytest.mark.any_stack, pytest.mark.slow]
STREAMS = 100  # of the process that is restarted
MOVES = 12
PATIENCE = 60.0  # seconds
TOKENS = """
import json
from accounts.models import User
from accounts.security import SCOPES, make_token
names = ["anna0", "bob0"]
print(json.dumps([make_token(User.objects.get(username=name), "bot", list(SCOPES), 30)[1] for name in names]))
"""


@dataclass
class Reader:
    """A program that follows a match by a stream, and comes again from where it was when that ends."""

    url: str
    match: str
    secret: str = ""
    seq: int | None = None
    plies: list[int] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    cut: bool = False  # whether it closes the connection after each line

    async def read(self, until: int) -> None:
        """Read until this ply has come."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=self.url, timeout=PATIENCE) as client:
            while not self.plies or self.plies[-1] < until:
                with suppress(httpx.TransportError):
                    async for line in self._lines(client):
                        self._take(line)
                        if self.cut or (self.plies and self.plies[-1] >= until):
                            break
                await asyncio.sleep(0.05)

    async def _lines(self, client: httpx.AsyncClient) -> AsyncIterator[dict[str, Any]]:
        after = {"after": str(self.seq)} if self.seq is not None else {}
        headers = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        async with client.stream(
            "GET", f"/api/v1/stream/matches/{self.match}", params=after, headers=headers
        ) as answer:
            assert answer.status_code in (200, 429, 503), answer.status_code
            if answer.status_code == 200:
                async for text in answer.aiter_lines():
                    yield json.loads(text)

    def _take(self, line: dict[str, Any]) -> None:
        if line["type"] == "bye":
            self.byes.append(line["reason"])
        elif line["type"] == "match":
            new = [move["ply"] for move in line["moves"] if not self.plies or move["ply"] > self.plies[-1]]
            self.plies += new
            assert line["ply"] == (self.plies or [0])[-1]
            self.seq = line["seq"]


@dataclass
class Served:
    """Two processes of a site, a match, and the tokens of its players."""

    playing: Site
    other: Site
    pair: Pair
    secrets: list[str]

    async def play(self, moves: int) -> None:
        """Play moves by the API of the first process."""
        async with httpx.AsyncClient(base_url=self.playing.url, timeout=PATIENCE) as client:
            for _move in range(moves):
                text, ply = self.pair.next_move(), self.pair.ply + 1
                headers = {"Authorization": f"Bearer {self.secrets[self.pair.mover]}"}
                path = f"/api/v1/matches/{self.pair.match}/moves"
                answer = await client.post(path, json={"ply": ply, "move": text}, headers=headers)
                assert answer.status_code in (200, 201), answer.text
                self.pair.keep(text)


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with ExitStack() as stack:
        folder, redis = tmp_path_factory.mktemp("site"), stack.enter_context(redis_url())
        env = {"REDIS_URL": f"{redis}/11", "REDIS_PREFIX": "streams", "STREAMS_PER_ADDRESS": "300"}
        site = stack.enter_context(running(folder, env=env))
        other = Site(folder, env=site.env, options=("--no-clock",))
        other.start()
        [pair] = make_pairs(site, 1)
        try:
            yield Served(site, other, pair, shell(site, TOKENS))
        finally:
            assert other.stop() == 0, other.log
        assert "Traceback" not in other.log, other.log


@pytest.mark.thorough
async def test_a_restart_of_one_of_two_processes_loses_no_event(served: Served) -> None:
    readers = [Reader(served.other.url, served.pair.match) for _reader in range(STREAMS)]
    readers[0].secret = served.secrets[0]
    reading = [asyncio.create_task(reader.read(MOVES)) for reader in readers]
    await served.play(MOVES // 2)
    while not all(reader.plies for reader in readers):
        await asyncio.sleep(0.02)
    restart = asyncio.create_task(asyncio.to_thread(served.other.restart))
    await served.play(MOVES - MOVES // 2 - 1)
    await restart
    await served.play(1)
    await asyncio.gather(*reading)
    assert [reader.plies for reader in readers] == [list(range(1, MOVES + 1))] * STREAMS
    assert {tuple(reader.byes) for reader in readers} == {("restart",)}


async def test_a_killed_process_and_a_killed_client_lose_none_either(served: Served) -> None:
    readers = [Reader(served.other.url, served.pair.match, cut=number % 2 == 0) for number in range(10)]
    reading = [asyncio.create_task(reader.read(MOVES)) for reader in readers]
    await served.play(MOVES // 2)
    await asyncio.to_thread(served.other.kill)
    await served.play(MOVES - MOVES // 2)
    await asyncio.to_thread(served.other.start)
    await asyncio.gather(*reading)
    assert [reader.plies for reader in readers] == [list(range(1, MOVES + 1))] * 10
    assert {reason for reader in readers for reason in reader.byes} == set()


@pytest.mark.thorough
async def test_open_streams_take_no_thread_and_no_place_of_the_pages(served: Served) -> None:
    readers = [Reader(served.other.url, served.pair.match) for _reader in range(STREAMS)]
    reading = [asyncio.create_task(reader.read(2)) for reader in readers]
    await served.play(1)
    while not all(reader.plies for reader in readers):
        await asyncio.sleep(0.02)
    threads = threads_of(served.other)
    async with httpx.AsyncClient(base_url=served.other.url, timeout=PATIENCE) as client:
        answers = await asyncio.gather(*(client.get("/robots.txt") for _page in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert threads < STREAMS
    await served.play(1)
    await asyncio.gather(*reading)


def threads_of(site: Site) -> int:
    """Return the number of threads of the site's process."""
    assert site.process
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("Threads:")))
