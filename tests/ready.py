"""Management commands without the seconds that loading Django takes: a process that has loaded it forks for each.

Libraries are loaded once, by a process that knows no settings. It forks a process for each environment, which loads
the settings and the project, and then forks for each command: every command runs in a process of its own that has only
loaded modules and templates before. A request is a line of JSON, the answer a line of JSON:

- `[environment, folder, requests, answers]` on the standard input makes a process with this environment in this folder;
  the answer is its process id, and the other two are pipes for requests to it:
- `["templates"]` has it load the project's templates, for the many commands to come; the answer is null;
- `["start", output, command, ...]` starts a command with its output in a file; the answer is its process id;
- `["wait", pid]` waits for its end, `["poll", pid]` looks whether it has ended; the answer is the exit status or null.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import django
from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template

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
    """Load the project, and answer requests until there are no more."""
    load()
    freeze()
    for line in sys.stdin:
        request, *values = json.loads(line)
        answer: int | None = None
        if request == "templates":
            load_templates()
            freeze()
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
    """Load what commands would load one by one: modules, the games and migrations."""
    django.setup()
    middleware = {name.rpartition(".")[0] for name in settings.MIDDLEWARE}
    for module in (settings.ROOT_URLCONF, *MODULES, *sorted(middleware)):
        import_module(module)
    from games.catalogue import games

    games()
    MigrationLoader(None)


def load_templates() -> None:
    """Load the project's own templates."""
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)
    for folder in map(Path, engine.template_dirs):
        if INSTALLED not in folder.parts:
            for file in folder.rglob("*.html"):
                get_template(str(file.relative_to(folder)))


def run(output: str, *command: str) -> None:
    """Run a command in this process, with its output in a file."""
    file = os.open(output, os.O_WRONLY | os.O_TRUNC)
    for stream in (sys.stdout, sys.stderr) if command[0] == "serve" else (sys.stdout,):
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
