"""The server is killed in the middle of moves: acknowledged moves are stored once, and the matches continue."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.ops.clients import open_page, play
from tests.ops.pairs import Pair, make_pairs, stored_moves
from tests.serving import Site
from tests.sizes import examples

pytestmark = pytest.mark.both_stacks  # a power cut is another thing for SQLite

MATCHES = 6
KILLS = examples(1, 3)
ENOUGH = 18  # moves acknowledged before the kill


async def test_every_acknowledged_move_outlives_each_kill(site: Site) -> None:
    pairs = make_pairs(site, MATCHES)
    for _kill in range(KILLS):
        in_doubt = await move_until_killed(site, pairs)
        assert len(in_doubt) == MATCHES
        site.start()
        stored = stored_moves(site)
        for pair in pairs:
            assert stored[pair.match] in (pair.moves, [*pair.moves, in_doubt[pair.match]])
        async with asyncio.TaskGroup() as everybody:
            for pair in pairs:
                everybody.create_task(play(pair, (site.url, site.url), 2))
    assert stored_moves(site) == {pair.match: pair.moves for pair in pairs}


async def move_until_killed(site: Site, pairs: list[Pair]) -> dict[str, str]:
    """Move without a pause in all matches until the kill; return the unanswered move of each match."""
    acknowledged = asyncio.Semaphore(0)
    in_doubt: dict[str, str] = {}

    async def move_on(pair: Pair) -> None:
        async with (
            open_page(site.url, pair.match, pair.cookies[0]) as one,
            open_page(site.url, pair.match, pair.cookies[1]) as two,
        ):
            while True:
                text = in_doubt[pair.match] = pair.next_move()
                try:
                    await (one, two)[pair.mover].post(pair.ply + 1, text)
                except httpx.TransportError:
                    return
                pair.keep(text)
                acknowledged.release()

    async with asyncio.TaskGroup() as everybody:
        for pair in pairs:
            everybody.create_task(move_on(pair))
        for _move in range(ENOUGH):
            await acknowledged.acquire()
        await asyncio.to_thread(site.kill)
    return in_doubt
