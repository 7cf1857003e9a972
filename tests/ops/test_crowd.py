"""Twenty players move in ten matches at once: on SQLite in one process, on PostgreSQL with Redis in two."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.ops.clients import again, once, play, twice
from tests.ops.pairs import make_pairs, stored_moves
from tests.serving import Site

pytestmark = pytest.mark.both_stacks  # SQLite's one lock for writing is what a crowd waits for

MATCHES = 10
MOVES = 16
WAYS = (once, twice, again)


@pytest.fixture(scope="module")
def sites(site: Site) -> Iterator[list[Site]]:
    """Return the processes that serve the same data: two on PostgreSQL, one on SQLite."""
    if not site.env["DATABASE_URL"]:
        yield [site]
        return
    second = Site(site.folder, env=site.env)
    second.start()
    yield [site, second]
    assert second.stop() == 0, second.log
    assert "Traceback" not in second.log, second.log


@pytest.mark.thorough
async def test_twenty_people_in_ten_matches(sites: list[Site]) -> None:
    pairs = make_pairs(sites[0], MATCHES)
    urls = (sites[0].url, sites[-1].url)
    async with asyncio.TaskGroup() as everybody:
        for number, pair in enumerate(pairs):
            ways = urls if number % 2 else urls[::-1]
            everybody.create_task(play(pair, ways, MOVES, WAYS[number % len(WAYS)]))
    assert stored_moves(sites[0]) == {pair.match: pair.moves for pair in pairs}
    for site in sites:
        assert " ERROR " not in site.log
