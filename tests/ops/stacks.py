"""Two whole sites for script/chaos, with everything that can break: processes, disk, clock, database, Redis."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
from redis import Redis as RedisClient
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from tests.ops.nginx import nginx
from tests.ops.production import Production
from tests.services import NO_ONE, ROOT, _postgres_binaries, _redis_binary, free_port
from tests.serving import PATIENCE, Ready, Site
from tests.template import sqlite_template

FAKETIME = "/usr/lib/*/faketime/libfaketimeMT.so.1"
DISK = "400m"  # the size of the disk that can be filled
CHUNK = bytes(1 << 20)
JUMP = 3600  # seconds


class Disk:
    """A small file system of its own in memory, if this user may mount one."""

    def __init__(self, folder: Path) -> None:
        """Mount it at this folder."""
        self.folder = folder
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "numgames-chaos", str(folder)]
        self.mounted = ROOT and not subprocess.run(command, capture_output=True, check=False).returncode
        folder.chmod(0o777)

    def fill(self) -> None:
        """Use up all space."""
        with suppress(OSError), (self.folder / "filling").open("wb") as file:
            while True:
                file.write(CHUNK)

    def clear(self) -> None:
        """Give the space back."""
        (self.folder / "filling").unlink(missing_ok=True)

    def close(self) -> None:
        """Unmount it."""
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)


# libfaketime 0.9.10 refuses the absolute monotonic times by which Python 3.11 sleeps, with EINVAL.
SLEEP = """import select
import time

time.sleep = lambda seconds: select.select((), (), (), seconds) and None
"""


class MachineClock:
    """The time of day of our processes, by libfaketime if it is installed; PostgreSQL keeps the true one."""

    def __init__(self, folder: Path) -> None:
        """Keep the time in this folder, and what its processes run first."""
        self.file = folder / "time"
        self.first = folder / "first"
        self.first.mkdir()
        (self.first / "sitecustomize.py").write_text(SLEEP)
        self.library = next(iter(sorted(Path("/").glob(FAKETIME[1:]))), None)
        self.set(0)

    @property
    def env(self) -> dict[str, str]:
        """Return the environment of processes whose clock this is."""
        if not self.library:
            return {}
        cached = {"FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
        path = os.pathsep.join(filter(None, (str(self.first), os.environ.get("PYTHONPATH"))))
        return {
            "LD_PRELOAD": str(self.library),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "PYTHONPATH": path,
            **cached,
        }

    def set(self, seconds: int) -> None:
        """Be this many seconds ahead of the true time."""
        part = self.file.with_suffix(".part")
        part.write_text(f"{seconds:+d}\n")
        part.replace(self.file)


class Service:
    """A server process with all its children, which can be killed, frozen and started again."""

    def __init__(self, command: list[str | Path], ready: Callable[[], object], *, as_no_one: bool = False) -> None:
        """Start it and wait until `ready` does not raise."""
        self.command, self.ready = command, ready
        self.who = {"user": NO_ONE, "group": NO_ONE, "extra_groups": []} if as_no_one and ROOT else {}
        self.start()

    def start(self) -> None:
        """Start it and wait until it is ready; PostgreSQL may refuse while its former children end."""
        until = time.monotonic() + PATIENCE
        while True:
            self.process = subprocess.Popen(
                self.command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                **self.who,  # type: ignore[call-overload]  # keywords of three types
            )  # fmt: skip
            while self.process.poll() is None:
                with suppress(Exception):
                    self.ready()
                    return
                time.sleep(0.1)
            assert time.monotonic() < until, self.command
            time.sleep(0.5)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to it and its children."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def end(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it and its children."""
        self.send(number)
        self.process.wait(PATIENCE)


