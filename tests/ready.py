"""Management commands without the seconds that loading Django takes: a process that has loaded it forks for each.

Libraries are loaded once, by a process that knows no settings. It forks a process for an environment, which loads
the settings and the project, and then forks for each command: every command runs in a process of its own that has only
loaded modules and templates before. Most of the project is loaded alike in every environment: such a process also forks
one for another environment, which gets new settings in place of the old. A request is a line of JSON, as the answer:

- `[environment, folder, requests, answers]` on the standard input makes a process with this environment in this folder;
  the answer is its process id, and the other two are pipes for requests to it:
- `["templates"]` has it load the project's templates, for the many commands to come; the answer is null;
- `["again", environment, folder, requests, answers]` makes a process like it with another environment; the answer is
  its process id, or null if the project has to be loaded once more for that;
- `["start", output, errors, command, ...]` starts a command with its output in a file and its errors in another one, or
  with its errors where this process has its own; the answer is its process id;
- `["wait", pid]` waits for its end, `["poll", pid]` looks whether it has ended; the answer is the exit status or null.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import django
from asgiref.local import Local
from django.conf import Settings, settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template
from django.urls import get_resolver
from django.utils.log import configure_logging

import manage

# The larger ones of the libraries that need no settings, and the rules of games, which are pure functions. Not
# prometheus_client, which reads the folder of a site's metrics from the environment as it is loaded.
LIBRARIES = (
    "autobahn.twisted.websocket", "channels.layers", "channels.testing", "cryptography.x509", "django.contrib.admin",
    "django.core.management.commands.migrate", "django.db.backends.postgresql.base", "django.db.backends.sqlite3.base",
    "django.forms", "django.template.backends.django", "django.test", "django.views.generic", "fido2.server",
    "games.digifeud.rules", "games.sudoku.rules", "games.summy.rules", "games.tenbyten.rules",
    "httpx", "jwt", "oauthlib.openid", "OpenSSL.SSL", "psycopg_pool", "pydantic.v1", "qrcode",
    "redis.asyncio", "requests", "servestatic.middleware",
    "twisted.internet.asyncioreactor", "twisted.web.http",
)  # fmt: skip
# What a site and the scripts of stories import. Not among it are `numgames.asgi`, which looks for static files before
# the site has collected them, and daphne's server, which makes an event loop.
MODULES = (
    "channels.auth", "numgames.api", "numgames.serving.gate", "numgames.handler", "numgames.probes",
    "numgames.middleware", "numgames.startup", "numgames.sockets",
    "autobahn.twisted.websocket", "twisted.web.http",
    "twisted.internet.asyncioreactor", "django.test", "django.core.management.commands.shell",
    "django.core.management.commands.migrate",
)  # fmt: skip
INSTALLED = "site-packages"
# What is read of the settings while the project is loaded, and can be put right afterwards: see `renew`.
RENEWED = {"DATABASES", "LOGGING", "MIDDLEWARE", "ROOT_URLCONF"}


def main() -> None:
    """Load the libraries, and make processes that are ready for commands until there are no more requests."""
    for library in LIBRARIES:
        import_module(library)
    freeze()
    for line in sys.stdin:
        request = json.loads(line)
        pid = os.fork()
        if not pid:
            become(*request)
            load()
            freeze()
            answer_requests()
            end()
        print(pid, flush=True)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    with suppress(ChildProcessError):
        while os.wait():
            pass


def become(environment: dict[str, str], folder: str, requests: str, answers: str) -> None:
    """Take on this environment and this folder, and read and write from and to these pipes."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    own = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[1:1] = [path for path in own if path and path not in sys.path]
    for pipe, flags, stream in ((requests, os.O_RDONLY, sys.stdin), (answers, os.O_WRONLY, sys.stdout)):
        file = os.open(pipe, flags)
        os.dup2(file, stream.fileno())
        os.close(file)


