"""More visitors than the site can bear: some are told to come again, moves go on, and nothing lasts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.ops.sockets import socket
from tests.serving import Site, running

ENV = {"DJANGO_SETTINGS_MODULE": "tests.ops.slow_settings", "TRUSTED_PROXIES": "1", "REQUESTS_AT_ONCE": "8"}
BOB = {"X-Forwarded-For": "203.0.113.8"}


@pytest.fixture
def full_site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path, env=ENV) as site:
        yield site


async def test_who_would_wait_too_long_is_told_and_others_are_served_again_at_once(full_site: Site) -> None:
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=full_site.url, timeout=60, limits=limits) as crowd:
        slow = asyncio.create_task(crowd.get("/slow"))
        while not (full_site.folder / "began").exists():
            await asyncio.sleep(0.01)
        waiting = [asyncio.create_task(crowd.get("/")) for _visitor in range(20)]
        assert (await crowd.get("/healthz")).status_code == 200  # the probe asks whether the process lives
        assert (
            await crowd.post("/accounts/login/")
        ).status_code == 403  # a form, here without its token, has its own line
        assert (await crowd.get("/", headers=BOB)).status_code == 200  # most places are not for one address
        refused = await asyncio.gather(*waiting)
        assert {answer.status_code for answer in refused} == {503}
        assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
        (full_site.folder / "end").touch()
        assert (await slow).status_code == 200
        began = time.monotonic()
        assert (await crowd.get("/")).status_code == 200
        assert time.monotonic() - began < 4  # seconds: nothing of the crowd is left to do


@pytest.mark.thorough  # by default: who would wait too long
async def test_pages_are_told_in_how_many_seconds_to_come_back(full_site: Site) -> None:
    async with socket(full_site, "/ws/lobby/") as lobby, socket(full_site, "/ws/lobby/") as another:
        stopped = asyncio.create_task(asyncio.to_thread(full_site.stop))
        await asyncio.gather(lobby.wait_closed(), another.wait_closed())
        assert (lobby.close_code, lobby.close_reason) == (4012, "0.04")
        assert await stopped == 0
