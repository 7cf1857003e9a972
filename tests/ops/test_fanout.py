"""Events between processes by way of Redis, which may go away and come back: no move fails, pages catch up."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from core.live import fanout
from core.live.shards import shard_channels
from tests.ops.pairs import Pair, make_pairs
from tests.ops.tcp_forwarder import cable_to
from tests.services import ClusterNode, postgres_url, redis_cluster, redis_url
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
def cluster() -> Iterator[list[ClusterNode]]:
    """Return the nodes of a Redis Cluster."""
    with redis_cluster() as nodes:
        yield nodes


async def test_each_shard_carries_events_without_a_warning_and_does_so_again_after_its_node_was_away(
    cluster: list[ClusterNode], caplog: pytest.LogCaptureFixture
) -> None:
    ear = Listener()
    fanout.subscribe("topic", ear)
    channels = shard_channels("test.fanout")
    pairs = [[fanout.ShardedRelay(addresses_of(cluster), name) for _process in range(2)] for name in channels]
    for number, (here, there) in enumerate(pairs):
        here.listen()
        await heard(ear, there, number)
    assert not caplog.records
    cluster[0].kill()
    cluster[0].start()
    for number, (_here, there) in enumerate(pairs):
        await heard(ear, there, 100 + number)
    fanout.unsubscribe("topic", ear)


async def test_a_channel_that_moves_to_another_node_is_followed(cluster: list[ClusterNode]) -> None:
    ear = Listener()
    fanout.subscribe("topic", ear)
    channel = shard_channels("test.fanout")[0]
    here, there = (fanout.ShardedRelay(addresses_of(cluster), channel) for _process in range(2))
    here.listen()
    await heard(ear, there, 1)
    slot, owner = cluster[0].ask("CLUSTER", "KEYSLOT", channel), cluster[2].ask("CLUSTER", "MYID")
    for node in reversed(cluster):  # the new owner first
        node.ask("CLUSTER", "SETSLOT", slot, "NODE", owner)
    await heard(ear, there, 2)
    assert cluster[2].ask("PUBSUB", "SHARDCHANNELS") == [channel.encode()]
    fanout.unsubscribe("topic", ear)


def addresses_of(cluster: list[ClusterNode]) -> list[str]:
    return [f"redis://127.0.0.1:{node.port}" for node in cluster]


@contextmanager
def two_sites(folder: Path, **env: str) -> Iterator[list[Site]]:
    """Run two processes that serve the same data."""
    with redis_url() as redis, postgres_url() as postgres, migrated_database(folder, postgres) as database:
        env = database | {"REDIS_URL": f"{redis}/13", **env}
        with running(folder, env=env, options=("--no-clock",)) as first:
            second = Site(folder, env=first.env)
            second.start()
            yield [first, second]
            assert second.stop() == 0, second.log
            assert "Traceback" not in second.log, second.log


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[list[Site]]:
    """Two processes that serve the same data."""
    with two_sites(tmp_path) as both:
        yield both


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


async def test_players_at_two_processes_get_each_others_moves_by_a_cluster_whose_nodes_die(
    tmp_path: Path, cluster: list[ClusterNode]
) -> None:
    urls = ",".join(addresses_of(cluster))
    with two_sites(tmp_path, REDIS_CLUSTER_URL=urls) as sites:
        (pair,) = await asyncio.to_thread(make_pairs, sites[0], 1)
        async with httpx.AsyncClient(timeout=PATIENCE) as browser, AsyncExitStack() as stack:
            annas, bobs = [await stack.enter_async_context(page_of(pair, seat, sites[seat])) for seat in range(2)]

            async def play(moves: int) -> None:
                """Have each player move at their own process until both pages have seen so many moves more."""
                for _move in range(moves):
                    await move(browser, sites[pair.mover], pair)
                    await asyncio.gather(shown(annas, pair.ply), shown(bobs, pair.ply))

            for site in sites:
                await events_are(site, well=True)
            await play(2)
            for node in cluster:  # one of them has the channel of the match
                node.kill()
                for site in sites:
                    await events_are(site, well=False)
                await move(browser, sites[pair.mover], pair)  # is no error; a page may hear of it later
                node.start()
                for site in sites:
                    await events_are(site, well=True)
                await play(2)
        assert not [line for site in sites for line in site.log.splitlines() if "REDIS_CLUSTER_URL" in line]


@asynccontextmanager
async def page_of(pair: Pair, seat: int, site: Site) -> AsyncIterator[ClientConnection]:
    """Open a player's page of their match at this process: its socket, which has said hello."""
    cookies = {"Cookie": f"sessionid={pair.cookies[seat]}"}
    url = f"ws{site.url.removeprefix('http')}/ws/matches/{pair.match}/"
    async with connect(url, origin=Origin(site.url), additional_headers=cookies) as page:
        await page.send(json.dumps({"version": 0, "ply": 0}))
        await page.recv()
        yield page


async def shown(page: ClientConnection, ply: int) -> None:
    """Wait until the page is told of this ply."""
    async with asyncio.timeout(PATIENCE):
        while json.loads(await page.recv()).get("data", {}).get("ply") != ply:
            pass


async def events_are(site: Site, *, well: bool) -> None:
    """Wait until the process says of itself that its events arrive, or that they do not."""
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as probe:
        while ((await probe.get(f"{site.url}/readyz")).json()["checks"]["events"] == "ok") != well:
            await asyncio.sleep(0.2)


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
