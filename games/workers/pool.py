"""The process pool: workers start on demand, are replaced when they die, and end with this process."""

from __future__ import annotations

import atexit
import os
import pickle
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import ParamSpec, TypeVar, cast

from django.conf import settings

from games.workers.errors import PoolClosed
from games.workers.priority import PrioritySemaphore
from games.workers.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 60.0  # limit of a call by `run`, in seconds of CPU time
LEAST, MOST = 2, 4  # number of workers, unless the settings give another one


def run(function: Callable[P, T], *values: P.args, **keywords: P.kwargs) -> T:
    """Run the function in a worker while this thread waits, and return its result.

    Function and arguments must be picklable. Raises what the function raises, and NotDone if its worker died, it took
    more than `LONGEST`, or this process exits. Calls wait for a free worker, so several short calls are better than a
    long one. Without workers (`size` 0) it runs in this thread, without a limit.
    """
    if not size():
        return function(*values, **keywords)
    return cast("T", _pool().call(pickle.dumps((function, values, keywords, LONGEST)), LONGEST, urgent=False))


def begin(seconds: float, function: Callable[P, T], *values: P.args, **keywords: P.kwargs) -> Future[T]:
    """Start the function in a worker, ahead of all calls by `run`, and return its future without waiting.

    The future holds NotDone if the function takes more than `seconds` of CPU time, and for the reasons given for `run`.
    Without workers the function has run in this thread when the future is returned.
    """
    if size():
        return cast("Future[T]", _pool().begin(pickle.dumps((function, values, keywords, seconds)), seconds))
    future: Future[T] = Future()
    try:
        future.set_result(function(*values, **keywords))
    except Exception as error:
        future.set_exception(error)
    return future


def close() -> None:
    """End all workers; waiting calls raise PoolClosed. A later call starts a new pool."""
    with _pools_lock:
        while _pools:
            _pools.pop().close()


def load() -> tuple[int, int]:
    """Return how many workers of this process are busy, and how many are idle."""
    with _pools_lock:
        loads = [pool.load() for pool in _pools]
    return sum(busy for busy, _idle in loads), sum(idle for _busy, idle in loads)


def size() -> int:
    """Return the maximum number of workers, 0 for none: the setting, else the number of cores less one, from 2 to 4."""
    configured: int | None = settings.WORKERS
    return min(MOST, max(LEAST, _cores() - 1)) if configured is None else configured


class Pool:
    """At most `many` workers, started on demand, and the calls that wait for them."""

    def __init__(self, many: int) -> None:
        self._semaphore = PrioritySemaphore(many)
        self._threads = ThreadPoolExecutor(many, thread_name_prefix="worker")  # each waits for one urgent call
        self._lock = Lock()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = False

    def begin(self, call: bytes, seconds: float) -> Future[object]:
        """Return the future of an urgent call; raises PoolClosed."""
        try:
            return self._threads.submit(self.call, call, seconds, urgent=True)
        except RuntimeError as error:  # another thread has just closed the pool
            raise PoolClosed from error

    def call(self, call: bytes, seconds: float, *, urgent: bool) -> object:
        """Return the result of a pickled call, made by a worker; raises what the call raises, or NotDone."""
        self._semaphore.acquire(urgent=urgent)
        try:
            good, value = self._ask(self._take(), call, seconds)
        finally:
            self._semaphore.release(urgent=urgent)
        if not good:
            raise cast("Exception", value)
        return value

    def load(self) -> tuple[int, int]:
        """Return how many workers are busy, and how many are idle."""
        with self._lock:
            return len(self._busy), len(self._idle)

    def close(self) -> None:
        """End all workers for good; waiting calls raise PoolClosed."""
        self._semaphore.close()
        self._threads.shutdown(wait=False)
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            busy, self._busy = self._busy, set()
        for worker in idle:
            worker.close()
        for worker in busy:
            worker.kill()  # the thread that waits for it closes the connection

    def _ask(self, worker: Worker, call: bytes, seconds: float) -> tuple[bool, object]:
        """Return what `Worker.ask` returns, and give the worker back; raises what it raises, and PoolClosed."""
        try:
            answer = worker.ask(call, seconds)
        except Exception as error:  # NotDone, or whatever an answer raises that cannot be unpickled
            if self._give_back(worker, usable=False):
                raise
            raise PoolClosed from error  # `close` has killed the worker
        self._give_back(worker, usable=True)
        return answer

    def _take(self) -> Worker:
        """Return a worker for one call: an idle one that is alive, or a new one."""
        with self._lock:
            if self._closed:
                raise PoolClosed
            while self._idle:
                worker = self._idle.pop()
                if worker.lives:
                    break
                worker.close()
            else:
                worker = Worker()
            self._busy.add(worker)
        return worker

    def _give_back(self, worker: Worker, *, usable: bool) -> bool:
        """Keep a usable worker for the next call, end any other; return False if the pool was closed meanwhile."""
        with self._lock:
            is_open = worker in self._busy
            self._busy.discard(worker)
            if is_open and usable:
                self._idle.append(worker)
                return True
        worker.close()
        return is_open


_pools_lock = Lock()
_pools: list[Pool] = []  # at most one, created on demand
atexit.register(close)


def _pool() -> Pool:
    with _pools_lock:
        if not _pools:
            _pools.append(Pool(size()))
        return _pools[0]


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
