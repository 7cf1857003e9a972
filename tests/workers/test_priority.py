"""The priority semaphore."""

from __future__ import annotations

from threading import Thread

import pytest

from games.workers.pool import STREAK, PrioritySemaphore
from games.workers.worker_process import PoolClosed


def test_the_urgent_go_first_but_the_others_get_their_turn() -> None:
    semaphore = PrioritySemaphore(1)
    semaphore.acquire(urgent=False)
    order: list[str] = []

    def come(name: str) -> None:
        semaphore.acquire(urgent=name == "urgent")
        order.append(name)
        semaphore.release(urgent=name == "urgent")

    waiting = [Thread(target=come, args=(name,)) for name in ["patient"] * 2 + ["urgent"] * (STREAK + 2)]
    for one in waiting:
        one.start()
    while len(semaphore._urgent) + len(semaphore._normal) < len(waiting):
        pass
    semaphore.release(urgent=False)
    for one in waiting:
        one.join()
    assert order == ["urgent"] * STREAK + ["patient"] + ["urgent"] * 2 + ["patient"]


def test_those_who_may_wait_never_take_all_places() -> None:
    semaphore = PrioritySemaphore(3)
    for _ in range(2):
        semaphore.acquire(urgent=False)
    waiting = Thread(target=semaphore.acquire, kwargs={"urgent": False})
    waiting.start()
    while not semaphore._normal:
        pass
    semaphore.acquire(urgent=True)  # does not wait
    assert semaphore._normal
    semaphore.release(urgent=True)
    assert semaphore._normal
    semaphore.release(urgent=False)
    waiting.join()
    assert not semaphore._normal


def test_closed_means_closed_for_who_waits_and_who_comes() -> None:
    semaphore = PrioritySemaphore(1)
    semaphore.acquire(urgent=True)
    refused: list[PoolClosed] = []

    def come() -> None:
        with pytest.raises(PoolClosed) as fault:
            semaphore.acquire(urgent=True)
        refused.append(fault.value)

    waiting = Thread(target=come)
    waiting.start()
    while not semaphore._urgent:
        pass
    semaphore.close()
    waiting.join()
    come()
    assert len(refused) == 2
