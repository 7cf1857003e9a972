"""The real site as a process of its own, to be visited, restarted and killed."""

from __future__ import annotations

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
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from tests.template import postgres_template, sqlite_template

HOME = Path(__file__).parent.parent
SERVE = (sys.executable, str(HOME / "manage.py"), "serve", "--prepare")
PATIENCE = 180  # seconds: far more than a start or a stop takes, even on a busy machine


class Site:
    """One or more runs of `manage.py serve` on the same data, always at the same address."""

    command: tuple[str, ...] = SERVE

    def __init__(self, folder: Path, *, env: Mapping[str, str] | None = None, options: tuple[str, ...] = ()) -> None:
        """A site that keeps its data in `folder`; `env` is added to its environment, `options` to the command."""
        self.folder = folder
        self.options = options
        self.inherited: tuple[int, ...] = ()
        self.env = os.environ | environment(folder) | dict(env or {})
        self.env.setdefault("STATIC_ROOT", str(_static_root(self.env)))
        self.port = 0
        self.url = ""
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.ready: Ready | None = None

    @property
    def log(self) -> str:
        """All that the site has printed, over all its runs."""
        return "".join(self.lines)

    def start(self) -> None:
        """Starts the site and waits until it has said where it listens; raises AssertionError if it ends first."""
        command = [*self.command, "--port", str(self.port), *self.options]
        self.process = subprocess.Popen(
            command,
            env=self.env,
            cwd=self.folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=self.inherited,
        )
        listening = threading.Event()
        self.reader = threading.Thread(target=self._read, args=(self.process, listening), daemon=True)
        self.reader.start()
        assert listening.wait(PATIENCE), self.log
        assert self.url, self.log

    def _read(self, process: subprocess.Popen[str], listening: threading.Event) -> None:
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
        """Asks the site to stop, waits, and gives its exit status."""
        assert self.process
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return status

    def kill(self) -> None:
        """Ends the site without warning, as a power cut does."""
        self.stop(signal.SIGKILL)

    def restart(self) -> None:
        """Stops the site and starts it again at the same address, with the same data."""
        assert self.stop() == 0, self.log
        self.start()

    def manage(self, *command: str) -> str:
        """Runs a management command on the site's data and gives what it printed."""
        if self.ready is None:
            self.ready = Ready(self.env, self.folder)
        return self.ready.run(*command)


class Ready:
    """A process that has loaded Django with this environment and runs management commands; see tests/ready.py."""

    def __init__(self, env: Mapping[str, str], folder: Path) -> None:
        """Start the process; it ends when this object is no longer used."""
        path = os.pathsep.join(filter(None, (str(HOME), env.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ready"],
            env={**env, "PYTHONPATH": path}, cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.end = weakref.finalize(self, _end, self.process)
        self.lock = threading.Lock()

    def run(self, *command: str) -> str:
        """Run a command; return what it printed."""
        assert self.process.stdin
        assert self.process.stdout
        with self.lock, tempfile.NamedTemporaryFile("r") as output:
            self.process.stdin.write(json.dumps([output.name, *command]) + "\n")
            self.process.stdin.flush()
            status = self.process.stdout.readline().strip()
            printed = output.read()
        assert status == "0", f"{' '.join(command)}: exit status {status}\n{printed}"
        return printed


def _end(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    assert process.stdout
    process.stdin.close()
    process.wait(PATIENCE)
    process.stdout.close()


def environment(folder: Path) -> dict[str, str]:
    """Return the variables that make a site in this folder independent of the tests' settings and of other sites."""
    env = {"DJANGO_SETTINGS_MODULE": "numgames.settings", "SECRET_KEY": "for tests only", "NUMGAMES_VAR": str(folder)}
    env["WORKERS_NICE"] = "0"  # else they may starve on a busy machine
    env["PUZZLE_STOCK"] = "0"  # computers play no matches of their own beside what is tested
    if redis := os.environ.get("TEST_REDIS_URL"):
        env |= {"REDIS_URL": f"{redis}/15", "REDIS_PREFIX": f"site-{secrets.token_hex(4)}"}
    return env


def _static_root(env: Mapping[str, str]) -> Path:
    """Sites with the same games share their collected files, which take a while to compress."""
    games = hashlib.sha256(env.get("GAME_PACKAGES", "").encode()).hexdigest()
    return HOME / "build" / "tests" / f"static-{games[:8]}"


@contextmanager
def fresh_database() -> Iterator[dict[str, str]]:
    """The environment that gives a site a database without tables: its own PostgreSQL one if the tests run on that."""
    server = os.environ.get("TEST_DATABASE_URL")
    if not server:
        yield {"DATABASE_URL": ""}
        return
    with _postgres_database(server) as address:
        yield {"DATABASE_URL": address}


@contextmanager
def migrated_database(folder: Path, server: str | None = None) -> Iterator[dict[str, str]]:
    """The same with all tables, for a site in this folder; `server` is the address of another PostgreSQL."""
    server = server or os.environ.get("TEST_DATABASE_URL")
    if not server:
        shutil.copyfile(sqlite_template(), folder / "numgames.sqlite3")
        yield {"DATABASE_URL": ""}
        return
    with _postgres_database(server, postgres_template(server)) as address:
        yield {"DATABASE_URL": address}


@contextmanager
def _postgres_database(server: str, template: str = "template1") -> Iterator[str]:
    name = f"site_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template)))
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def running(folder: Path, *, env: Mapping[str, str] | None = None, options: tuple[str, ...] = ()) -> Iterator[Site]:
    """A started site with an empty database; at the end it must stop cleanly and have logged no traceback."""
    with migrated_database(folder) as database:
        site = Site(folder, env=database | dict(env or {}), options=options)
        site.start()
        try:
            yield site
        finally:
            assert site.process
            ended = site.process.poll() is None and site.stop()
        assert not ended, f"exit status {ended}\n{site.log}"
        assert "Traceback" not in site.log, site.log
