"""Whether a move costs more late in a match, among very many other matches, or beside many open sockets.

32 matches are played to the end with both pages open, as in `script/bench peers`; the milliseconds of CPU are those of
server and database. `BENCH_ROWS`: how many finished matches are added; `BENCH_SOCKETS`: how many idle
sockets are opened.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence

from websockets import ClientConnection

from bench.fanout import close_all, open_all, say_hello
from bench.latency import CROWDED, Script
from bench.peers.__main__ import cpu_seconds
from bench.peers.numgames import moves_of, open_pages, play_script
from bench.stage import make_pairs, stage

MATCHES, ROUNDS = 32, 3  # rounds of each measurement; one more before the first, to warm up
PARTS = 3  # of a match that are counted apart
ROWS = int(os.environ.get("BENCH_ROWS", "1000000"))
SOCKETS = int(os.environ.get("BENCH_SOCKETS", "1000"))
MOST = 1.3  # times the cost that growth may bring


def main() -> None:
    """Print the figures, and each as a multiple of what it is compared with."""
    with stage(CROWDED) as site:
        assert site.process
        pid = site.process.pid
        asyncio.run(measure(site.url, pid, "warm", 1))
        few = asyncio.run(measure(site.url, pid, "few", ROUNDS))
        report("CPU of a move", few, sum(few) / PARTS)
        print(f"  the last third of a match against the first: {few[-1] / few[0]:.2f} times (at most {MOST})")
        asyncio.run(beside_sockets(site.url, pid, sum(few)))
        fill()
        many = asyncio.run(measure(site.url, pid, "many", ROUNDS))
        report(f"CPU of a move among {ROWS:,} more matches", many, sum(many) / PARTS)
        print(f"  against few: {sum(many) / sum(few):.2f} times (at most {MOST})", flush=True)


def report(what: str, parts: Sequence[float], mean: float) -> None:
    """Print the milliseconds of each part of a match."""
    print(f"{what}: {mean:.2f} ms; by thirds of a match {', '.join(f'{part:.2f}' for part in parts)}", flush=True)


async def beside_sockets(address: str, pid: int, few: float) -> None:
    """Measure with many idle sockets of spectators of another match."""
    (other,) = await asyncio.to_thread(make_pairs, 1, "idle")
    sockets = await open_all(address, [(f"/ws/matches/{other.match.pk}/", "")] * SOCKETS)
    await say_hello(sockets)
    beside = await measure(address, pid, "beside", ROUNDS)
    report(f"CPU of a move beside {SOCKETS:,} idle sockets", beside, sum(beside) / PARTS)
    print(f"  against none: {sum(beside) / few:.2f} times (at most {MOST})", flush=True)
    await close_all(sockets)


async def measure(address: str, pid: int, name: str, rounds: int) -> list[float]:
    """Return the milliseconds of CPU a move in each third of the matches, over these rounds."""
    spent, moves = [0.0] * PARTS, [0] * PARTS
    for number in range(rounds):
        pairs = await asyncio.to_thread(make_pairs, MATCHES, f"{name}{number}x")
        scripts = [moves_of(pair)[:-1] for pair in pairs]  # the end has costs of its own
        tables = [await open_pages(address, pair) for pair in pairs]
        await asyncio.sleep(1.0)
        for part in range(PARTS):
            played = [third(script, part) for script in scripts]
            before = cpu_seconds(pid)
            await play_all(tables, played)
            spent[part] += cpu_seconds(pid) - before
            moves[part] += sum(map(len, played))
        await asyncio.gather(*(page.close() for pages in tables for page in pages))
    return [1000 * seconds / count for seconds, count in zip(spent, moves, strict=True)]


def third(script: Script, part: int) -> Script:
    """Return a third of the moves."""
    return script[part * len(script) // PARTS : (part + 1) * len(script) // PARTS]


async def play_all(tables: list[list[ClientConnection]], scripts: list[Script]) -> None:
    """Play these moves of all matches at once."""
    await asyncio.gather(*(play_script(pages, script, []) for pages, script in zip(tables, scripts, strict=True)))


def fill() -> None:
    """Add very many finished matches, each with a move, in two statements: copies of one, between its players."""
    from django.db import connection

    from games.matches.models import Match, Move
    from games.matches.outcomes import Ending

    (pair,) = make_pairs(1, "row")
    numbers = {
        "sqlite": f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})",  # noqa: S608 - a number
        "postgresql": f"WITH n(i) AS (SELECT generate_series(1, {ROWS}))",
    }[connection.vendor]
    changed = {"id": "'row' || i", "finished_at": "moved_at", "deadline_at": "NULL", "ending": "%s", "winner": "1"}
    columns = [str(field.column) for field in Match._meta.concrete_fields]
    values = [changed.get(name, name) for name in columns]
    matches, moves = Match._meta.db_table, Move._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {matches} ({', '.join(columns)}) {numbers} "  # noqa: S608 - names of columns
            f"SELECT {', '.join(values)} FROM {matches}, n WHERE id = %s",
            [Ending.PLAYED, pair.match.pk],
        )
        cursor.execute(
            f"INSERT INTO {moves} (match_id, ply, text, made_at) "  # noqa: S608 - names of tables
            f"SELECT id, 1, 'pass', moved_at FROM {matches} WHERE id LIKE 'row%%'",
            [],
        )
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    main()
