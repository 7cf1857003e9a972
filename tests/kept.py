"""Results that take seconds to compute, kept in `build/tests` for the other processes and for later runs."""

from __future__ import annotations

import fcntl
import hashlib
import pickle
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from tests.template import HOME, KEPT

P = ParamSpec("P")
R = TypeVar("R")
PROGRAMS = ("games", "tests/puzzles")  # folders whose Python and JSON files decide what comes out


@cache
def fingerprint() -> str:
    """Return what tells the present programs from others."""
    digest = hashlib.sha256()
    for folder in PROGRAMS:
        for file in sorted((HOME / folder).rglob("*")):
            if file.suffix in {".py", ".json"}:
                digest.update(str(file.relative_to(HOME)).encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def kept(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function, which computes the result of the same arguments once as long as no program changes.

    Other processes that ask meanwhile wait for it. Arguments and results are values that can be pickled.
    """
    known: dict[str, R] = {}

    @wraps(function)
    def looked_up(*args: P.args, **kwargs: P.kwargs) -> R:
        asked = hashlib.sha256(pickle.dumps((function.__qualname__, args, kwargs))).hexdigest()[:12]
        if asked not in known:
            known[asked] = _read(asked, lambda: function(*args, **kwargs))
        return known[asked]

    def _read(asked: str, compute: Callable[[], R]) -> R:
        file = KEPT / f"{function.__name__}-{fingerprint()}-{asked}.pickle"
        KEPT.mkdir(parents=True, exist_ok=True)
        with file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not file.exists():
                _write(file, compute())
        result: R = pickle.loads(file.read_bytes())  # noqa: S301 - written by the tests themselves
        return result

    return looked_up


def _write(file: Path, result: object) -> None:
    made = file.with_suffix(".new")
    made.write_bytes(pickle.dumps(result))
    made.rename(file)
