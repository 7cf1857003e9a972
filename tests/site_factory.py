"""Sites of the tests of one process, forked from a process that has loaded Django once for all of them."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from copy import copy
from pathlib import Path

from redis import Redis

from tests.fixed_deals import FORGOTTEN
from tests.services import free_port
from tests.serving import Ready, Site, environment, postgres_database, started
from tests.template import postgres_template, sqlite_template

FORGETTING = 60  # seconds that a site may take to forget everything, which is far more than it needs


class SiteFactory:
    """Sites with the same environment, one after the other, forked from one process that has loaded Django.

    Each has an empty database, an empty cache and an empty folder, at the same addresses as the one before.
    """

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        """Prepare sites that keep their data in `folder`; `env` is added to their environment."""
        self.folder = folder
        self.server = os.environ.get("TEST_DATABASE_URL")
        self.database = f"site_{secrets.token_hex(4)}"
        address = f"{self.server.rpartition('/')[0]}/{self.database}" if self.server else ""
        self.env = environment(folder) | {"DATABASE_URL": address} | dict(env)
        self.ready: Ready | None = None
        self.port = free_port()  # no outgoing connection has it between two sites
        self.shared_site: Site | None = None
        self.ending = ExitStack()  # of that one

    @contextmanager
    def running(self) -> Iterator[Site]:
        """Yield a started site; at the end it must stop cleanly and have logged no traceback."""
        with self._empty_database():
            site = Site(self.folder, env=self.env)
            if self.ready is None:
                self.ready = Ready(site.env, self.folder)
                self.ready.ask("templates")
            site.ready, site.port = self.ready, self.port
            with started(site):
                yield site

    @contextmanager
    def shared(self) -> Iterator[Site]:
        """Yield the site that callers share one after the other, each as if it had just started: it is emptied between.

        At the end it must have logged no traceback. If it has, or does not run any more, the next caller gets another.
        """
        if self.shared_site and not self._forgets(self.shared_site):
            self.shared_site.kill()
            self.end()
        shared = self.shared_site = self.shared_site or self.ending.enter_context(self.running())
        site = copy(shared)  # what stories remember of a site is of this one alone
        yield site
        vars(shared).update(vars(site))  # a story may have started it again
        if not site.runs or "Traceback" in site.log:
            self.end()

    def _forgets(self, site: Site) -> bool:
        """Have the site forget everything; return whether it has done so. See tests/fixed_deals/fresh.py."""
        site.lines.clear()
        until = time.monotonic() + FORGETTING
        if site.runs and site.process:
            site.process.send_signal(signal.SIGUSR1)
        while site.runs and FORGOTTEN not in site.log and time.monotonic() < until:
            time.sleep(0.01)
        if self.server:
            _forget_keys(self.env)
        is_fresh = site.runs and FORGOTTEN in site.log
        site.lines.clear()
        return is_fresh

    def end(self) -> None:
        """End the site that callers share, which must stop cleanly; another caller gets another one."""
        self.shared_site = None
        self.ending.close()

    @contextmanager
    def _empty_database(self) -> Iterator[None]:
        _empty_folder(self.folder)
        if self.server is None:
            shutil.copyfile(sqlite_template(), self.folder / "numgames.sqlite3")
            yield
            return
        with postgres_database(self.server, postgres_template(self.server), self.database):
            _forget_keys(self.env)
            yield


def _empty_folder(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def _forget_keys(env: Mapping[str, str]) -> None:
    """Delete what sites with this environment have left in Redis."""
    with Redis.from_url(env["REDIS_URL"]) as client:
        for key in client.scan_iter(f"*{env['REDIS_PREFIX']}*"):
            client.delete(key)