def answer_requests() -> None:
    """Answer requests until there are no more."""
    for line in sys.stdin:
        request, *values = json.loads(line)
        answer: int | None = None
        if request == "templates":
            load_templates()
        elif request == "again":
            load_templates()
            answer = fork_again(*values)
        elif request == "start":
            answer = os.fork()
            if not answer:
                run(*values)
                end()
        else:
            answer = exit_status(values[0], os.WNOHANG if request == "poll" else 0)
        print(json.dumps(answer), flush=True)


def freeze() -> None:
    """Exempt all that is loaded from garbage collection: a command that ends need not look through it."""
    gc.collect()
    gc.freeze()


def load() -> None:
    """Load what commands would load one by one: modules, the games, migrations and addresses."""
    django.setup()
    load_modules()
    from games.catalogue import faults

    faults()  # which loads all that the games bring
    MigrationLoader(None)
    assert get_resolver().reverse_dict  # reads all addresses


def load_modules() -> None:
    """Load the modules of a site with these settings."""
    middleware = {name.rpartition(".")[0] for name in settings.MIDDLEWARE}
    for module in (settings.ROOT_URLCONF, *MODULES, *sorted(middleware)):
        import_module(module)


def fork_again(environment: dict[str, str], *place: str) -> int | None:
    """Fork a process for this environment; return its process id, or None if it has to load the project."""
    reading, writing = os.pipe()
    if pid := os.fork():
        os.close(writing)
        with os.fdopen(reading) as end_of_pipe:
            if end_of_pipe.read(1):
                return pid
        os.waitpid(pid, 0)
        return None
    with suppress(ImproperlyConfigured):  # who loads the project says what is wrong
        os.close(reading)
        if renew(environment):
            os.write(writing, b"+")
            os.close(writing)
            become(environment, *place)
            answer_requests()
    end()
    raise AssertionError("ended")


def renew(environment: dict[str, str]) -> bool:
    """Put settings of this environment in place of those that the project was loaded with; return whether that does.

    Django keeps what was read of the settings: only that can have left a trace in what is loaded.
    """
    os.environ.clear()
    os.environ.update(environment)
    before = {name: getattr(settings, name) for name in vars(settings) if name.isupper()}
    for name in [
        name for name in sys.modules if name.startswith(("numgames.", "tests.")) and name.endswith("settings")
    ]:
        del sys.modules[name]
    settings._wrapped = Settings(environment["DJANGO_SETTINGS_MODULE"])
    if {name for name, value in before.items() if getattr(settings, name) != value} - RENEWED:
        return False
    vars(connections).pop("settings", None)
    vars(connections).update(_settings=None, _connections=Local(connections.thread_critical))
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    load_modules()
    return True


@cache
def load_templates() -> None:
    """Load the project's own templates."""
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)
    for folder in map(Path, engine.template_dirs):
        if INSTALLED not in folder.parts:
            for file in folder.rglob("*.html"):
                get_template(str(file.relative_to(folder)))
    freeze()


def run(output: str, errors: str, *command: str) -> None:
    """Run a command in this process, with its output and, if that is given, its errors in a file."""
    for name in {output, errors} - {""}:
        file = os.open(name, os.O_WRONLY | os.O_TRUNC)  # a pipe has a name only until it is opened
        for stream in [sys.stdout] * (name == output) + [sys.stderr] * (name == errors):
            os.dup2(file, stream.fileno())
        os.close(file)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, sys.stdin.fileno())
    os.close(null)
    sys.argv = ["manage.py", *command]
    manage.main()


def end() -> None:
    """End this process as `multiprocessing` does: threads end first, modules are not unloaded, which takes a while."""
    threading._shutdown()  # type: ignore[attr-defined]  # not in the stubs
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def exit_status(pid: int, options: int) -> int | None:
    """Return the exit status of a command, or None if it runs."""
    ended, status = os.waitpid(pid, options)
    return os.waitstatus_to_exitcode(status) if ended else None


if __name__ == "__main__":
    main()
