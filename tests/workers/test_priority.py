"""Who gets the next place."""

from __future__ import annotations

from threading import Thread

import pytest

from games.workers.errors import Closed
from games.workers.priority import STREAK, Places


def test_the_urgent_go_first_but_the_others_get_their_turn() -> None:
    places = Places(1)
    places.enter(urgent=False)
    order: list[str] = []

    def come(name: str) -> None:
        places.enter(urgent=name == "urgent")
        order.append(name)
        places.leave(urgent=name == "urgent")

    waiting = [Thread(target=come, args=(name,)) for name in ["patient"] * 2 + ["urgent"] * (STREAK + 2)]
    for one in waiting:
        one.start()
    while len(places._urgent) + len(places._patient) < len(waiting):
        pass
    places.leave(urgent=False)
    for one in waiting:
        one.join()
    assert order == ["urgent"] * STREAK + ["patient"] + ["urgent"] * 2 + ["patient"]


def test_those_who_may_wait_never_take_all_places() -> None:
    places = Places(3)
    for _ in range(2):
        places.enter(urgent=False)
    waiting = Thread(target=places.enter, kwargs={"urgent": False})
    waiting.start()
    while not places._patient:
        pass
    places.enter(urgent=True)  # does not wait
    assert places._patient
    places.leave(urgent=True)
    assert places._patient
    places.leave(urgent=False)
    waiting.join()
    assert not places._patient


def test_closed_means_closed_for_who_waits_and_who_comes() -> None:
    places = Places(1)
    places.enter(urgent=True)
    refused: list[Closed] = []

    def come() -> None:
        with pytest.raises(Closed) as fault:
            places.enter(urgent=True)
        refused.append(fault.value)

    waiting = Thread(target=come)
    waiting.start()
    while not places._urgent:
        pass
    places.close()
    waiting.join()
    come()
    assert len(refused) == 2
