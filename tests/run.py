"""Run the tests on both stacks, SQLite and PostgreSQL with Redis, and print what ran.

A test that needs no database runs once. What uses several connections (threads, sockets, committed transactions) runs
on PostgreSQL, and before a release, or if it is about races, on SQLite as well. What stays in one transaction runs
once: on PostgreSQL if it is marked `sql`, since the databases differ in what it is about, else on SQLite. Stories in a
browser and with a site of their own run once, on PostgreSQL, except those marked `both_stacks`, which touch locking,
races, restarts or clocks; those in a browser run on SQLite before a release. Of a test marked `any_stack` nothing
depends on the stack; it runs on SQLite. A process that has done its share takes tests from another; the modules of
stories that it runs share a site, which is emptied in between. All three parts run at the same time: stories and what
has a site of its own wait a lot, and the tests on SQLite, which do not, use the processors meanwhile, at a lower
priority.
`--quick` is for between two edits: neither a browser nor PostgreSQL, and none of the tests marked `slow`. `--thorough`
is for before a release: all cases of each matrix, and many more examples of each property (see tests/sizes.py).

Up to three tests of a part that failed run once more when all parts have ended, each alone on the idle machine. One
that passes then is counted and named as flaky at the end: it is a fault to be mended, but no reason to throw the run
away.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from threading import Thread
from typing import NamedTuple
from xml.etree import ElementTree

import psycopg
from redis import Redis

from tests import controller, sizes
from tests.services import postgres_url, redis_url
from tests.template import HOME, postgres_template

BROWSER = "tests/browser"
# Compiled modules are kept, also those whose assertions pytest has rewritten and where PYTHONDONTWRITEBYTECODE is set:
# each of the many processes would compile all of them.
COMPILED = HOME / "build" / "tests" / "bytecode"
BYTECODE = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(COMPILED)}
QUICK, THOROUGH = "--quick", "--thorough"
SQLITE, POSTGRES = "SQLite", "PostgreSQL"
FIRST_WORKER, MOST_WORKERS = "TESTS_FIRST_WORKER", 4  # of a lane: each process of tests empties a Redis of its own
# The parts together keep more than all processors busy, and each process collects all tests and starts its own sites.
WORKERS = min(MOST_WORKERS, os.cpu_count() or 1)
STEAL = "--dist=worksteal"
# One more where nothing is left to wait for: the last minutes are those of this part alone, in which some tests wait.
FILLING = f"-n{min(MOST_WORKERS, WORKERS + 1)}"
MOST_FLAKY = 3  # more failures in one part are no accident


class Part(NamedTuple):
    """Some of the tests on one stack: its name, the stack, options of pytest, and how far it lets others go first."""

    name: str
    stack: str
    options: tuple[str, ...]
    niceness: int = 0


BEFORE_RELEASE = Part("Chromium, SQLite", SQLITE, (BROWSER, STEAL, "-m", "both_stacks"))
# Lanes run at the same time, the parts of a lane one after the other. Playwright's event loop must stay away from
# asynchronous tests. The tests on SQLite seldom wait: they fill what the others leave of the processors, to the end.
LANES = (
    (Part("PostgreSQL", POSTGRES, (f"--ignore={BROWSER}", STEAL, "-m", "stack")),),
    (
        BEFORE_RELEASE,
        Part("Chromium", POSTGRES, (BROWSER, STEAL)),
    ),
    (Part("SQLite", SQLITE, (f"--ignore={BROWSER}", STEAL, "-m", "not postgres", FILLING), niceness=5),),
)


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


class Attempt(NamedTuple):
    """What one run of pytest counted, and the ids of the tests that failed."""

    counts: Counts
    failed: tuple[str, ...] = ()


def run(options: Sequence[str], env: Mapping[str, str]) -> Counts:
    """Run pytest, and what failed once more; return the counts."""
    return once_more(attempt(options, env), env)


def attempt(options: Sequence[str], env: Mapping[str, str], name: str = "", niceness: int = 0) -> Attempt:
    """Run pytest; where it has a name, each line of its output begins with it."""
    with tempfile.TemporaryDirectory() as folder:
        cache, report = Path(folder) / "cache", Path(folder) / "report.xml"
        command = ["nice", f"-n{niceness}", sys.executable, "-m", "pytest", "-q", f"--junit-xml={report}"]
        command += ["-o", f"cache_dir={cache}", f"-n{WORKERS}", "--dist=loadfile", *options]
        output, errors = (subprocess.PIPE, subprocess.STDOUT) if name else (None, None)
        own = os.environ | BYTECODE | dict(env)
        if "-n0" not in options:
            own[controller.OTHERS] = own.get("PYTEST_ADDOPTS", "")
            own["PYTEST_ADDOPTS"] = f"{controller.OPTIONS} {own[controller.OTHERS]}"
        with subprocess.Popen(command, env=own, stdout=output, stderr=errors, text=True) as process:
            for line in process.stdout or ():
                print(f"{name}: {line}", end="", flush=True)
        if not report.exists():
            return Attempt(Counts(failed=1))
        suite = next(ElementTree.parse(report).iter("testsuite"))
        count = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
        failed = count["failures"] + count["errors"] + count["skipped"]
        return Attempt(Counts(count["tests"] - failed, failed or int(process.returncode != 0)), _last_failed(cache))


def compile_all() -> None:
    """Collect all tests once, some in each process: else all processes that start together compile the same modules."""
    paths = sorted(path for path in Path(__file__).parent.iterdir() if path.is_dir() or path.name.startswith("test_"))
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider"]
    with ExitStack() as stack:
        for number in range(WORKERS):  # they end before the stack does; what cannot be collected fails in its part
            some = [*command, *map(str, paths[number::WORKERS])]
            stack.enter_context(subprocess.Popen(some, env=os.environ | BYTECODE, stdout=subprocess.DEVNULL))


def once_more(first: Attempt, env: Mapping[str, str]) -> Counts:
    """Run what failed in the first attempt again if it is little, one test after the other; return the counts."""
    (passed, failed, _none), names = first
    if not 0 < len(names) == failed <= MOST_FLAKY:
        return first.counts
    print(f"\n== Alone, once more: {', '.join(names)}", flush=True)
    again = attempt(["-n0", *names], env)
    flaky = tuple(name for name in names if name not in again.failed) if again.counts.passed else ()
    return Counts(passed + len(flaky), failed - len(flaky), flaky)


def _last_failed(cache: Path) -> tuple[str, ...]:
    """Return the ids of the tests that failed in the last run, from pytest's own cache."""
    file = cache / "v" / "cache" / "lastfailed"
    return tuple(json.loads(file.read_text())) if file.exists() else ()


