"""Functions run in other processes with low priority, and failures are handled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

import pytest
from django.core.exceptions import AppRegistryNotReady
from pytest_django import Settings

from games import workers
from games.catalogue import games
from games.workers import pool
from tests.serving import HOME
from tests.workers import worker_functions

PATIENCE = 60  # seconds; much more than anything here takes, even on a busy machine

pytestmark = pytest.mark.usefixtures("two_workers")


def test_a_result_comes_back() -> None:
    assert workers.run(worker_functions.double, 4, plus=1) == 9


def test_it_is_another_process_at_lowest_priority_which_stays(settings: Settings) -> None:
    settings.WORKERS_NICE = 19
    first, again = (workers.run(worker_functions.whereabouts) for _ in range(2))
    assert first == again
    assert first[0] != os.getpid()
    assert first[1:] == (19, os.getpid())


def test_what_a_player_waits_for_has_a_worker_of_normal_priority(settings: Settings) -> None:
    settings.WORKERS_NICE = 19
    slow = workers.run(worker_functions.whereabouts)
    first, again = (workers.begin_promptly(1.0, worker_functions.whereabouts).result(PATIENCE) for _ in range(2))
    assert first == again
    assert first[0] != slow[0]
    assert (first[1], slow[1]) == (os.getpriority(os.PRIO_PROCESS, 0), 19)
    assert workers.load() == (0, 2)
    workers.close()
    assert workers.load() == (0, 0)


def test_workers_know_the_same_games() -> None:
    assert workers.run(worker_functions.known_games) == list(games())


def test_workers_know_no_database() -> None:
    with pytest.raises(AppRegistryNotReady):
        workers.run(worker_functions.read_a_model)


def test_an_exception_comes_back_and_tells_where_it_was_raised() -> None:
    with pytest.raises(ValueError, match="no luck") as fault:
        workers.run(worker_functions.fail, "no luck")
    assert "worker_functions.py" in fault.value.__notes__[0]


def test_what_cannot_be_sent_back_is_an_exception() -> None:
    with pytest.raises(TypeError, match="lock"):
        workers.run(worker_functions.give_a_lock)
    with pytest.raises(RuntimeError, match="Stubborn: one two"):
        workers.run(worker_functions.fail_stubbornly)


def test_an_answer_that_cannot_be_read_leaves_no_process_behind() -> None:
    for _again in range(3):
        with pytest.raises(ValueError, match="unreadable"):
            workers.run(worker_functions.give_the_unreadable)
    assert workers.load() == (0, 0)
    assert workers.run(worker_functions.double, 1) == 2


def test_what_cannot_be_sent_there_disturbs_no_one() -> None:
    with pytest.raises(Exception, match="pickle"):
        workers.run(lambda: 1)
    assert workers.run(worker_functions.double, 1) == 2


def test_a_worker_that_dies_is_replaced() -> None:
    first, *_ = workers.run(worker_functions.whereabouts)
    with pytest.raises(workers.WorkerDied):
        workers.run(worker_functions.die)
    second, *_ = workers.run(worker_functions.whereabouts)
    os.kill(second, signal.SIGKILL)
    os.waitid(os.P_PID, second, os.WEXITED | os.WNOWAIT)
    third, *_ = workers.run(worker_functions.whereabouts)
    assert len({first, second, third}) == 3


def test_one_that_loops_is_stopped_after_its_time_and_works_on() -> None:
    first, *_ = workers.run(worker_functions.whereabouts)
    with pytest.raises(workers.TooSlow):
        workers.begin(0.5, worker_functions.loop).result(PATIENCE)
    assert workers.run(worker_functions.whereabouts)[0] == first


def test_one_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_ = workers.run(worker_functions.whereabouts)
    monkeypatch.setattr(pool, "SLOWNESS", 1)
    with pytest.raises(workers.TooSlow):
        workers.begin(0.2, worker_functions.doze, PATIENCE).result(PATIENCE)
    monkeypatch.undo()
    assert not _runs(first)


def test_several_work_at_once() -> None:
    before = threading.active_count()
    many: list[Future[tuple[int, int, int]]] = [workers.begin(9, worker_functions.whereabouts) for _ in range(40)]
    assert len({one.result(PATIENCE)[0] for one in many}) <= 2
    assert threading.active_count() < before + 10


def test_what_waits_for_no_one_goes_before_what_may_wait(settings: Settings) -> None:
    """An analysis makes three calls; a computer player's turn arrives while the first one runs."""
    settings.WORKERS = 1
    workers.run(worker_functions.double, 1)
    done: list[float] = []
    analysis = [threading.Thread(target=lambda: done.append(workers.run(worker_functions.doze, 0.5))) for _ in range(3)]
    for one in analysis:
        one.start()
    _wait_until(lambda: len(pool._pools[0]._normal) == 2)
    move = workers.begin(9, worker_functions.doze, 0)
    for one in analysis:
        one.join()
    assert move.result(PATIENCE) < sorted(done)[1]


def test_closing_sends_everybody_away_and_the_next_call_begins_again(settings: Settings) -> None:
    settings.WORKERS = 1
    pid, *_ = workers.run(worker_functions.whereabouts)
    waiting = [workers.begin(9, worker_functions.doze, PATIENCE) for _ in range(3)]
    _wait_until(lambda: workers.load()[0] == 1)
    workers.close()
    for one in waiting:
        with pytest.raises(workers.PoolClosed):
            one.result(PATIENCE)
    assert not _runs(pid)
    assert workers.run(worker_functions.double, 1) == 2


def test_without_workers_it_is_done_here(settings: Settings) -> None:
    settings.WORKERS = 0
    assert workers.run(worker_functions.whereabouts)[0] == os.getpid()
    assert workers.begin(1, worker_functions.double, 3).result() == 6
    with pytest.raises(ValueError, match="no luck"):
        workers.begin(1, worker_functions.fail, "no luck").result()


PARENT = """
import sys, threading
from django.conf import settings
settings.configure(GAME_PACKAGES=["games"], WORKERS=2, WORKERS_NICE=0)
from games import workers
from tests.workers import worker_functions
print(workers.run(worker_functions.whereabouts)[0], flush=True)
workers.begin(600, getattr(worker_functions, sys.argv[1]), *map(float, sys.argv[2:]))
threading.Event().wait()
"""


@pytest.mark.parametrize("busy", [("loop",), ("doze", "600")])
def test_workers_die_with_their_parent_even_when_it_is_killed(busy: tuple[str, ...]) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT, *busy], cwd=HOME, text=True, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        assert _runs(pid)
        parent.kill()
        _wait_until(lambda: not _runs(pid))


def test_a_worker_whose_parent_has_just_gone_says_nothing() -> None:
    script = "from multiprocessing import Pipe; from games.workers.worker_process import send; here, there = Pipe();"
    script += "there.close(); send(here, b'the answer'); print('It goes on.')"
    ended = subprocess.run([sys.executable, "-c", script], cwd=HOME, text=True, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def _wait_until(it_is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not it_is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
