"""Run all benchmarks, on SQLite in one process and on PostgreSQL with Redis."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.services import postgres_url, redis_url

TOPICS = ("pages", "fanout")
ALONE = {  # these start what they need
    "peers": "Numgames and boardgame.io, CPU a move; --ours, --matches 32, --pause 2",
    "analysis": "The analysis of finished matches, one core",
    "calibration": "Winning chances against results, one core",
    "vitals": "Core web vitals on a phone, of pages and of whole live matches; --turns 6",
    "scale": "What processes and machines bear, up to 100,000 players",
}
SETTINGS = {"DJANGO_SETTINGS_MODULE": "numgames.settings", "SECRET_KEY": "nothing is signed here"}


def main() -> int:
    """Run each topic in a process of its own, since settings come from the environment; return the worst status."""
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument(
        "topics",
        nargs="*",
        choices=[*TOPICS, *ALONE, []],
        help=f"what to measure; all but {', '.join(ALONE)} by default",
    )
    parser.add_argument("--only", choices=["sqlite", "postgresql"], help="measure on one of the two only")
    arguments, further = parser.parse_known_args()
    if arguments.topics and set(arguments.topics) <= set(ALONE):
        return max(run(ALONE[topic], [topic], SETTINGS, further) for topic in arguments.topics)
    if further:
        parser.error(f"not known here: {' '.join(further)}")
    worst = 0
    if arguments.only != "postgresql":
        worst = run("SQLite, one process", arguments.topics, {})
    if arguments.only != "sqlite":
        with redis_url() as redis, postgres_url() as postgres:
            stores = {"TEST_REDIS_URL": redis, "TEST_DATABASE_URL": postgres}
            worst = max(worst, run("PostgreSQL and Redis, one process", arguments.topics, stores))
    return worst


def run(title: str, topics: list[str], stores: Mapping[str, str], further: Sequence[str] = ()) -> int:
    """Measure the topics on these stores, under a title; return the worst status."""
    print(f"\n== {title} ==", flush=True)
    worst = 0
    for topic in topics or TOPICS:
        with tempfile.TemporaryDirectory(prefix="numgames-bench-") as folder:
            env = {**os.environ, **stores, "BENCH_FOLDER": folder}
            done = subprocess.run(
                [sys.executable, "-m", f"bench.{topic}", *further], env=env, cwd=Path(__file__).parent.parent
            )
            worst = max(worst, done.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