class Stack:
    """A site under chaos: its processes, its disk and its clock. A subclass starts and stops them."""

    webs: list[Site]
    url: str
    services: dict[str, Service]

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        """Make the disk and the clock."""
        self.folder = folder
        self.disk = Disk(folder / "disk")
        stack.callback(self.disk.close)
        self.clock = MachineClock(folder)
        self.services = {}
        self.commands: Ready | None = None

    @property
    def log(self) -> str:
        """Return what all processes of the site have logged."""
        return "".join(web.log for web in self.webs)

    def manage(self, *command: str) -> str:
        """Run a management command on the site's data, by the true time."""
        if self.commands is None:
            env = {name: value for name, value in self.webs[0].env.items() if name != "LD_PRELOAD"}
            self.commands = Ready(env, self.folder)
        return self.commands.run(*command)

    def start_scheduler(self) -> None:
        """Start the scheduler, if it is a process of its own."""

    def stop_scheduler(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Stop the scheduler, if it is a process of its own."""

    def mend(self) -> None:
        """Start whatever has ended by itself."""
        for service in self.services.values():
            if service.process.poll() is not None:
                service.start()
        for web in self.webs:
            if web.process and web.process.poll() is not None:
                web.start()


class SqliteStack(Stack):
    """One process on SQLite."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        """Start it."""
        super().__init__(folder, stack)
        shutil.copyfile(sqlite_template(), self.disk.folder / "numgames.sqlite3")
        site = Site(self.disk.folder, env={"DATABASE_URL": "", "REDIS_URL": "", **self.clock.env})
        site.start()
        stack.callback(_ended, site)
        self.webs, self.url = [site], site.url


class PostgresStack(Stack):
    """The services of compose.yaml: two web processes behind nginx, the scheduler, PostgreSQL with fsync, and Redis."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        """Start them."""
        super().__init__(folder, stack)
        address = self._start_postgres(stack)
        redis = self._start_redis(stack)
        self.site = Production(folder, address, redis)
        for web in self.site.webs.values():
            web.env |= self.clock.env
        self.webs, self.url = list(self.site.webs.values()), self.site.url
        self.site.prepare()
        self.scheduler_log = stack.enter_context((folder / "scheduler.log").open("a+"))
        for web in self.webs:
            web.start()
            stack.callback(_ended, web)
        self.start_scheduler()
        stack.callback(self.stop_scheduler, signal.SIGKILL)
        stack.enter_context(nginx(folder, self.site.configuration))

    def start_scheduler(self) -> None:
        """Start it with the machine's clock."""
        env = self.site.env("scheduler") | self.clock.env
        log = self.scheduler_log
        self.scheduler = subprocess.Popen(self.site.command("scheduler"), env=env, stdout=log, stderr=log)

    @property
    def log(self) -> str:
        """Add the scheduler's to that of the web processes."""
        return super().log + Path(self.scheduler_log.name).read_text()

    def stop_scheduler(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Stop it."""
        self.scheduler.send_signal(number)
        self.scheduler.wait(PATIENCE)

    def mend(self) -> None:
        """Start the scheduler too."""
        super().mend()
        if self.scheduler.poll() is not None:
            self.start_scheduler()

    def _start_postgres(self, stack: ExitStack) -> str:
        port, data = free_port(), self.disk.folder / "postgres"
        binaries = _postgres_binaries(self.folder)
        who = {"user": NO_ONE, "group": NO_ONE, "extra_groups": []} if ROOT else {}
        made = [binaries / "initdb", "-D", data, "-U", "numgames", "-A", "trust", "-E", "UTF8", "--no-locale"]
        subprocess.run(made, check=True, cwd="/", stdout=subprocess.DEVNULL, **who)  # type: ignore[call-overload]  # the same
        command: list[str | Path] = [binaries / "postgres", "-D", data, "-p", str(port), "-k", str(self.disk.folder)]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "max_wal_size=96MB"]
        address = f"postgres://numgames@127.0.0.1:{port}"

        def ready() -> None:
            psycopg.connect(f"{address}/postgres", connect_timeout=5).close()

        self.services["database"] = Service(command, ready, as_no_one=True)
        stack.callback(self.services["database"].end, signal.SIGQUIT)
        with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE numgames")
        return f"{address}/numgames"

    def _start_redis(self, stack: ExitStack) -> str:
        port = free_port()
        command: list[str | Path] = [_redis_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]

        def ready() -> None:
            with RedisClient(port=port, retry=Retry(ConstantBackoff(0.05), 1)) as client:
                client.ping()

        self.services["redis"] = Service(command, ready)
        stack.callback(self.services["redis"].end)
        return f"redis://127.0.0.1:{port}"


def _ended(site: Site) -> None:
    assert site.process
    if site.process.poll() is None:
        site.kill()


STACKS: dict[str, Callable[[Path, ExitStack], Stack]] = {"sqlite": SqliteStack, "postgres": PostgresStack}


@contextmanager
def stack_of(name: str, folder: Path) -> Iterator[Stack]:
    """Run a stack in this folder until the end."""
    with ExitStack() as stack:
        yield STACKS[name](folder, stack)
