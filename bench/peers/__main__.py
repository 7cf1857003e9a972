"""Measure Numgames and boardgame.io alternately; end with one line of JSON: milliseconds of CPU time per move."""

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
from subprocess import PIPE

from bench.cpu import cpu_parts
from tests.services import postgres_url, redis_url

HERE = Path(__file__).parent
HOME = HERE.parent.parent
PACKAGES = HOME / "build" / "peers"
STORES = ("memory", "files", "postgres")


def main() -> None:
    """Measure all servers in turn for several rounds, and print the medians."""
    parser = argparse.ArgumentParser(prog="script/bench peers", description=__doc__)
    parser.add_argument("--matches", type=int, default=32, help="matches at once")
    parser.add_argument("--seconds", type=int, default=10, help="length of each measurement")
    parser.add_argument("--rounds", type=int, default=2, help="how often each server is measured")
    parser.add_argument("--pause", type=float, default=0, help="seconds between the moves of a match of Numgames (0)")
    parser.add_argument("--ours", action="store_true", help="measure Numgames only")
    arguments = parser.parse_args()
    figures: dict[str, list[float]] = {}
    if not arguments.ours:
        install()
    for _round in range(arguments.rounds):
        for name, figure in measured(arguments.matches, arguments.seconds, arguments.pause, ours=arguments.ours):
            figures.setdefault(name, []).append(figure)
            print(f"{name}: {figure:.2f} ms of CPU a move", flush=True)
    print(json.dumps({f"{name}_ms": round(median(values), 3) for name, values in figures.items()}))


def install() -> None:
    """Install the packages of package.json into `PACKAGES`, which git ignores."""
    PACKAGES.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", PACKAGES)
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"]
    subprocess.run(command, cwd=PACKAGES, check=True, stdout=sys.stderr)


def measured(matches: int, seconds: int, pause: float, *, ours: bool) -> Iterator[tuple[str, float]]:
    """Yield the name of each server and store, and its milliseconds of CPU time per move."""
    yield "numgames_sqlite", numgames(matches, seconds, pause, {})
    with postgres_url() as postgres, redis_url() as redis:
        stores = {"TEST_DATABASE_URL": postgres, "TEST_REDIS_URL": redis}
        yield "numgames_postgres", numgames(matches, seconds, pause, stores)
        if not ours:
            with tempfile.TemporaryDirectory(prefix="boardgame-") as folder:
                for store in STORES:
                    place = postgres if store == "postgres" else folder
                    yield f"boardgame_{store}", boardgame(store, matches, seconds, place)


def numgames(matches: int, seconds: int, pause: float, stores: dict[str, str]) -> float:
    """Return the milliseconds of CPU time per move of Numgames, measured in a process with these variables."""
    command = [sys.executable, "-m", "bench.peers.numgames", str(matches), str(seconds), str(pause)]
    with tempfile.TemporaryDirectory(prefix="numgames-bench-") as folder:
        env = {**os.environ, **stores, "BENCH_FOLDER": folder}
        done = subprocess.run(command, env=env, cwd=HOME, check=True, stdout=PIPE, text=True)
    return float(done.stdout.split()[-1])


def boardgame(store: str, matches: int, seconds: int, place: str) -> float:
    """Return the milliseconds of CPU time per move of boardgame.io; `place` is the folder or URL of its store."""
    with _served(store, place) as (process, port):
        drive = ["node", str(HERE / "drive.cjs"), f"http://127.0.0.1:{port}", str(matches), str(seconds)]
        with subprocess.Popen(drive, cwd=PACKAGES, stdin=PIPE, stdout=PIPE, text=True) as driver:
            return measured_rounds(driver, process.pid, place)


def measured_rounds(driver: subprocess.Popen[str], pid: int, place: str) -> float:
    """Return the milliseconds of CPU time per move of the server and its store, over the driver's rounds.

    The driver prints `begin` before each round but the first (the warm-up), the number of moves after it, and `end` at
    last; it waits for a line after each of the others. Raises SystemExit if it ends early.
    """
    address = place if "://" in place else "files://"
    assert driver.stdin
    assert driver.stdout
    spent, moves, before = 0.0, 0, 0.0
    for line in map(str.strip, driver.stdout):
        if line == "begin":
            before = sum(cpu_parts(pid, address))
        elif line.isdecimal():
            spent, moves = spent + sum(cpu_parts(pid, address)) - before, moves + int(line)
        elif line == "end" and moves:
            return spent / moves * 1000
        driver.stdin.write("\n")
        driver.stdin.flush()
    raise SystemExit(f"boardgame.io's clients ended after {moves} moves, with status {driver.wait()}.")


@contextmanager
def _served(store: str, place: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = ["node", str(HERE / "server.cjs"), store, place]
    env = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(command, cwd=PACKAGES, env=env, stdout=PIPE, text=True) as process:
        assert process.stdout
        port = next((line.strip() for line in process.stdout if line.strip().isdecimal()), "")
        if not port:
            raise SystemExit(f"boardgame.io did not start with its store {store}: status {process.wait()}.")
        try:
            yield process, int(port)
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
