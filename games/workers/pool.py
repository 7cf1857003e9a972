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
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from threading import Event, Lock
from typing import ParamSpec, TypeVar, cast

from django.conf import settings

from games.workers.worker_process import PoolClosed, TooSlow, WorkerDied

STARTING = 60.0  # seconds that a process may take to start on a busy machine
SLOWNESS = 20  # wall time allowed for each second of CPU time, because workers have low priority
CODE = "import sys; sys.path[:] = {path!r}; from games.workers import worker_process; worker_process.main({call})"


class Worker:
    """A worker process and the connection to it.

    It is a new interpreter, because a fork would copy this process's locks and open files without its threads. It exits
    when the connection is closed, which happens however this process ends. It has a process group of its own, so that
    Ctrl-C does not reach it, but not a session of its own: Linux's autogroup scheduling would share the CPU equally
    between sessions and ignore the niceness.
    """

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            call = f"{theirs.fileno()}, {list(settings.GAME_PACKAGES)}, {settings.WORKERS_NICE}"
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

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

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


STREAK = 4  # urgent calls that may be served in a row while a normal one could be


class Waiter(Event):
    """A waiting call; the event is set when the call is served or refused."""

    refused = False


class PrioritySemaphore:
    """A semaphore that serves urgent calls before normal ones, each in order of arrival, without starving the latter.

    If it has several places, one is reserved for urgent calls, so that they need not wait until a long normal call
    ends.
    """

    def __init__(self, many: int) -> None:
        self._free = many
        self._open = max(1, many - 1)  # how many more normal calls may have places
        self._lock = Lock()
        self._urgent: deque[Waiter] = deque()
        self._normal: deque[Waiter] = deque()
        self._streak = 0
        self._closed = False

    def acquire(self, *, urgent: bool) -> None:
        """Wait for a place and take it; raises PoolClosed."""
        waiter = Waiter()
        with self._lock:
            if self._closed:
                raise PoolClosed
            (self._urgent if urgent else self._normal).append(waiter)
            self._serve()
        waiter.wait()
        if waiter.refused:
            raise PoolClosed

    def release(self, *, urgent: bool) -> None:
        """Give the place back."""
        with self._lock:
            self._free += 1
            self._open += not urgent
            self._serve()

    def close(self) -> None:
        """Refuse all calls that wait or come later: they raise PoolClosed."""
        with self._lock:
            self._closed = True
            for waiter in (*self._urgent, *self._normal):
                waiter.refused = True
                waiter.set()
            self._urgent.clear()
            self._normal.clear()

    def _serve(self) -> None:
        """Give free places to waiting calls."""
        while self._free and (waiting := self._next()):
            self._free -= 1
            self._open -= waiting is self._normal
            waiting.popleft().set()

    def _next(self) -> deque[Waiter] | None:
        """Return the queue to serve next; None if no call may be served."""
        normal = self._normal if self._normal and self._open else None
        if self._urgent and not (normal and self._streak >= STREAK):
            self._streak += 1
            return self._urgent
        self._streak = 0
        return normal


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