def versions(database: str, redis: str) -> str:
    """Return the names and versions of the two servers."""
    with psycopg.connect(database) as connection, Redis.from_url(redis) as client:
        version = connection.info.server_version
        info = client.info("server")
    name, number = info.get("server_name", "redis").title(), info.get("valkey_version", info["redis_version"])
    return f"PostgreSQL {version // 10000}.{version % 100}, {name} {number}"


def run_all(stacks: Mapping[str, Mapping[str, str]]) -> dict[str, Counts]:
    """Run each part with the environment of its stack; return the counts by the part's name."""
    if not COMPILED.exists():
        compile_all()

    def run_lane(number: int) -> list[tuple[Part, Attempt]]:
        parts = [part for part in LANES[number] if part != BEFORE_RELEASE or os.environ.get(sizes.VARIABLE)]
        return [(part, run_part(part, {FIRST_WORKER: str(number * MOST_WORKERS)})) for part in parts]

    def run_part(part: Part, own: Mapping[str, str]) -> Attempt:
        began = time.monotonic()
        first = attempt(part.options, {**stacks[part.stack], **own}, part.name, part.niceness)
        print(f"{part.name}: {first.counts}, {time.monotonic() - began:.0f} s", flush=True)
        return first

    with ThreadPoolExecutor(len(LANES)) as pool:
        ended = [one for lane in pool.map(run_lane, range(len(LANES))) for one in lane]
    return {part.name: once_more(first, stacks[part.stack]) for part, first in ended}


def main(options: list[str]) -> int:
    """Run everything, or what pytest's options choose on both stacks; return 0 if all went well."""
    began = time.monotonic()
    if THOROUGH in options:
        os.environ[sizes.VARIABLE] = "1"  # the processes of all parts read it
    chosen = [option for option in options if option not in (QUICK, THOROUGH)]
    if QUICK in options:
        by_part = {"quick": run([*chosen, f"--ignore={BROWSER}", STEAL, "-m", "not slow"], {})}
    else:
        with postgres_url() as database, redis_url() as redis:
            Thread(target=postgres_template, args=[database]).start()  # while the first tests wait for SQLite's
            print(f"== SQLite; {versions(database, redis)}", flush=True)
            env: dict[str, dict[str, str]] = {
                SQLITE: {},
                POSTGRES: {"TEST_DATABASE_URL": database, "TEST_REDIS_URL": redis},
            }
            by_part = {stack: run(chosen, env[stack]) for stack in env} if chosen else run_all(env)
    total = Counts()
    for counts in by_part.values():
        total = total.plus(counts)
    print("\n" + " · ".join(f"{where}: {counts}" for where, counts in by_part.items()))
    for test in total.flaky:
        print(f"Flaky, passed when it ran alone: {test}")
    everything, used = f"Everything{' that is thorough' if THOROUGH in options else ''}", getrusage(RUSAGE_CHILDREN)
    # Processor time tells two runs apart also where the machine has other things to do.
    processors = f"{used.ru_utime + used.ru_stime:.0f} s of processors"
    print(f"{everything}: {total}, {time.monotonic() - began:.0f} s, {processors}")
    return int(total.failed > 0 or total.passed == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
