"""The workers of this process: started when they are first needed, replaced when they die, ended with it."""

from __future__ import annotations

import atexit
import os
import pickle
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import ParamSpec, TypeVar, cast

from django.conf import settings

from games.workers.errors import Closed, NotDone
from games.workers.priority import Places
from games.workers.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 60.0  # seconds of CPU
LEAST, MOST = 2, 4  # workers, unless the settings say how many


def run(function: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """What the function gives for these values, worked out by a worker while this thread waits.

    All of them, and the function, must be fit for pickling. Raises what the function raises, and NotDone where its
    worker died, it took more than LONGEST, or this process ends. Calls wait for each other, so many short ones are
    better than a long one.
    """
    if not size():
        return function(*values, **named)
    return cast("T", _pool().call(pickle.dumps((function, values, named, LONGEST)), LONGEST, urgent=False))


def begin(seconds: float, function: Callable[P, T], *values: P.args, **named: P.kwargs) -> Future[T]:
    """The future of what the function gives, worked out before all that is merely `run`; waits for nothing.

    After so many seconds of CPU, and for the reasons that `run` has, the future holds NotDone.
    """
    if size():
        return cast("Future[T]", _pool().begin(pickle.dumps((function, values, named, seconds)), seconds))
    done: Future[T] = Future()
    try:
        done.set_result(function(*values, **named))
    except Exception as error:
        done.set_exception(error)
    return done


def close() -> None:
    """Ends all workers; whoever waits for one gets Closed. What comes after begins with new ones."""
    with _one:
        while _pools:
            _pools.pop().close()


def size() -> int:
    """How many workers there may be, 0 for none: as the settings say, or else a core less than there are, 2 to 4."""
    told: int | None = settings.WORKERS
    return min(MOST, max(LEAST, _cores() - 1)) if told is None else told


class Pool:
    """So many workers, and the calls that wait for them."""

    def __init__(self, many: int) -> None:
        self._places = Places(many)
        self._threads = ThreadPoolExecutor(many, thread_name_prefix="worker")
        self._lock = Lock()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = False

    def begin(self, call: bytes, seconds: float) -> Future[object]:
        """The future of an urgent call."""
        try:
            return self._threads.submit(self.call, call, seconds, urgent=True)
        except RuntimeError as error:  # somebody closed it just now
            raise Closed from error

    def call(self, call: bytes, seconds: float, *, urgent: bool) -> object:
        """What a worker answers; raises what it raised, or NotDone."""
        self._places.enter(urgent=urgent)
        try:
            good, value = self._ask(self._take(), call, seconds)
        finally:
            self._places.leave(urgent=urgent)
        if not good:
            raise cast("Exception", value)
        return value

    def close(self) -> None:
        """Ends all workers for good and sends away who waits for one."""
        self._places.close()
        self._threads.shutdown(wait=False)
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            busy, self._busy = self._busy, set()
        for worker in idle:
            worker.hang_up()
        for worker in busy:
            worker.kill()  # who asked it hangs up

    def _ask(self, worker: Worker, call: bytes, seconds: float) -> tuple[bool, object]:
        try:
            answer = worker.ask(call, seconds)
        except NotDone as error:
            if self._put_away(worker, fit=False):
                raise
            raise Closed from error
        self._put_away(worker, fit=True)
        return answer

    def _take(self) -> Worker:
        """A worker for one call: one that is there and lives, or a new one."""
        with self._lock:
            if self._closed:
                raise Closed
            while self._idle:
                worker = self._idle.pop()
                if worker.lives:
                    break
                worker.hang_up()
            else:
                worker = Worker()
            self._busy.add(worker)
        return worker

    def _put_away(self, worker: Worker, *, fit: bool) -> bool:
        """Keeps a worker for the next call if it is fit; gives whether it was one of ours until now."""
        with self._lock:
            ours = worker in self._busy
            self._busy.discard(worker)
            if ours and fit:
                self._idle.append(worker)
                return True
        worker.hang_up()
        return ours


_one = Lock()
_pools: list[Pool] = []  # the one there is, once it is needed
atexit.register(close)


def _pool() -> Pool:
    with _one:
        if not _pools:
            _pools.append(Pool(size()))
        return _pools[0]


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
