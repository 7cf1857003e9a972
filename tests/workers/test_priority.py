"""Which of the calls that wait for a worker is served next."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.workers.pool import STREAK, Pool
from games.workers.worker_process import PoolClosed
from tests.workers.worker_functions import doze

BUSY = pickle.dumps((doze, (600.0,), {}, 60.0))  # a call that ends only with its worker
SHORT = pickle.dumps((doze, (0.0,), {}, 60.0))  # one that returns when it was served


@pytest.fixture
def pools(settings: Settings) -> Iterator[dict[int, Pool]]:
    pools = {many: Pool(many, settings.WORKERS_NICE) for many in (1, 3)}
    yield pools
    for pool in pools.values():
        pool.close()


def test_the_urgent_go_first_but_the_others_get_their_turn(pools: dict[int, Pool]) -> None:
    first = pools[1].submit(pickle.dumps((doze, (1.0,), {}, 60.0)), 60.0)
    while not first.running():
        pass
    names = ["patient"] * 2 + ["urgent"] * (STREAK + 2)
    calls = [(pools[1].submit(SHORT, 60.0, urgent=name == "urgent"), name) for name in names]
    assert not first.done()
    order = [name for _end, name in sorted((call.result(60), name) for call, name in calls)]
    assert order == ["urgent"] * STREAK + ["patient"] + ["urgent"] * 2 + ["patient"]


def test_those_who_may_wait_never_take_all_places(pools: dict[int, Pool]) -> None:
    busy = [pools[3].submit(BUSY, 60.0) for _ in range(2)]
    waiting = pools[3].submit(SHORT, 60.0)
    pools[3].submit(SHORT, 60.0, urgent=True).result(60)  # does not wait
    assert not any(call.done() for call in (*busy, waiting))
    assert pools[3].load()[0] == 2


def test_closed_means_closed_for_who_waits_and_who_comes(pools: dict[int, Pool]) -> None:
    calls = [pools[1].submit(BUSY, 60.0, urgent=True) for _ in range(2)]
    pools[1].close()
    for call in calls:
        with pytest.raises(PoolClosed):
            call.result(60)
    with pytest.raises(PoolClosed):
        pools[1].submit(SHORT, 60.0)
