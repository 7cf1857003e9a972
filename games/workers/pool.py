"""The process pool: workers start on demand, are replaced when they die, and end with this process."""

from __future__ import annotations

import atexit
import os
import pickle
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from threading import Condition, Lock, Thread
from typing import NamedTuple, ParamSpec, TypeVar, cast

from django.conf import settings

from games.workers.worker_process import PoolClosed, TooSlow, WorkerDied

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 60.0  # limit of a call by `run`, in seconds of CPU time
LEAST, MOST = 2, 4  # number of workers, unless the settings give another one
STREAK = 4  # urgent calls that may be served in a row while a normal one could be
STARTING = 60.0  # seconds that a process may take to start on a busy machine
SLOWNESS = 20  # wall time allowed for each second of CPU time, because workers have low priority
CODE = "import sys; sys.path[:] = {path!r}; from games.workers import worker_process; worker_process.main({call})"


def run(function: Callable[P, T], *values: P.args, **keywords: P.kwargs) -> T:
    """Run the function in a worker while this thread waits, and return its result.

    Function and arguments must be picklable. Raises what the function raises, and NotDone if its worker died, it took
    more than `LONGEST`, or this process exits. Calls wait for a free worker, so several short calls are better than a
    long one. Without workers (`size` 0) it runs in this thread, without a limit.
    """
    if not size():
        return function(*values, **keywords)
    return cast("T", _pool().submit(pickle.dumps((function, values, keywords, LONGEST)), LONGEST).result())


def begin(seconds: float, function: Callable[P, T], *values: P.args, **keywords: P.kwargs) -> Future[T]:
    """Start the function in a worker, ahead of all calls by `run`, and return its future without waiting.

    The future holds NotDone if the function takes more than `seconds` of CPU time, and for the reasons given for `run`.
    Without workers the function has run in this thread when the future is returned.
    """
    if size():
        return cast(
            "Future[T]", _pool().submit(pickle.dumps((function, values, keywords, seconds)), seconds, urgent=True)
        )
    future: Future[T] = Future()
    try:
        future.set_result(function(*values, **keywords))
    except Exception as error:
        future.set_exception(error)
    return future


def begin_promptly(seconds: float, function: Callable[P, T], *values: P.args, **keywords: P.kwargs) -> Future[T]:
    """Do the same in the one worker of normal priority, for a second of work that a player waits for.

    The caller bounds how often. Workers of the lowest priority get nothing done for as long as all cores are busy.
    """
    if size():
        call = pickle.dumps((function, values, keywords, seconds))
        return cast("Future[T]", _pool(prompt=True).submit(call, seconds, urgent=True))
    return begin(seconds, function, *values, **keywords)


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


class _Call(NamedTuple):
    """A pickled call, its limit of CPU time in seconds, and the future of its result."""

    pickled: bytes
    seconds: float
    urgent: bool
    future: Future[object]


