"""Management commands without the seconds that loading Django takes: a process that has loaded it forks for each.

Every command runs in a process of its own that has done nothing before, as under `manage.py`. A request is a line of
JSON on the standard input, a file for the output and then the command; the answer is a line with its exit status.
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
        output, *command = json.loads(line)
        child = os.fork()
        if not child:
            run(output, command)
            return
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def run(output: str, command: list[str]) -> None:
    """Run a command in this process, with its output in a file."""
    file = os.open(output, os.O_WRONLY | os.O_TRUNC)
    os.dup2(file, sys.stdout.fileno())
    os.close(file)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, sys.stdin.fileno())
    os.close(null)
    execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    main()
