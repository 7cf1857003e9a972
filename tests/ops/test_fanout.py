"""Events between processes by way of Redis, which may go away and come back: no move fails, pages catch up."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets import Origin
from websockets.asyncio.client import connect

from core.live import fanout
from tests.ops.pairs import Pair, make_pairs
from tests.ops.tcp_forwarder import cable_to
from tests.services import postgres_url, redis_url
from tests.serving import Site, migrated_database, running

pytestmark = pytest.mark.postgres  # several processes are for PostgreSQL and Redis

PATIENCE = 60  # seconds


class Listener:
    """A subscriber that keeps what it receives."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[object] = asyncio.Queue()

    def on_event(self, event: fanout.Event) -> None:
        self.heard.put_nowait(event["number"])


async def heard(ear: Listener, relay: fanout.Relay, number: int) -> None:
    """Publish until it arrives: an event may get lost while the subscription is made."""
    async with asyncio.timeout(PATIENCE):
        while True:
            relay.publish(["topic"], {"type": "x", "number": number})
            try:
                while await asyncio.wait_for(ear.heard.get(), 0.2) != number:
                    pass
            except TimeoutError:
                continue
            return


async def test_redis_goes_away_and_comes_back(caplog: pytest.LogCaptureFixture) -> None:
    ear = Listener()
    with redis_url() as address, cable_to(urlsplit(address).port or 0) as cable:
        through = f"redis://127.0.0.1:{cable.port}/0"
        here, there = fanout.Relay(through, "test.fanout"), fanout.Relay(through, "test.fanout")
        fanout.subscribe("topic", ear)
        here.listen()
        await heard(ear, there, 1)
        with caplog.at_level(logging.WARNING):
            cable.pull_out()
            async with asyncio.timeout(PATIENCE):
                while not (here.down and there.down):
                    there.publish(["topic"], {"type": "x", "number": 2})
                    await asyncio.sleep(0.05)
            there.flush(time.monotonic() + fanout.LAST_PATIENCE)
            cable.plug_in()
            await heard(ear, there, 3)
        away = [record.message for record in caplog.records if "away" in record.message]
        assert len(away) == 2  # once for each of the two
        assert not [record for record in caplog.records if record.levelno > logging.WARNING]
        fanout.unsubscribe("topic", ear)


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[list[Site]]:
    """Run two processes that serve the same data."""
    with redis_url() as redis, postgres_url() as postgres, migrated_database(tmp_path, postgres) as database:
        env = database | {"REDIS_URL": f"{redis}/13"}
        with running(tmp_path, env=env, options=("--no-clock",)) as first:
            second = Site(tmp_path, env=first.env)
            second.start()
            yield [first, second]
            assert second.stop() == 0, second.log
            assert "Traceback" not in second.log, second.log


async def test_a_move_in_one_process_reaches_the_pages_of_another(sites: list[Site]) -> None:
    (pair,) = await asyncio.to_thread(make_pairs, sites[0], 1)
    url = f"ws{sites[1].url.removeprefix('http')}/ws/matches/{pair.match}/"
    async with connect(url, origin=Origin(sites[1].url)) as page, httpx.AsyncClient(timeout=PATIENCE) as browser:
        await page.send(json.dumps({"version": 0, "ply": 0}))
        await page.recv()
        for ply in (1, 2):
            await move(browser, sites[0], pair)
            async with asyncio.timeout(PATIENCE):
                assert json.loads(await page.recv())["data"]["ply"] == ply


async def move(browser: httpx.AsyncClient, site: Site, pair: Pair) -> None:
    """Make the next move at this process."""
    text = pair.next_move()
    answer = await browser.post(
        f"{site.url}/matches/{pair.match}/move/",
        data={"ply": str(pair.ply + 1), "text": text},
        headers={
            "Cookie": f"sessionid={pair.cookies[pair.mover]}; csrftoken={'t' * 32}",
            "X-CSRFToken": "t" * 32,
            "HX-Request": "true",
        },
    )
    assert answer.status_code == 200
    pair.keep(text)
