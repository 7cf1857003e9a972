"""CPU of a new site in its first minutes, as script/server starts it, and the puzzles that it offers after seconds.

`--minutes`: how long. `--demo`: with the demo's players and matches. It has no visitor but for one look at the puzzles.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

import httpx

from tests.serving import SERVE, Site

LOOK = 10.0  # seconds after the start until the puzzles are counted
MINUTE = 60.0
TICKS = os.sysconf("SC_CLK_TCK")
USUAL = ("WORKERS_NICE", "ANALYSES_WAITING", "PUZZLE_STOCK")  # of which tests/serving.py takes the work away


def main() -> None:
    """Print the CPU of each minute in percent of a core, of the site with its workers, and the mean."""
    parser = argparse.ArgumentParser(prog="script/bench fresh", description=__doc__)
    parser.add_argument("--minutes", type=int, default=10)
    parser.add_argument("--demo", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="numgames-fresh-") as folder:
        site = Site(Path(folder), env={"DATABASE_URL": ""}, options=("--demo",) if asked.demo else ())
        for name in USUAL:
            site.env.pop(name, None)
        site.forked = False
        site.command = SERVE
        began = time.monotonic()
        site.start()
        print(f"it listens after {time.monotonic() - began:.1f} s", flush=True)
        assert site.process
        try:
            _watch(site.process.pid, site.url, Path(folder), asked.minutes)
        finally:
            site.stop()


def _watch(pid: int, url: str, folder: Path, minutes: int) -> None:
    began = time.monotonic()
    time.sleep(LOOK)
    print(f"after {LOOK:.0f} s it offers {_offered(folder)}, {_dailies(url)} of them today's", flush=True)
    first = before = cpu(pid)
    at = start = time.monotonic()
    for minute in range(1, minutes + 1):
        time.sleep(max(0.0, began + minute * MINUTE - time.monotonic()))
        now, used = time.monotonic(), cpu(pid)
        print(f"minute {minute}: {(used - before) / (now - at) * 100:.1f} % of a core", flush=True)
        at, before = now, used
    print(f"in the mean {(before - first) / (at - start) * 100:.1f} %, {before - first:.0f} s of CPU", flush=True)


def cpu(pid: int) -> float:
    """Return the CPU seconds of this process and its children, also of those that have ended."""
    total, found = 0.0, [pid]
    while found:
        one = found.pop()
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            children = [path.read_text().split() for path in Path(f"/proc/{one}/task").glob("*/children")]
        except OSError:
            continue  # it has just ended
        total += sum(map(int, fields[11:15])) / TICKS
        found += [int(child) for each in children for child in each]
    return total


def _offered(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "numgames.sqlite3")) as database:
        rows = database.execute(
            "SELECT game_slug, count(*) FROM puzzles_puzzle WHERE state = 'offered' GROUP BY game_slug"
        ).fetchall()
    return json.dumps(dict(rows))


def _dailies(url: str) -> int:
    return httpx.get(f"{url}/puzzles/", timeout=30).text.count('class="daily"')


if __name__ == "__main__":
    main()
