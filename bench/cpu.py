"""CPU time of processes, by psutil."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from psutil import NoSuchProcess, Process, process_iter

STORE_PROCESSES = {"postgres", "redis-server", "valkey-server"}


class Parts(NamedTuple):
    """CPU seconds of the server's event loop (its first thread), of its other threads, and of database and Redis."""

    loop: float
    threads: float
    stores: float

    def since(self, before: Parts) -> Parts:
        """Return the difference from an earlier measurement."""
        return Parts(*(now - then for now, then in zip(self, before, strict=True)))


def cpu_parts(pid: int, *addresses: str) -> Parts:
    """Return the CPU seconds of a server and of the stores at these URLs, else of those that the environment names."""
    used = addresses or tuple(os.environ.get(name, "") for name in ("TEST_DATABASE_URL", "TEST_REDIS_URL"))
    ports = {str(urlsplit(address).port) for address in used if address}
    server = Process(pid)
    loop = sum(thread.user_time + thread.system_time for thread in server.threads() if thread.id == pid)
    return Parts(
        loop,
        _seconds(server) - loop,
        sum(cpu_of_tree(store.pid) for store in process_iter() if _is_store(store, ports)),
    )


def cpu_of_tree(pid: int) -> float:
    """Return the CPU seconds of a process and of its children and theirs, also of those that have ended."""
    root, total = Process(pid), 0.0
    for process in (root, *root.children(recursive=True)):
        with suppress(NoSuchProcess):  # it has just ended
            total += sum(process.cpu_times()[:4])  # its own and those of its children that have ended
    return total


def _seconds(process: Process) -> float:
    return sum(process.cpu_times()[:2])


def _is_store(process: Process, ports: set[str]) -> bool:
    """Return whether this is a database or Redis, and the first of its processes, on one of these ports."""
    with suppress(NoSuchProcess):
        words = set(" ".join(process.cmdline()).replace(":", " ").split())
        parent = process.parent()
        is_first = parent is None or parent.name() not in STORE_PROCESSES
        return process.name() in STORE_PROCESSES and is_first and bool(ports & words)
    return False
