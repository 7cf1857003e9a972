"""Concurrency of open sockets: a bounded pool of threads for the database, tasks, single flight, eager coroutines."""

from __future__ import annotations

import asyncio
import logging
import time
import types
from collections.abc import Callable, Coroutine, Generator, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import OperationalError

from core.telemetry import is_unreachable

logger = logging.getLogger(__name__)

P = ParamSpec("P")
Result = TypeVar("Result")
Value = TypeVar("Value")

OUTAGE = 1.0  # seconds for which work is refused after the database did not answer, or every thread would wait

_threads = ThreadPoolExecutor(max(1, settings.SOCKET_THREADS // 2), thread_name_prefix="socket")
_move_threads = ThreadPoolExecutor(max(1, settings.SOCKET_THREADS // 2), thread_name_prefix="move")
_tasks: set[asyncio.Task[Any]] = set()  # the event loop itself holds its tasks only weakly
_outage_until = 0.0


async def in_thread(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Run a function that may use the database in one of the threads that all sockets share.

    Right after an outage it raises OperationalError at once (circuit breaker).
    """
    return await _run_in(_threads, partial(function, *args, **kwargs))


async def in_move_thread(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Do the same in the threads that are kept for moves, which thus wait for no page that opens or is drawn."""
    return await _run_in(_move_threads, partial(function, *args, **kwargs))


async def _run_in(threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    result: Result = await database_sync_to_async(_guarded, thread_sensitive=False, executor=threads)(work)
    return result


def _guarded(work: Callable[[], Result]) -> Result:
    global _outage_until
    if time.monotonic() < _outage_until:
        raise OperationalError("The database did not answer a moment ago")
    try:
        return work()
    except Exception as fault:
        if is_unreachable(fault):
            _outage_until = time.monotonic() + OUTAGE
        raise


def in_background(
    work: Coroutine[Any, Any, Result], *, awaited: bool = False, loop: asyncio.AbstractEventLoop | None = None
) -> asyncio.Task[Result]:
    """Run a coroutine in a task, which is kept until it has ended; in the running event loop unless told.

    Its error is logged, unless the task is `awaited` where the error is handled. All tasks are started here.
    """
    task = (loop or asyncio.get_running_loop()).create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard if awaited else _ended)
    return task


def _ended(task: asyncio.Task[Any]) -> None:
    _tasks.discard(task)
    fault = None if task.cancelled() else task.exception()
    if fault:
        logger.error("A task failed: %s", task.get_name(), exc_info=fault)


class SingleFlight(Generic[Result]):
    """Lets concurrent callers with equal keys share one run of the work (single flight)."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, asyncio.Task[Result]] = {}

    async def run(self, key: Hashable, work: Callable[[], Coroutine[object, None, Result]]) -> Result:
        """Return the result of the work, or of a run for an equal key that is in progress."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = in_background(work(), awaited=True)
            flight.add_done_callback(lambda _done: self._flights.pop(key, None))
        return await asyncio.shield(flight)  # a caller that goes away leaves the others their result


class FreshRead(Generic[Result]):
    """Shares reads among callers (request coalescing); no caller gets a read that began before its call."""

    def __init__(self, read: Callable[[], Coroutine[object, None, Result]]) -> None:
        self._read = read
        self._running: asyncio.Task[Result] | None = None
        self._next: asyncio.Task[Result] | None = None

    async def get(self) -> Result:
        """Return the result of a read that begins now, or as soon as the running one has ended."""
        if self._running is None:
            reading = self._running = self._begin(None)
        else:
            reading = self._next = self._next or self._begin(self._running)
        return await asyncio.shield(reading)

    def _begin(self, before: asyncio.Task[Result] | None) -> asyncio.Task[Result]:
        task = in_background(self._after(before), awaited=True)
        task.add_done_callback(self._ended)
        return task

    async def _after(self, before: asyncio.Task[Result] | None) -> Result:
        if before:
            await asyncio.wait([before])
        return await self._read()

    def _ended(self, task: asyncio.Task[Result]) -> None:
        if not task.cancelled():
            task.exception()  # all callers may be gone
        self._running, self._next = self._next, None


class Gathered(Generic[Value]):
    """Work that is done in a thread, at once for all values that callers have in one round of the event loop."""

    def __init__(self, work: Callable[[Sequence[Value]], object]) -> None:
        self._work = work
        self._waiting: dict[asyncio.AbstractEventLoop, tuple[list[Value], asyncio.Task[None]]] = {}

    async def run(self, value: Value) -> None:
        """Return when the work is done for this value; raise what it raised for any of those it was run with."""
        loop = asyncio.get_running_loop()
        if loop not in self._waiting:
            self._waiting[loop] = [], in_background(self._run(loop), awaited=True)
        values, task = self._waiting[loop]
        values.append(value)
        await asyncio.shield(task)  # a caller that goes away leaves the others their result

    async def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        values, _task = self._waiting.pop(loop)
        await in_thread(self._work, values)


def run_eagerly(work: Coroutine[object, None, None]) -> None:
    """Run a coroutine up to its first wait at once, and the rest in a task, as eager tasks of Python 3.12 do.

    So sending to a thousand pages whose buffers have room creates no task.
    """
    try:
        waited_for = work.send(None)
    except StopIteration:
        return
    in_background(_rest(work, waited_for))


async def _rest(work: Coroutine[object, None, None], waited_for: object) -> None:
    await _resumed(work, waited_for)


@types.coroutine
def _resumed(work: Coroutine[object, None, None], waited_for: object) -> Generator[object, None, None]:
    try:
        yield waited_for
    except BaseException:
        work.close()
        raise
    yield from work
