"""Measure Numgames and boardgame.io alternately, and end with one line of JSON: milliseconds of CPU a move."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.services import postgres_url, redis_url

HERE = Path(__file__).parent
HOME = HERE.parent.parent
PACKAGES = HOME / "build" / "peers"
STORES = ("memory", "postgres")  # its file store stops after a few moves with these packages
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run all servers in turn, several rounds, and print the medians."""
    parser = argparse.ArgumentParser(prog="script/bench peers", description=__doc__)
    parser.add_argument("--matches", type=int, default=32, help="matches at once")
    parser.add_argument("--seconds", type=int, default=10, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=2, help="how often each server is measured")
    parser.add_argument("--ours", action="store_true", help="measure Numgames only")
    chosen = parser.parse_args()
    figures: dict[str, list[float]] = {}
    if not chosen.ours:
        install()
    for _round in range(chosen.rounds):
        for name, figure in measured(chosen.matches, chosen.seconds, ours=chosen.ours):
            figures.setdefault(name, []).append(figure)
            print(f"{name}: {figure:.2f} ms of CPU a move", flush=True)
    print(json.dumps({f"{name}_ms": round(median(found), 3) for name, found in figures.items()}))


def install() -> None:
    """Install the packages of package.json into a folder that git ignores."""
    PACKAGES.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", PACKAGES)
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"]
    subprocess.run(command, cwd=PACKAGES, check=True, stdout=sys.stderr)


def measured(matches: int, seconds: int, *, ours: bool) -> Iterator[tuple[str, float]]:
    """Yield the name and the milliseconds of each server."""
    yield "numgames_sqlite", numgames(matches, seconds, {})
    with postgres_url() as postgres, redis_url() as redis:
        stores = {"TEST_DATABASE_URL": postgres, "TEST_REDIS_URL": redis}
        yield "numgames_postgres", numgames(matches, seconds, stores)
        if not ours:
            for store in STORES:
                yield f"boardgame_{store}", boardgame(store, matches, seconds, postgres)


def numgames(matches: int, seconds: int, stores: dict[str, str]) -> float:
    """Return the milliseconds of CPU a move, measured in a process of its own, which loads these settings."""
    command = [sys.executable, "-m", "bench.peers.numgames", str(matches), str(seconds)]
    with tempfile.TemporaryDirectory(prefix="numgames-bench-") as folder:
        env = {**os.environ, **stores, "BENCH_FOLDER": folder}
        done = subprocess.run(command, env=env, cwd=HOME, check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout.split()[-1])


def boardgame(store: str, matches: int, seconds: int, postgres: str) -> float:
    """Return the milliseconds of CPU a move of boardgame.io with this store."""
    with _served(store, postgres) as (process, port):
        drive = ["node", str(HERE / "drive.cjs"), f"http://127.0.0.1:{port}", str(matches), str(seconds)]
        with subprocess.Popen(drive, cwd=PACKAGES, stdout=subprocess.PIPE, text=True) as driver:
            assert driver.stdout
            assert driver.stdout.readline() == "begin\n"
            before = cpu_seconds(process.pid)
            moves = int(driver.stdout.readline())
            return (cpu_seconds(process.pid) - before) / moves * 1000


@contextmanager
def _served(store: str, postgres: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = ["node", str(HERE / "server.cjs"), store, postgres]
    env = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(command, cwd=PACKAGES, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        while not (line := process.stdout.readline().strip()).isdecimal():
            assert process.poll() is None, "boardgame.io did not start"
        try:
            yield process, int(line)
        finally:
            process.terminate()


def cpu_seconds(pid: int) -> float:
    """Return the user and system time of this server and of all servers of databases and Redis on the machine."""
    return sum(cpu_parts(pid))


def cpu_parts(pid: int) -> Parts:
    """Return the same in parts."""
    server, stores = 0.0, 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        name, seconds = _times(stat)
        if stat.parent.name == str(pid):
            server += seconds
        elif name in ("(postgres)", "(redis-server)", "(valkey-server)"):
            stores += seconds
    first_thread = _times(Path(f"/proc/{pid}/task/{pid}/stat"))[1]
    return Parts(first_thread, server - first_thread, stores)


class Parts(NamedTuple):
    """Seconds of CPU: of the server's event loop, of its other threads, and of databases and Redis."""

    loop: float
    threads: float
    stores: float

    def since(self, before: Parts) -> Parts:
        """Return what was spent since then."""
        return Parts(*(now - then for now, then in zip(self, before, strict=True)))


def _times(stat: Path) -> tuple[str, float]:
    """Return the name of a process or thread, and its user and system time."""
    try:
        text = stat.read_text()
    except OSError:
        return "", 0.0  # it has just ended
    fields = text.rpartition(")")[2].split()
    return text[text.index("(") : text.rindex(")") + 1], (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
