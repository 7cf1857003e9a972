"""Runs the tests twice, on SQLite with everything in memory and on PostgreSQL with Redis, and says what ran."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import psycopg
from redis import Redis

from tests.services import postgres_url, redis_url

BROWSER = "tests/browser"
PARTS = {"": [f"--ignore={BROWSER}"], " in Chromium": [BROWSER]}  # Playwright's loop stays away from other tests
WORKERS = min(4, os.cpu_count() or 1)


class Tally(NamedTuple):
    """How many tests went well and how many did not; a skipped one did not."""

    passed: int = 0
    failed: int = 0

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.passed + other.passed, self.failed + other.failed)


def run(options: list[str], env: Mapping[str, str]) -> Tally:
    """One run of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"-n{WORKERS}", "--dist=loadfile", f"--junit-xml={report}"]
        status = subprocess.run([*command, *options], env=os.environ | dict(env), check=False).returncode
        if not report.exists():
            return Tally(failed=1)
        suite = next(ElementTree.parse(report).iter("testsuite"))
    count = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
    failed = count["failures"] + count["errors"] + count["skipped"]
    return Tally(count["tests"] - failed, failed or int(status != 0))


def backends(database: str, redis: str) -> dict[str, dict[str, str]]:
    """The two kinds of machine the site runs on, and the environment of each."""
    with psycopg.connect(database) as connection, Redis.from_url(redis) as client:
        version = connection.info.server_version
        info = client.info("server")
    name, number = info.get("server_name", "redis").title(), info.get("valkey_version", info["redis_version"])
    return {
        "SQLite, in memory": {},
        f"PostgreSQL {version // 10000}.{version % 100}, {name} {number}": {
            "TEST_DATABASE_URL": database,
            "TEST_REDIS_URL": redis,
        },
    }


def main(options: list[str]) -> int:
    """Runs everything, or what the options choose, on each backend; 0 if all went well."""
    parts = {"": options} if options else PARTS
    tallies: dict[str, Tally] = {}
    with postgres_url() as database, redis_url() as redis:
        for backend, env in backends(database, redis).items():
            for part, chosen in parts.items():
                print(f"\n== {backend}{part}", flush=True)
                tallies[backend + part] = run(chosen, env)
    total = Tally()
    for tally in tallies.values():
        total = total.plus(tally)
    print("\n" + " · ".join(f"{where}: {tally}" for where, tally in tallies.items()))
    print(f"Everything: {total}")
    return int(total.failed > 0 or total.passed == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
