"""Management commands without the seconds that loading Django takes: a process that has loaded it forks for each.

Every command runs in a process of its own that has only loaded modules and templates before. A request is a line of
JSON on the standard input, the answer a line of JSON:

- `["start", output, command, ...]` starts a command with its output in a file; the answer is its process id;
- `["wait", pid]` waits for its end, `["poll", pid]` looks whether it has ended; the answer is the exit status or null.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from importlib import import_module
from pathlib import Path

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.db.migrations.loader import MigrationLoader
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template

# What a site and the scripts of stories import. Not among it are `numgames.asgi`, which looks for static files before
# the site has collected them, and daphne's server, which makes an event loop.
MODULES = (
    "channels.auth", "numgames.admission", "numgames.guard", "numgames.handler", "numgames.operations.probes",
    "numgames.operations.tracing", "numgames.origins", "numgames.preflight", "numgames.socket_limits",
    "numgames.sockets", "numgames.startup", "autobahn.twisted.websocket", "twisted.web.http",
    "twisted.internet.asyncioreactor", "django.test", "django.core.management.commands.shell",
    "django.core.management.commands.migrate",
)  # fmt: skip
INSTALLED = "site-packages"


def main() -> None:
    """Answer requests until there are no more."""
    load()
    gc.collect()
    gc.freeze()  # a command that ends need not look through all that was loaded before it
    for line in sys.stdin:
        request, *values = json.loads(line)
        if request == "start":
            answer: int | None = os.fork()
            if not answer:
                run(*values)
                end()
        else:
            answer = exit_status(values[0], os.WNOHANG if request == "poll" else 0)
        print(json.dumps(answer), flush=True)


def load() -> None:
    """Load what commands would load one by one: modules, the games, migrations, and the project's own templates."""
    django.setup()
    middleware = {name.rpartition(".")[0] for name in settings.MIDDLEWARE}
    for module in (settings.ROOT_URLCONF, *MODULES, *sorted(middleware)):
        import_module(module)
    from games.catalogue import games

    games()
    MigrationLoader(None)
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
    execute_from_command_line(["manage.py", *command])


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
