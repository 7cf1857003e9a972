"""Bulkheads: places of one kind of work, of which one visitor may take only some."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from accounts.models import User
from core.limits import Bulkhead, Busy, Turns, visitors_of


def test_a_visitor_takes_some_places_and_leaves_the_others() -> None:
    bulkhead = Bulkhead("tests", at_once=3, each=2)
    anna = [bulkhead.take({"anna"}) for _ in range(2)]
    with pytest.raises(Busy):
        bulkhead.take({"anna"})
    bulkhead.take({"bob"})
    with pytest.raises(Busy):
        bulkhead.take({"carl"})
    anna[0].leave()
    anna[0].leave()
    with bulkhead.held({"carl"}), pytest.raises(Busy):
        bulkhead.take({"bob"})
    bulkhead.take({"bob"})


def test_an_account_at_many_addresses_is_one_visitor_and_so_are_accounts_at_one_address(
    rf: RequestFactory, anna: User, bob: User
) -> None:
    def names(user: User | AnonymousUser, address: str) -> frozenset[object]:
        request = rf.get("/", REMOTE_ADDR=address)
        request.user = user
        return visitors_of(request)

    home, away = "2001:db8::1", "203.0.113.7"
    assert names(anna, home) & names(anna, away) == {anna.pk}
    assert names(anna, home) & names(bob, "2001:db8::2") == {"2001:db8::/64"}
    assert not names(anna, home) & names(bob, away)
    assert names(AnonymousUser(), away) == {away}


async def test_one_visitor_has_one_turn_at_a_time_and_others_theirs() -> None:
    turns, done, has_begun, may_end = Turns(), list[str](), asyncio.Event(), asyncio.Event()

    async def act(visitor: str, *, slowly: bool = False) -> None:
        async with turns.held(visitor):
            if slowly:
                has_begun.set()
                await may_end.wait()
            done.append(visitor)

    async with asyncio.TaskGroup() as acts:
        acts.create_task(act("anna", slowly=True))
        await has_begun.wait()
        waiting = [acts.create_task(act("anna")) for _message in range(3)]
        await acts.create_task(act("bob"))
        assert done == ["bob"]
        waiting.pop().cancel()
        may_end.set()
    assert done == ["bob", "anna", "anna", "anna"]


async def test_the_next_turn_of_a_visitor_comes_after_a_pause_as_long_as_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop, turns, now, pauses = asyncio.get_running_loop(), Turns(), [100.0], list[tuple[float, Callable[[], object]]]()
    with monkeypatch.context() as patch:
        patch.setattr(loop, "time", lambda: now[0])
        patch.setattr(loop, "call_later", lambda seconds, ends: pauses.append((seconds, ends)))
        async with turns.held("anna"):
            now[0] += 7
        again = asyncio.create_task(turns.held("anna").__aenter__())
        async with turns.held("bob"):
            await asyncio.sleep(0)
            assert not again.done()
        assert [seconds for seconds, _ends in pauses] == [7, 0]
        pauses[0][1]()
        await again
