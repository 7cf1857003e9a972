"""The faults of script/chaos: each breaks something while matches are played, waits, and mends it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.ops.stacks import JUMP, PostgresStack, Stack
from tests.serving import PATIENCE

HOLD = 5.0  # seconds


@dataclass(frozen=True)
class Fault:
    """A fault by its name; `works_on` says whether it can be tried on a stack."""

    name: str
    strike: Callable[[Stack], None]
    works_on: Callable[[Stack], bool]


def _always(stack: Stack) -> bool:
    return True


def _with(service: str) -> Callable[[Stack], bool]:
    return lambda stack: service in stack.services


def _kill_web(stack: Stack) -> None:
    for web in stack.webs[:1]:
        web.kill()
        web.start()


def _restart_web(stack: Stack) -> None:
    for web in stack.webs:
        web.stop()
        web.start()


def _freeze_web(stack: Stack) -> None:
    process = stack.webs[-1].process
    assert process
    process.send_signal(signal.SIGSTOP)
    time.sleep(HOLD)
    process.send_signal(signal.SIGCONT)


def _kill_scheduler(stack: Stack) -> None:
    stack.stop_scheduler(signal.SIGKILL)
    time.sleep(HOLD)
    stack.start_scheduler()


def _kill_everything(stack: Stack) -> None:
    stack.stop_scheduler(signal.SIGKILL)
    for web in stack.webs:
        web.kill()
    for service in stack.services.values():
        service.end()
    for service in stack.services.values():
        service.start()
    for web in stack.webs:
        web.start()
    stack.start_scheduler()


def _end(service: str, number: signal.Signals, hold: float) -> Callable[[Stack], None]:
    def strike(stack: Stack) -> None:
        stack.services[service].end(number)
        time.sleep(hold)
        stack.services[service].start()

    return strike


def _freeze(service: str) -> Callable[[Stack], None]:
    def strike(stack: Stack) -> None:
        stack.services[service].send(signal.SIGSTOP)
        time.sleep(HOLD)
        stack.services[service].send(signal.SIGCONT)

    return strike


def _fill_disk(stack: Stack) -> None:
    """Fill the disk; PostgreSQL ends by itself when its log cannot grow, and is started again by its supervisor."""
    stack.disk.fill()
    time.sleep(HOLD)
    stack.disk.clear()
    stack.mend()


def _jump(seconds: int) -> Callable[[Stack], None]:
    def strike(stack: Stack) -> None:
        stack.clock.set(seconds)
        time.sleep(HOLD)
        stack.clock.set(0)
        time.sleep(2)  # libfaketime reads the file once a second

    return strike


def wait_for_ready(stack: Stack) -> None:
    """Wait until every process of our own runs again."""
    until = time.monotonic() + PATIENCE
    while any(web.process is None or web.process.poll() is not None for web in stack.webs):
        stack.mend()
        assert time.monotonic() < until, "a process does not start"


FAULTS = (
    Fault("web killed (kill -9)", _kill_web, _always),
    Fault("web restarted (SIGTERM)", _restart_web, _always),
    Fault("web frozen", _freeze_web, _always),
    Fault("all killed (kill -9)", _kill_everything, _always),
    Fault("scheduler killed (kill -9)", _kill_scheduler, lambda stack: isinstance(stack, PostgresStack)),
    Fault("database killed (kill -9)", _end("database", signal.SIGKILL, 1), _with("database")),
    Fault("database restarted (immediate)", _end("database", signal.SIGQUIT, 1), _with("database")),
    Fault("database frozen", _freeze("database"), _with("database")),
    Fault("Redis killed (kill -9)", _end("redis", signal.SIGKILL, HOLD), _with("redis")),
    Fault("Redis frozen", _freeze("redis"), _with("redis")),
    Fault("disk full", _fill_disk, lambda stack: stack.disk.mounted),
    Fault(f"clock {JUMP:+d} s", _jump(JUMP), lambda stack: stack.clock.library is not None),
    Fault(f"clock {-JUMP:+d} s", _jump(-JUMP), lambda stack: stack.clock.library is not None),
)
