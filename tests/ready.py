"""Management commands without the seconds that loading Django takes: a process that has loaded it forks for each.

Every command runs in a process of its own that has done nothing before, as under `manage.py`. A request is a line of
JSON on the standard input, the answer a line of JSON:

- `["start", output, command, ...]` starts a command with its output in a file; the answer is its process id;
- `["wait", pid]` waits for its end, `["poll", pid]` looks whether it has ended; the answer is the exit status or null.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from importlib import import_module

import django
from django.conf import settings
from django.core.management import execute_from_command_line


def main() -> None:
    """Answer requests until there are no more."""
    django.setup()
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()  # a command that ends need not look through all that was loaded before it
    for line in sys.stdin:
        request, *values = json.loads(line)
        if request == "start":
            answer: int | None = os.fork()
            if not answer:
                run(*values)
                return
        else:
            answer = exit_status(values[0], os.WNOHANG if request == "poll" else 0)
        print(json.dumps(answer), flush=True)


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


def exit_status(pid: int, options: int) -> int | None:
    """Return the exit status of a command, or None if it runs."""
    ended, status = os.waitpid(pid, options)
    return os.waitstatus_to_exitcode(status) if ended else None


if __name__ == "__main__":
    main()
