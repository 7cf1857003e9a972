"""Run the tests on both stacks, SQLite and PostgreSQL with Redis, and print what ran.

A test that needs no database runs once. What uses several connections (threads, sockets, committed transactions) runs
on both stacks. What stays in one transaction runs once: on PostgreSQL if it is marked `sql`, since the databases differ
in what it is about, else on SQLite. Stories in a browser and with a site of their own run once, on PostgreSQL, except
those marked `both_stacks`, which touch locking, races, restarts or clocks. Of a test marked `any_stack` nothing depends
on the stack; it runs on SQLite. A process that has done its share takes tests from another; a module of stories has a
site of its own in each process that runs some of it.
`--quick` is for between two edits: neither a browser nor PostgreSQL, and none of the tests marked `slow`. `--thorough`
is for before a release: all cases of each matrix, and many more examples of each property (see tests/sizes.py).

Up to three tests of a part that failed run once more when the part has ended, each alone on the idle machine. One that
passes then is counted and named as flaky at the end: it is a fault to be mended, but no reason to throw the run away.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from xml.etree import ElementTree

import psycopg
from redis import Redis

from tests import sizes
from tests.services import postgres_url, redis_url
from tests.template import HOME, postgres_template

BROWSER = "tests/browser"
# Compiled modules are kept, also those whose assertions pytest has rewritten and where PYTHONDONTWRITEBYTECODE is set:
# each of the many processes would compile all of them.
BYTECODE = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(HOME / "build" / "tests" / "bytecode")}
QUICK, THOROUGH = "--quick", "--thorough"
SQLITE, POSTGRES = "SQLite", "PostgreSQL, Redis"
Part = tuple[str, str, tuple[str, ...]]
WORKERS = min(4, os.cpu_count() or 1)
# Parts of a whole run: stack, what it is, options. Playwright's event loop must stay away from asynchronous tests.
STEAL = "--dist=worksteal"
WAITING = f"-n{WORKERS + 1}"  # where tests wait for timers, starting sites and browsers, another process uses the time
PARTS: tuple[Part, ...] = (
    (SQLITE, "", (f"--ignore={BROWSER}", STEAL, "-m", "not postgres")),
    (SQLITE, " in Chromium", (BROWSER, WAITING, STEAL, "-m", "both_stacks")),
    (POSTGRES, "", (f"--ignore={BROWSER}", WAITING, STEAL, "-m", "stack")),
    (POSTGRES, " in Chromium", (BROWSER, WAITING, STEAL)),
)
MOST_FLAKY = 3  # more failures in one part are no accident


class Counts(NamedTuple):
    """How many tests passed and how many did not (a skipped one did not), and which passed at the second try only."""

    passed: int = 0
    failed: int = 0
    flaky: tuple[str, ...] = ()

    def __str__(self) -> str:
        flaky = f", {len(self.flaky)} of them flaky" if self.flaky else ""
        return f"{self.passed} passed{flaky}, {self.failed} failed"

    def plus(self, other: Counts) -> Counts:
        """Return the counts of both together."""
        return Counts(self.passed + other.passed, self.failed + other.failed, self.flaky + other.flaky)


def run(options: list[str], env: Mapping[str, str]) -> Counts:
    """Run pytest, and what failed once more; return the counts."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        counts = _run([f"-n{WORKERS}", "--dist=loadfile", *options], env, cache)
        failed = _last_failed(cache)
        if not 0 < len(failed) == counts.failed <= MOST_FLAKY:
            return counts
        print(f"\n== Alone, once more: {', '.join(failed)}", flush=True)
        again = _run(["-n0", *failed], env, cache)
        flaky = tuple(test for test in failed if test not in _last_failed(cache)) if again.passed else ()
        return Counts(counts.passed + len(flaky), counts.failed - len(flaky), flaky)


def _run(options: list[str], env: Mapping[str, str], cache: Path) -> Counts:
    report = cache.with_name("report.xml")
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-o", f"cache_dir={cache}", f"--junit-xml={report}", *options]
    status = subprocess.run(command, env=os.environ | BYTECODE | dict(env), check=False).returncode
    if not report.exists():
        return Counts(failed=1)
    suite = next(ElementTree.parse(report).iter("testsuite"))
    count = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
    failed = count["failures"] + count["errors"] + count["skipped"]
    return Counts(count["tests"] - failed, failed or int(status != 0))


def _last_failed(cache: Path) -> list[str]:
    """Return the ids of the tests that failed in the last run, from pytest's own cache."""
    file = cache / "v" / "cache" / "lastfailed"
    return list(json.loads(file.read_text())) if file.exists() else []


def versions(database: str, redis: str) -> str:
    """Return the names and versions of the two servers."""
    with psycopg.connect(database) as connection, Redis.from_url(redis) as client:
        version = connection.info.server_version
        info = client.info("server")
    name, number = info.get("server_name", "redis").title(), info.get("valkey_version", info["redis_version"])
    return f"PostgreSQL {version // 10000}.{version % 100}, {name} {number}"


def run_all(parts: Iterable[Part], database: str, redis: str) -> dict[str, Counts]:
    """Run each part on its stack; the counts by the part's name."""
    env: dict[str, dict[str, str]] = {SQLITE: {}, POSTGRES: {"TEST_DATABASE_URL": database, "TEST_REDIS_URL": redis}}
    name = {SQLITE: SQLITE, POSTGRES: versions(database, redis)}
    by_part: dict[str, Counts] = {}
    for stack, what, options in parts:
        title = name[stack] + what
        print(f"\n== {title}", flush=True)
        began = time.monotonic()
        by_part[title] = run(list(options), env[stack])
        print(f"{title}: {time.monotonic() - began:.0f} s", flush=True)
    return by_part


def main(options: list[str]) -> int:
    """Run everything, or what pytest's options choose on both stacks; return 0 if all went well."""
    began = time.monotonic()
    if THOROUGH in options:
        os.environ[sizes.VARIABLE] = "1"  # the processes of all parts read it
    chosen = [option for option in options if option not in (QUICK, THOROUGH)]
    if QUICK in options:
        by_part = {"quick": run([*chosen, f"--ignore={BROWSER}", STEAL, "-m", "not slow"], {})}
    else:
        parts = tuple((stack, "", tuple(chosen)) for stack in (SQLITE, POSTGRES)) if chosen else PARTS
        with postgres_url() as database, redis_url() as redis:
            Thread(target=postgres_template, args=[database]).start()  # while the first tests wait for SQLite's
            by_part = run_all(parts, database, redis)
    total = Counts()
    for counts in by_part.values():
        total = total.plus(counts)
    print("\n" + " · ".join(f"{where}: {counts}" for where, counts in by_part.items()))
    for test in total.flaky:
        print(f"Flaky, passed when it ran alone: {test}")
    print(f"Everything{' that is thorough' if THOROUGH in options else ''}: {total}, {time.monotonic() - began:.0f} s")
    return int(total.failed > 0 or total.passed == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
