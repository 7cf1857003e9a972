"""CPU time of processes, as Linux counts it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

STORE_PROCESSES = {"postgres", "redis-server", "valkey-server"}
TICKS = os.sysconf("SC_CLK_TCK")


class Times(NamedTuple):
    """The name of a process or thread, its parent's id, its CPU seconds, and those of its children that have ended."""

    name: str
    parent: str
    seconds: float
    children: float


NOTHING = Times("", "", 0.0, 0.0)


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
    times = _all_times()
    stores = [times[store].seconds for store in _stores(times, ports)]
    first_thread = _times(Path(f"/proc/{pid}/task/{pid}/stat"))[1].seconds
    return Parts(first_thread, times.get(str(pid), NOTHING).seconds - first_thread, sum(stores))


def cpu_of_tree(pid: int) -> float:
    """Return the CPU seconds of a process and of its children and theirs, also of those that have ended."""
    times, tree = _all_times(), [str(pid)]
    for parent in tree:  # which grows meanwhile
        tree += [child for child in times if times[child].parent == parent]
    return sum(times[one].seconds + times[one].children for one in tree if one in times)


def _all_times() -> dict[str, Times]:
    return dict(map(_times, Path("/proc").glob("[0-9]*/stat")))


def _stores(times: Mapping[str, Times], ports: set[str]) -> Iterator[str]:
    """Yield the process ids of the databases and Redis on these ports, with their children, and of no others."""
    servers = {pid for pid in times if times[pid].name in STORE_PROCESSES and ports & _words(pid)}
    for pid, process in times.items():
        if process.name in STORE_PROCESSES and (pid in servers or process.parent in servers):
            yield pid


def _words(pid: str) -> set[str]:
    """Return the words of a process's command line, split at colons too, so that a port is one of them."""
    try:
        return set(re.split(r"[\0: ]", Path(f"/proc/{pid}/cmdline").read_text()))
    except OSError:
        return set()  # it has just ended


def _times(stat: Path) -> tuple[str, Times]:
    """Return the id and the times of a process or thread from its `/proc` file; an empty id if it has ended."""
    try:
        text = stat.read_text()
    except OSError:
        return "", NOTHING  # it has just ended
    fields = text.rpartition(")")[2].split()
    own, children = (sum(map(int, fields[start : start + 2])) / TICKS for start in (11, 13))
    return stat.parent.name, Times(text[text.index("(") + 1 : text.rindex(")")], fields[1], own, children)
