"""The command that runs the scheduler alone, for sites whose web processes run with `serve --no-clock`."""

from __future__ import annotations

import asyncio
import signal

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from games.jobs.scheduler import run_scheduler
from numgames import startup
from numgames.logs import begin_error_reports


class Command(BaseCommand):
    """`manage.py clock`; any number may run at once."""

    help = "Ends matches whose time is up, and runs the due jobs, until SIGTERM or Ctrl-C."
    requires_system_checks = []  # a broken game folder must not stop the clock of the other games

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option that `serve` has, for the addresses in mails."""
        usual = settings.PORT
        parser.add_argument("--port", type=int, default=usual, help="the port of `serve`, for links (PORT, else 8000)")

    def handle(self, *, port: int, **options: object) -> None:
        """Run until SIGTERM or SIGINT, then finish the work in progress."""
        settings.LOCAL_URL = f"http://localhost:{port}"
        startup.check_all()
        connections.close_all()
        begin_error_reports()
        asyncio.run(_tick())


async def _tick() -> None:
    stop = asyncio.Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    await run_scheduler(stop)
