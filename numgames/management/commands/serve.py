"""The command that serves the site: pages, websockets and the scheduler in one process."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from importlib import import_module
from ipaddress import ip_address

from channels.routing import get_default_application
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError, connections
from twisted.web.http import RESPONSES

from core.cache.memory import forget_expired
from core.telemetry import is_outage
from games import workers
from numgames import startup
from numgames.environment import version
from numgames.logs import begin_error_reports
from numgames.serving.server import GracefulServer

BETWEEN_TRIMS = 60.0  # seconds
# Seconds after which a thread lets another one run Python. While four pages are drawn, the event loop, and each move,
# waits for 5 ms again and again; with Python's usual five milliseconds it would for 20 to 40.
SWITCH_INTERVAL = 0.001
# Of GNU's malloc: each thread would keep an arena of what its pages once needed, and large pieces would stay in these.
ARENA_MAX, MMAP_THRESHOLD = (-8, 2), (-3, 128 * 1024)  # options of `mallopt`: number, and bytes from which mmap is used


class Command(BaseCommand):
    """`manage.py serve`; prints its address when it listens, as its last line."""

    help = "Serves the site until SIGTERM or Ctrl-C; then running requests finish and sockets are told."
    requires_system_checks = []

    def get_version(self) -> str:
        """Return the output of `--version`."""
        return f"Numgames {version()}"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options: the address, the port and the steps before serving."""
        parser.add_argument(
            "--port", type=int, default=settings.PORT, help="the port; 0 takes a free one (PORT, else 8000)"
        )
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 is all")
        parser.add_argument("--fd", type=int, help="a listening socket that was opened before, shared by processes")
        parser.add_argument("--no-clock", action="store_true", help="leave deadlines to `manage.py clock`")
        parser.add_argument("--prepare", action="store_true", help="migrate and collect static files first")
        parser.add_argument("--demo", action="store_true", help="make a few players and matches to look at")

    def handle(
        self, *, host: str, port: int, fd: int | None, no_clock: bool, prepare: bool, demo: bool, **options: object
    ) -> None:
        """Run until a signal."""
        # KeyboardInterrupt, not SystemExit: what guards the loading of games takes that for a fault of a game.
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, signal.default_int_handler)
        try:
            self._prepare(prepare=prepare, demo=demo)
            listening = _listening(host, port, fd)
            startup.check_alone()
            startup.allow_open_files()
            settings.LOCAL_URL = _address(listening)
            self._serve(listening, clock=not no_clock)
        except KeyboardInterrupt:
            sys.exit(0)

    def _prepare(self, *, prepare: bool, demo: bool) -> None:
        startup.check_all()
        begin_error_reports()
        if prepare:
            startup.prepare()
        if demo:
            call_command("demo", stdout=self.stdout)
        _beat()
        connections.close_all()  # this thread serves no request and would keep a pooled connection for ever

    def _serve(self, listening: socket.socket, *, clock: bool) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL)
        if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):
            mallopt(*ARENA_MAX)
            mallopt(*MMAP_THRESHOLD)
        # Twisted has no words for the statuses that came after it, such as 422 and 429.
        RESPONSES.update((status.value, status.phrase.encode()) for status in HTTPStatus)
        application = get_default_application()
        import_module(settings.ROOT_URLCONF)  # imports all views now instead of during the first request
        server = GracefulServer(application, listening, largest_body=settings.LARGEST_BODY)
        well = server.serve(partial(_work, clock))
        workers.close()
        if not well:
            sys.stdout.flush()
            os._exit(1)  # without waiting for threads that may hang


def _beat() -> None:
    """End a downtime of the site before the first request comes; raises CommandError if tables are missing."""
    from games.matches.play.heartbeat import heart

    try:
        heart.beat()
    except (OperationalError, ProgrammingError) as fault:
        if is_outage(fault):
            raise
        raise CommandError("The database lacks tables: run `manage.py migrate`, or `serve --prepare`.") from None


async def _work(clock: bool, stop: asyncio.Event) -> None:
    """Print the address; then keep the heartbeat of the site, and run the scheduler unless another process does.

    What was made before is exempt from garbage collection, whose pauses would grow with it.
    """
    from games.jobs.scheduler import run_scheduler
    from games.matches.play.heartbeat import run_heartbeat

    print(settings.LOCAL_URL, flush=True)
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 20, 200)  # short pauses: one for 10,000 of the youngest objects takes 5 ms and more
    await asyncio.gather(run_heartbeat(stop), _give_back_memory(stop), *([run_scheduler(stop)] if clock else []))


async def _give_back_memory(stop: asyncio.Event) -> None:
    """Give the system each minute what was freed: else the process keeps what a crowd once needed.

    Closed connections are reference cycles of Twisted and autobahn, which a quiet process would not collect for hours.
    Only the C library of GNU has a function that trims.
    """
    from games.matches.play.positions import forget_idle

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    while not stop.is_set():
        forget_idle()
        forget_expired()
        if any(gc.get_count()[1:]):
            gc.collect()
        if trim:
            await asyncio.to_thread(trim, 0)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), BETWEEN_TRIMS)


def _listening(host: str, port: int, fd: int | None) -> socket.socket:
    if fd is not None:
        return socket.socket(fileno=fd)
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as refusal:
        raise CommandError(f"Cannot listen on {host}, port {port}: {refusal}. Choose another with --port.") from None


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    here = ip_address(host).is_loopback or ip_address(host).is_unspecified
    return f"http://{'localhost' if here else host}:{port}"
