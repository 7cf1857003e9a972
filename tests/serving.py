"""The real site as a process of its own, to be visited, restarted and killed."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Protocol

import psycopg
from psycopg.sql import SQL, Identifier

from tests.services import pooled
from tests.template import KEPT, postgres_template, sqlite_template

HOME = Path(__file__).parent.parent
SERVE = (sys.executable, str(HOME / "manage.py"), "serve", "--prepare")
PATIENCE = 180  # seconds: far more than a start or a stop takes, even on a busy machine
# Variables that the project or a library reads while it is loaded, not by the settings
BESIDE_SETTINGS = ("GAME_PACKAGES", "NUMGAMES_CACHE", "PYTHONPATH", "PROMETHEUS_MULTIPROC_DIR", "TZ")
MOST_BASES = 4


class Process(Protocol):
    """What `subprocess.Popen` and `Fork` have in common."""

    @property
    def pid(self) -> int:
        """The process id."""

    @property
    def stdout(self) -> IO[str] | None:
        """What it prints."""

    def poll(self) -> int | None:
        """Return the exit status, or None if it runs."""

    def wait(self, timeout: float) -> int:
        """Wait for its end, at most this many seconds, and return its exit status."""

    def send_signal(self, number: int, /) -> None:
        """Send it a signal."""


class Site:
    """One or more runs of `manage.py serve` on the same data, always at the same address.

    Each is forked from a process that has loaded Django with this environment, unless it has a command of its own, a
    file that it inherits or a library that a program loads when it starts.
    """

    command: tuple[str, ...] = SERVE
    forked = True  # False where it matters what is logged while Django is loaded

    def __init__(self, folder: Path, *, env: Mapping[str, str] | None = None, options: tuple[str, ...] = ()) -> None:
        """Keep the data in `folder`; `env` is added to the environment, `options` to the command."""
        self.folder = folder
        self.options = options
        self.inherited: tuple[int, ...] = ()
        self.env = os.environ | environment(folder) | dict(env or {})
        self.env.setdefault("STATIC_ROOT", str(_static_root(self.env)))
        self.port = 0
        self.url = ""
        self.lines: list[str] = []
        self.process: Process | None = None
        self.ready: Ready | None = None

    @property
    def log(self) -> str:
        """All that the site has printed, over all its runs."""
        return "".join(self.lines)

    @property
    def runs(self) -> bool:
        """Return whether the process of the site runs."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the site and wait until it has said where it listens; raise AssertionError if it ends first."""
        self.process = self._launch("--port", str(self.port), *self.options)
        listening = threading.Event()
        self.reader = threading.Thread(target=self._read, args=(self.process, listening), daemon=True)
        self.reader.start()
        if not (listening.wait(PATIENCE) and self.url):
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(timeout=PATIENCE)  # else its end is reported in whatever test runs next
            raise AssertionError(self.log)

    def _launch(self, *options: str) -> Process:
        if self.forked and self.command == SERVE and not self.inherited and "LD_PRELOAD" not in self.env:
            return Fork(self._ready(), *SERVE[2:], *options)
        return subprocess.Popen(
            [*self.command, *options],
            env=self.env,
            cwd=self.folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=self.inherited,
        )

    def _read(self, process: Process, listening: threading.Event) -> None:
        assert process.stdout
        with process.stdout as output:
            for line in output:
                self.lines.append(line)
                if line.startswith("http://") and not listening.is_set():
                    self.url = line.strip()
                    self.port = int(self.url.rpartition(":")[2])
                    listening.set()
        listening.set()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the site to stop, wait, and return its exit status."""
        assert self.process
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return status

    def kill(self) -> None:
        """End the site without warning, as a power cut does."""
        self.stop(signal.SIGKILL)

    def restart(self) -> None:
        """Stop the site and start it again at the same address, with the same data."""
        assert self.stop() == 0, self.log
        self.start()

    def manage(self, *command: str) -> str:
        """Run a management command on the site's data and return what it printed."""
        return self._ready().run(*command)

    def attempt(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a management command that may fail on the site's data; return its exit status and what it printed."""
        return self._ready().attempt(*command)

    def _ready(self) -> Ready:
        if self.ready is None or self.ready.env != self.env:
            self.ready = Ready(self.env, self.folder)
        return self.ready


class Ready:
    """A process that has loaded Django with this environment and runs management commands; see tests/ready.py."""

    def __init__(self, env: Mapping[str, str], folder: Path) -> None:
        """Start the process; it ends when this object is no longer used."""
        self.env = dict(env)
        self.lock = threading.Lock()
        with tempfile.TemporaryDirectory() as pipes:
            requests, answers = Path(pipes) / "requests", Path(pipes) / "answers"
            os.mkfifo(requests)
            os.mkfifo(answers)
            place = (str(folder), str(requests), str(answers))
            is_like_another = any(one.ask("again", self.env, *place) for one in _bases if one.is_base_for(self.env))
            if not is_like_another:
                _loader().start(self.env, *place)
            self.requests, self.answers = requests.open("w"), answers.open()
        self.end = weakref.finalize(self, _end, self.requests, self.answers)
        if not is_like_another and len(_bases) < MOST_BASES:
            _bases.append(self)

    def is_base_for(self, env: Mapping[str, str]) -> bool:
        """Return whether what is read of the environment besides the settings is the same."""
        return all(self.env.get(name) == env.get(name) for name in BESIDE_SETTINGS)

    def run(self, *command: str) -> str:
        """Run a command; return what it printed."""
        with tempfile.NamedTemporaryFile("r") as output:
            status = self.ask("wait", self.ask("start", output.name, "", *command))
            printed = output.read()
        assert status == 0, f"{' '.join(command)}: exit status {status}\n{printed}"
        return printed

    def attempt(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command that may fail; return its exit status and what it printed."""
        with tempfile.NamedTemporaryFile("r") as output, tempfile.NamedTemporaryFile("r") as errors:
            status = self.ask("wait", self.ask("start", output.name, errors.name, *command))
            assert status is not None
            return subprocess.CompletedProcess(command, status, output.read(), errors.read())

    def ask(self, *request: str | int | dict[str, str] | None) -> int | None:
        """Send a request and return the answer."""
        with self.lock:
            self.requests.write(json.dumps(request) + "\n")
            self.requests.flush()
            answer: int | None = json.loads(self.answers.readline())
        return answer


_bases: list[Ready] = []  # that have loaded the project, for sites whose settings let them be forked from one


class Loader:
    """The process that has loaded the libraries, and is forked for each ready process; see tests/ready.py."""

    def __init__(self) -> None:
        """Start the process; it ends with this one."""
        self.lock = threading.Lock()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ready"], cwd=HOME, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.end = weakref.finalize(self, _end_loader, self.process)

    def start(self, env: Mapping[str, str], folder: str, requests: str, answers: str) -> None:
        """Make a ready process that opens these two pipes."""
        assert self.process.stdin
        assert self.process.stdout
        with self.lock:
            self.process.stdin.write(json.dumps([env, folder, requests, answers]) + "\n")
            self.process.stdin.flush()
            json.loads(self.process.stdout.readline())


@cache
def _loader() -> Loader:
    return Loader()


class Fork:
    """A command that a ready process has started, to be used like `subprocess.Popen`."""

    def __init__(self, ready: Ready, *command: str) -> None:
        self.ready = ready
        self.status: int | None = None
        with tempfile.TemporaryDirectory() as folder:
            pipe = Path(folder) / "output"
            os.mkfifo(pipe)
            pid = ready.ask("start", str(pipe), str(pipe), *command)
            assert pid
            self.pid = pid
            self.stdout = pipe.open()

    def poll(self) -> int | None:
        """Return the exit status, or None if the command runs."""
        if self.status is None:
            self.status = self.ready.ask("poll", self.pid)
        return self.status

    def wait(self, timeout: float) -> int:
        """Wait until the command has ended, at most this many seconds, and return its exit status."""
        until = time.monotonic() + timeout
        while (status := self.poll()) is None:
            assert time.monotonic() < until, f"{self.pid} does not end."
            time.sleep(0.02)
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal if the command runs."""
        if self.poll() is None:
            os.kill(self.pid, number)


def _end(requests: IO[str], answers: IO[str]) -> None:
    requests.close()
    with answers:
        answers.read()  # until it has ended


def _end_loader(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    assert process.stdout
    process.stdin.close()
    process.wait(PATIENCE)
    process.stdout.close()


def environment(folder: Path) -> dict[str, str]:
    """Return the variables that make a site in this folder independent of the tests' settings and of other sites."""
    env = {"DJANGO_SETTINGS_MODULE": "numgames.settings", "SECRET_KEY": "for tests only", "NUMGAMES_VAR": str(folder)}
    env["WORKERS_NICE"] = "0"  # else they may starve on a busy machine
    env["COMPRESS_STATIC"] = "1"  # also for script/server: all sites share the collected files
    env["ANALYSES_WAITING"] = "0"  # as for puzzles: nothing is computed that no test asks for
    env["PUZZLE_STOCK"] = "0"  # computers play no matches of their own beside what is tested
    if redis := os.environ.get("TEST_REDIS_URL"):
        env |= {"REDIS_URL": f"{redis}/15", "REDIS_PREFIX": f"site-{secrets.token_hex(4)}"}
    return env


def _static_root(env: Mapping[str, str]) -> Path:
    """Sites with the same games and bundles share their collected files, which take a while to compress."""
    games = hashlib.sha256(f"{env.get('GAME_PACKAGES', '')} {env.get('ESBUILD')}".encode()).hexdigest()
    root = KEPT / f"static-{games[:8]}"
    begin_static_root(root)
    return root


def begin_static_root(root: Path) -> None:
    """Have a new folder begin with the files of another one: those that both have need not be compressed again."""
    others = (stamp.with_suffix("") for stamp in sorted(KEPT.glob("static-*.stamp")))
    if not root.exists() and (other := next(others, None)):
        with _locked(root), _locked(other):
            if not root.exists():
                with tempfile.TemporaryDirectory(dir=root.parent) as folder:
                    shutil.copytree(other, Path(folder) / "static").rename(root)


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    """Keep sites that start from collecting files into this folder."""
    with root.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def fresh_database() -> Iterator[dict[str, str]]:
    """Return the environment that gives a site a database without tables: a PostgreSQL one if the tests run on that."""
    server = os.environ.get("TEST_DATABASE_URL")
    if not server:
        yield {"DATABASE_URL": ""}
        return
    with postgres_database(server) as address:
        yield {"DATABASE_URL": address, "DATABASE_DIRECT_URL": ""}


@contextmanager
def migrated_database(folder: Path, server: str | None = None) -> Iterator[dict[str, str]]:
    """Return the same with all tables, for a site in this folder; `server` is the address of another PostgreSQL."""
    server = server or os.environ.get("TEST_DATABASE_URL")
    if not server:
        shutil.copyfile(sqlite_template(), folder / "numgames.sqlite3")
        yield {"DATABASE_URL": ""}
        return
    with postgres_database(server, postgres_template(server)) as address, pooled(address) as env:
        yield env


@contextmanager
def postgres_database(server: str, template: str = "template1", name: str = "") -> Iterator[str]:
    """Yield the address of a new database on this server, a copy of `template`, by default with a random name."""
    name = name or f"site_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template)))
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def running(folder: Path, *, env: Mapping[str, str] | None = None, options: tuple[str, ...] = ()) -> Iterator[Site]:
    """Yield a started site with an empty database; at the end it must stop cleanly and have logged no traceback."""
    with migrated_database(folder) as database:
        site = Site(folder, env=database | dict(env or {}), options=options)
        with started(site):
            yield site


@contextmanager
def started(site: Site) -> Iterator[None]:
    """Have the site run while the context lasts; then it must stop cleanly and have logged no traceback."""
    site.start()
    try:
        yield
    finally:
        assert site.process
        ended = site.process.poll() is None and site.stop()
    assert not ended, f"exit status {ended}\n{site.log}"
    assert "Traceback" not in site.log, site.log
