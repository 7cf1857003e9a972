"""What waits, for a worker, a reader or a mail server, keeps neither pages nor moves of other visitors waiting."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import islice
from pathlib import Path

import httpx
import pytest

from tests.ops.clients import TOKEN, open_page
from tests.ops.pairs import Pair, make_pairs, stored_moves
from tests.serving import Site, running
from tests.sizes import both_stacks

PATIENCE = 60  # seconds
ENV = {"TRUSTED_PROXIES": "1", "WORKERS": "1"}
CROWD = 100  # requests of one visitor at once
WORKER = b"games.workers"


@pytest.fixture
def proxied_site(tmp_path: Path) -> Iterator[Site]:
    """Return a site with one worker, behind a proxy that names the addresses of visitors."""
    with running(tmp_path, env=ENV) as site:
        yield site


@asynccontextmanager
async def visitor(site: Site, address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Return a browser at this address, which the proxy names."""
    limits = httpx.Limits(max_connections=2 * CROWD)
    headers = {"X-Forwarded-For": address}
    async with httpx.AsyncClient(base_url=site.url, timeout=PATIENCE, limits=limits, headers=headers) as browser:
        yield browser


def workers_of(site: Site) -> list[int]:
    """Return the process ids of the worker processes of a site."""
    assert site.process
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == site.process.pid and WORKER in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
    return found


@contextmanager
def held(workers: list[int]) -> Iterator[None]:
    """Stop these processes in whatever they do, and let them go on at the end."""
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGCONT)


async def move_by_form(site: Site, pair: Pair) -> None:
    """Play the next move of a match by a form."""
    async with open_page(site.url, pair.match, pair.cookies[pair.mover]) as page:
        text = pair.next_move()
        await page.post(pair.ply + 1, text)
        pair.keep(text)


@pytest.mark.thorough  # by default: pages that hold all connections
@both_stacks
async def test_a_hundred_pictures_for_one_visitor_leave_pages_moves_and_a_picture_to_others(proxied_site: Site) -> None:
    (pair,) = await asyncio.to_thread(make_pairs, proxied_site, 1)
    async with visitor(proxied_site, "203.0.113.7") as greedy, visitor(proxied_site, "203.0.113.8") as carl:
        assert (await greedy.get("/pictures/en/site.png")).status_code == 200
        with held(workers_of(proxied_site)):
            crowd = [asyncio.create_task(greedy.get("/pictures/en/games/summy.png")) for _ in range(CROWD)]
            refused = [await answer for answer in islice(asyncio.as_completed(crowd), CROWD - 4)]
            assert {answer.status_code for answer in refused} == {429}
            assert {answer.headers["Retry-After"] for answer in refused} == {"5"}
            picture = asyncio.create_task(carl.get("/pictures/nl/games/summy.png"))
            assert [(await carl.get("/ratings/")).status_code for _visit in range(5)] == [200] * 5
            await move_by_form(proxied_site, pair)
            assert not picture.done()
        assert (await picture).status_code == 200
        drawn = [answer for answer in await asyncio.gather(*crowd) if answer not in refused]
        assert [answer.status_code for answer in drawn] == [200] * 4
        assert {answer.content[:4] for answer in drawn} == {b"\x89PNG"}


async def begun(site: Site, number: int) -> None:
    """Wait until the page with this number holds its connection."""
    async with asyncio.timeout(PATIENCE):
        while not (site.folder / f"began-{number}").exists():
            await asyncio.sleep(0.01)


@pytest.fixture
def held_site(tmp_path: Path) -> Iterator[Site]:
    """Return a site with pages that hold their database connections until the file `end` exists."""
    with running(tmp_path, env={"DJANGO_SETTINGS_MODULE": "tests.ops.held_settings", "TRUSTED_PROXIES": "1"}) as site:
        yield site


async def test_moves_do_not_wait_for_the_connections_of_pages(held_site: Site) -> None:
    (pair,) = await asyncio.to_thread(make_pairs, held_site, 1)
    async with visitor(held_site, "203.0.113.7") as crowd:
        token = {"Cookie": f"csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        slow = []
        for number in range(31):  # of sixteen addresses, as one has one of the places for pages, and one for forms
            headers = {**token, "X-Forwarded-For": f"203.0.113.{7 + number % 16}"}
            method = "GET" if number < 16 else "POST"
            slow.append(asyncio.create_task(crowd.request(method, f"/slow?number={number}", headers=headers)))
        try:
            await asyncio.gather(*(begun(held_site, number) for number in range(len(slow))))
            await move_by_form(held_site, pair)
            async with open_page(held_site.url, pair.match, pair.cookies[pair.mover]) as page:
                text = pair.next_move()
                await page.socket.send(json.dumps({"move": {"ply": pair.ply + 1, "text": text}, "request": 1}))
                await page.hears_of(pair.ply + 1)
                pair.keep(text)
        finally:
            (held_site.folder / "end").touch()
        assert {answer.status_code for answer in await asyncio.gather(*slow)} == {200}
    assert await asyncio.to_thread(stored_moves, held_site) == {pair.match: pair.moves}
