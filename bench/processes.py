"""Several web processes on one PostgreSQL and one Redis: the CPU of a move, against one process.

Both pages of a match are open in the same process, as with the proxy of deploy/nginx.conf, or in two. This machine has
too few cores to run them all at once with the load beside them. So what is compared is the CPU of a move over all
processes: with enough cores, n processes bear n times as many moves, divided by how much dearer a move is with n than
with one. `BENCH_PROCESSES`: the most processes. With `TEST_PGBOUNCER=1` PgBouncer stands before PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack

from websockets import ClientConnection

from bench.growth import play_all
from bench.latency import CROWDED
from bench.peers.__main__ import Parts, cpu_parts
from bench.peers.numgames import moves_of, open_pages
from bench.stage import FOLDER, Pair, make_pairs, stage
from tests.serving import Site

MATCHES, ROUNDS = 32, 3
MOST = int(os.environ.get("BENCH_PROCESSES", "4"))


def main() -> None:
    """Print the CPU of a move for one process, for two, and for most, and the throughput that it implies."""
    if not os.environ.get("TEST_DATABASE_URL"):
        print("Several processes need PostgreSQL and Redis: --only postgresql")
        return
    with stage(CROWDED) as first, ExitStack() as stack:
        sites = [first]
        asyncio.run(measure(sites, "warm", apart=False, rounds=1))
        alone = report(1, asyncio.run(measure(sites, "one", apart=False)), 0.0)
        for count in sorted({2, MOST}):
            while len(sites) < count:
                sites.append(Site(FOLDER, env=first.env, options=("--no-clock",)))
                sites[-1].start()
                stack.callback(sites[-1].stop)
            asyncio.run(measure(sites, f"warm{count}", apart=True, rounds=1))
            report(count, asyncio.run(measure(sites, f"together{count}x", apart=False)), alone, "in one process")
            report(count, asyncio.run(measure(sites, f"apart{count}x", apart=True)), alone, "in two processes")


def report(count: int, costs: Parts, alone: float, pages: str = "") -> float:
    """Print the milliseconds of a move, and the throughput as a multiple of one process's; return the former."""
    each = sum(costs)
    times = f"; throughput {count * alone / each:.2f} times that of one" if alone else ""
    print(
        f"{count} web processes{pages and f', both pages {pages}'}: {each:.2f} ms of CPU a move (event loops "
        f"{costs.loop:.2f}, other threads {costs.threads:.2f}, database and Redis {costs.stores:.2f}){times}",
        flush=True,
    )
    return each


async def measure(sites: Sequence[Site], name: str, *, apart: bool, rounds: int = ROUNDS) -> Parts:
    """Return the milliseconds of CPU a move, over all processes; `apart` opens a match's pages in two of them."""
    pids = [site.process.pid for site in sites if site.process]
    spent, moves = Parts(0.0, 0.0, 0.0), 0
    for number in range(rounds):
        pairs = await asyncio.to_thread(make_pairs, MATCHES, f"{name}{number}x")
        scripts = [moves_of(pair)[:-1] for pair in pairs]
        tables = [
            await open_both(sites[place % len(sites)], sites[(place + apart) % len(sites)], pair)
            for place, pair in enumerate(pairs)
        ]
        await asyncio.sleep(1.0)
        before = [cpu_parts(pid) for pid in pids]
        await play_all(tables, scripts)
        passed = [cpu_parts(pid).since(then) for pid, then in zip(pids, before, strict=True)]
        stores = passed[0].stores  # the same for each
        spent = Parts(
            spent.loop + sum(part.loop for part in passed),
            spent.threads + sum(part.threads for part in passed),
            spent.stores + stores,
        )
        moves += sum(map(len, scripts))
        await asyncio.gather(*(page.close() for pages in tables for page in pages))
    return Parts(*(1000 * seconds / moves for seconds in spent))


async def open_both(one: Site, other: Site, pair: Pair) -> list[ClientConnection]:
    """Open both pages of a match, one in each of these processes, which may be the same."""
    return [(await open_pages(site.url, pair, seats=(seat,)))[0] for seat, site in enumerate((one, other))]


if __name__ == "__main__":
    main()