class Pool:
    """At most `many` workers, each with a thread that hands it one call after another; both start on demand.

    Urgent calls go first, each kind in order of arrival, without starving the normal ones. If there are several
    workers, normal calls never have all of them, so that urgent ones need not wait until a long normal call ends.
    """

    def __init__(self, many: int, nice: int, *, is_prompt: bool = False) -> None:
        self.is_prompt = is_prompt
        self._many = many
        self._nice = nice
        self._most_normal = max(1, many - 1)
        self._condition = Condition()  # guards what follows
        self._urgent: deque[_Call] = deque()
        self._normal: deque[_Call] = deque()
        self._streak = 0
        self._threads = self._busy = self._busy_normal = 0
        self._workers: set[Worker] = set()
        self._closed = False

    def submit(self, pickled: bytes, seconds: float, *, urgent: bool = False) -> Future[object]:
        """Return the future of a call; it holds what the call returns or raises, or NotDone. Raises PoolClosed."""
        call = _Call(pickled, seconds, urgent, Future())
        with self._condition:
            if self._closed:
                raise PoolClosed
            (self._urgent if urgent else self._normal).append(call)
            idle = self._threads - self._busy
            if self._threads < self._many and len(self._urgent) + len(self._normal) > idle:
                self._threads += 1
                Thread(target=self._serve, name="worker", daemon=True).start()
            self._condition.notify()
        return call.future

    def load(self) -> tuple[int, int]:
        """Return how many workers are busy, and how many are idle."""
        with self._condition:
            return self._busy, max(len(self._workers) - self._busy, 0)

    def close(self) -> None:
        """End all workers for good; waiting calls raise PoolClosed."""
        with self._condition:
            self._closed = True
            calls = [*self._urgent, *self._normal]
            self._urgent.clear()
            self._normal.clear()
            workers = list(self._workers)
            self._condition.notify_all()
        for call in calls:
            if call.future.set_running_or_notify_cancel():
                call.future.set_exception(PoolClosed())
        for worker in workers:
            worker.kill()  # its thread closes the connection

    def _serve(self) -> None:
        """Hand calls to a worker until the pool is closed."""
        worker: Worker | None = None
        while call := self._next_call():
            if call.future.set_running_or_notify_cancel():
                worker, answer = self._answer(call, worker)
                self._done(call)
                good, value = answer
                if good:
                    call.future.set_result(value)
                else:
                    call.future.set_exception(cast("BaseException", value))
            else:
                self._done(call)
        if worker:
            worker.close()

    def _next_call(self) -> _Call | None:
        """Wait for a call that may be served, and take it; None if the pool is closed."""
        with self._condition:
            while not self._closed:
                normal = self._normal and self._busy_normal < self._most_normal
                if self._urgent and not (normal and self._streak >= STREAK):
                    self._streak += 1
                    call = self._urgent.popleft()
                elif normal:
                    self._streak = 0
                    call = self._normal.popleft()
                else:
                    self._condition.wait()
                    continue
                self._busy += 1
                self._busy_normal += not call.urgent
                return call
        return None

    def _done(self, call: _Call) -> None:
        with self._condition:
            self._busy -= 1
            self._busy_normal -= not call.urgent
            self._condition.notify()  # a normal call may be served now

    def _answer(self, call: _Call, worker: Worker | None) -> tuple[Worker | None, tuple[bool, object]]:
        """Return a worker for the next call, if there is one, and what `Worker.ask` returns, or False and a fault."""
        try:
            if worker is None or not worker.lives:
                self._end(worker)
                worker = Worker(self._nice)
                with self._condition:
                    self._workers.add(worker)
            if self._closed:
                raise PoolClosed
            return worker, worker.ask(call.pickled, call.seconds)
        except Exception as fault:  # NotDone, or whatever an answer raises that cannot be unpickled
            self._end(worker)
            return None, (False, PoolClosed() if self._closed else fault)

    def _end(self, worker: Worker | None) -> None:
        if worker:
            worker.close()
            with self._condition:
                self._workers.discard(worker)


class Worker:
    """A worker process and the connection to it.

    It is a new interpreter, because a fork would copy this process's locks and open files without its threads. It exits
    when the connection is closed, which happens however this process ends. It has a process group of its own, so that
    Ctrl-C does not reach it, but not a session of its own: Linux's autogroup scheduling would share the CPU equally
    between sessions and ignore the niceness.
    """

    def __init__(self, nice: int) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            call = f"{theirs.fileno()}, {list(settings.GAME_PACKAGES)}, {nice}"
            code = CODE.format(path=sys.path, call=call)
            self._process = subprocess.Popen(  # noqa: S603 - our own Python
                [sys.executable, "-c", code], stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], process_group=0
            )
        self._connection = Connection(ours.detach())
        self._start_allowance = STARTING

    @property
    def lives(self) -> bool:
        """Return whether the process is running."""
        return self._process.poll() is None

    def ask(self, call: bytes, seconds: float) -> tuple[bool, object]:
        """Send the pickled call and wait; return True and its result, or False and its exception.

        A call that exceeds its `seconds` of CPU time answers with TooSlow. Raises TooSlow if the worker does not even
        answer that within `SLOWNESS` times as long, and WorkerDied; after either the worker must be closed.
        """
        try:
            self._connection.send_bytes(call)
            if not self._connection.poll(self._start_allowance + seconds * SLOWNESS):
                raise TooSlow("It did not answer in time.")
            answer = self._connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise WorkerDied("The process of a worker ended.") from error
        self._start_allowance = 0.0
        good, value = pickle.loads(answer)  # noqa: S301 - from our child
        return good, value

    def kill(self) -> None:
        """Kill the process, which has no state to lose; `ask` raises WorkerDied in a thread that waits for it."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Kill the process and close the connection; no thread may be waiting in `ask`."""
        self.kill()
        self._connection.close()


_pools_lock = Lock()
_pools: list[Pool] = []  # at most one, and the one of normal priority; created on demand
atexit.register(close)


def _pool(*, prompt: bool = False) -> Pool:
    with _pools_lock:
        pool = next((one for one in _pools if one.is_prompt is prompt), None)
        if pool is None:
            pool = Pool(1, 0, is_prompt=True) if prompt else Pool(size(), settings.WORKERS_NICE)
            _pools.append(pool)
        return pool


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
