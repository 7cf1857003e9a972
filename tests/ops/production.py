"""The production site of compose.yaml without containers: its services' commands and settings, as local processes.

Only addresses and folders are changed: a service's name becomes a port of this machine, a volume becomes a folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import yaml

from tests.ops.nginx import changed, nginx, reload
from tests.services import free_port, postgres_url, redis_url
from tests.serving import HOME, PATIENCE, Site, _static_root, migrated_database

COMPOSE: dict[str, Any] = yaml.safe_load((HOME / "compose.yaml").read_text())  # YAML
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
VARIABLE = re.compile(r"\$\{(\w+):-([^}]*)\}")
VOLUME = "/var/lib/numgames"
WEB = ("web1", "web2")
BUSY = {"WORKERS_NICE": "0", "PUZZLE_STOCK": "0"}  # what tests/serving.py sets for every site of the tests


def setting(value: object) -> str:
    """Return a value of compose.yaml with the defaults of its variables."""
    return VARIABLE.sub(lambda found: found[2], str(value))


def settings_of(service: str) -> dict[str, str]:
    """Return the environment of a service."""
    return {name: setting(value) for name, value in SERVICES[service].get("environment", {}).items()}


def configuration(port: int, data: Path, webs: Mapping[str, int]) -> str:
    """Return the proxy's configuration for this port and this folder of data; `webs` has ports by names."""
    changes = {f"server {name}:8000": f"server 127.0.0.1:{web}" for name, web in webs.items()}
    changes |= {"listen 8080;": f"listen 127.0.0.1:{port};", VOLUME: str(data)}
    return changed((HOME / "deploy" / "nginx.conf").read_text(), changes)


class Production:
    """The running services, and the address of the proxy."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        """Lay out the folders; `database` and `redis` are the addresses of the two services."""
        self.folder = folder
        self.data = folder / "data"
        self.data.mkdir()
        self.replaced = {
            settings_of("web1")["DATABASE_URL"]: database,
            settings_of("web1")["REDIS_URL"]: f"{redis}/9",
            VOLUME: str(self.data),
        }
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.webs = {name: self._site(name) for name in WEB}
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.proxy: subprocess.Popen[bytes] | None = None

    def env(self, service: str) -> dict[str, str]:
        """Return the environment of a service, and nothing else of ours."""
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        given = settings_of(service)
        for documented, here in self.replaced.items():
            given = {name: value.replace(documented, here) for name, value in given.items()}
        return {"PATH": path, **given, **BUSY}

    def command(self, service: str) -> list[str]:
        """Return the command of a service."""
        words = [str(word) for word in SERVICES[service]["command"]]
        return [str(HOME / word) if word.startswith(("script/", "manage.py")) else word for word in words]

    def prepare(self) -> None:
        """Run the service that the others wait for."""
        shared = _static_root({})
        if shared.with_suffix(".stamp").exists():  # compressed before by another test
            shutil.copytree(shared, self.data / "static")
            shutil.copyfile(shared.with_suffix(".stamp"), self.data / "static.stamp")
        subprocess.run(self.command("prepare"), env=self.env("prepare"), check=True, timeout=4 * PATIENCE)

    def start_scheduler(self) -> None:
        """Run the scheduler."""
        self.scheduler = subprocess.Popen(self.command("scheduler"), env=self.env("scheduler"), cwd=self.folder)

    @property
    def configuration(self) -> str:
        """Return the proxy's configuration for this machine."""
        return configuration(self.port, self.data, {name: web.port for name, web in self.webs.items()})

    def replace(self, name: str) -> None:
        """Replace a web process as an upgrade does: stop it, start the new one, and have the proxy look again."""
        web = self.webs[name]
        assert web.stop() == 0, web.log
        web.start()
        assert self.proxy
        reload(self.proxy)

    def manage(self, *command: str) -> str:
        """Run a management command as in a container."""
        return self.webs["web1"].manage(*command)

    def _site(self, name: str) -> Site:
        site = Site(self.data, env={"STATIC_ROOT": ""})
        command = " ".join(self.command(name))
        assert " --host 0.0.0.0 --port 8000 " in command
        site.command = tuple(command.replace(" --host 0.0.0.0 --port 8000 ", " ").split())
        site.port = free_port()
        site.env = self.env(name) | {"DJANGO_SETTINGS_MODULE": "numgames.settings"}  # for commands without manage.py
        return site


@contextmanager
def production(folder: Path) -> Iterator[Production]:
    """Start all services in the order of their dependencies; at the end all must stop cleanly."""
    with ExitStack() as stack:
        database = stack.enter_context(migrated_database(folder, stack.enter_context(postgres_url())))
        site = Production(folder, database["DATABASE_URL"], stack.enter_context(redis_url()))
        site.prepare()
        for web in site.webs.values():
            web.start()
            stack.callback(web.stop)
        site.start_scheduler()
        assert site.scheduler
        stack.callback(_end, site.scheduler)
        site.proxy = stack.enter_context(nginx(folder, site.configuration))
        yield site
    for web in site.webs.values():
        assert "Traceback" not in web.log, web.log


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    assert process.wait(PATIENCE) == 0
