"""Work of sockets in threads: refused for a moment after an outage, gathered, and told of by pages once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

import pytest
import time_machine
from django.db import IntegrityError, OperationalError

from accounts.hooks import Facts, PageNews, PagePartial, page_partials, page_reports
from accounts.models import User
from accounts.online import news
from accounts.online.news import PlayerAudience, PlayerPage
from core import clock
from core.live import concurrency
from core.live.concurrency import OUTAGE, Gathered, in_thread
from core.live.page_socket import GARBAGE, LATEST
from core.live.partials import Bound
from tests.hooks import emptied
from tests.sockets import sent_by_page_socket

pytestmark = pytest.mark.any_stack  # they use no SQL in which the databases differ
in_threads = pytest.mark.django_db(transaction=True)  # whose connections the test may close


@in_threads
async def test_after_an_outage_work_is_refused_for_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now, ran = [100.0], list[str]()

    class Time:
        """A clock that stands still."""

        @staticmethod
        def monotonic() -> float:
            return now[0]

    async def fails(fault: Exception | None = None) -> str:
        def work() -> None:
            ran.append("ran")
            if fault:
                raise fault

        try:
            await in_thread(work)
        except Exception as error:
            return str(error)
        return ""

    monkeypatch.setattr(concurrency, "time", Time)
    assert [await fails(IntegrityError("twice")), await fails()] == ["twice", ""]
    assert await fails(OperationalError("gone")) == "gone"
    now[0] += OUTAGE - 0.01
    assert await fails() == "The database did not answer a moment ago"
    now[0] += 0.01
    assert await fails() == ""
    assert len(ran) == 4


@in_threads
async def test_what_comes_in_one_round_is_done_at_once_and_fails_for_all() -> None:
    done = list[list[int]]()

    def work(values: Sequence[int]) -> None:
        done.append([*values])
        if 0 in values:
            raise ValueError("nothing")

    together = Gathered(work)
    await asyncio.gather(*(together.run(number) for number in (1, 2, 3)))
    await together.run(4)
    found = await asyncio.gather(together.run(5), together.run(0), return_exceptions=True)
    assert [str(one) for one in found] == ["nothing", "nothing"]
    assert done == [[1, 2, 3], [4], [5, 0]]


@in_threads
@pytest.mark.parametrize(("asked", "is_told"), [(5, True), (-LATEST + 1, True), (LATEST, False), ("5", False)])
async def test_a_page_that_asks_is_told_the_time(asked: object, *, is_told: bool) -> None:
    with time_machine.travel(datetime(2026, 3, 4, tzinfo=UTC), tick=False):
        sent = await sent_by_page_socket([json.dumps({"asked": asked})] * 2)
    told = [json.loads(event["text"]) for event in sent if "text" in event]
    assert told == [{"asked": asked, "now": 1_772_582_400_000}] * (2 * is_told)
    assert [event["code"] for event in sent if event["type"] == "websocket.close"] == [GARBAGE] * (not is_told)


def test_a_page_is_brought_what_an_event_changes_and_by_heartbeats_no_notices(anna: User) -> None:
    def partial(name: str, *, shows: bool = True, **more: object) -> PagePartial:
        inputs: Callable[[PageNews, User], dict[str, object] | None] = lambda news, player: (  # noqa: E731
            {"player": player.username, "displays": news.displays, "came": news.came} if shows else None
        )
        return PagePartial(name, "x.html", inputs, **more)  # type: ignore[arg-type]

    def shown(bound: Bound) -> dict[str, object]:
        return {name: one.inputs if one else None for name, one in bound.items()}

    parts = [
        partial("turns"),
        partial("toast", is_notice=True),
        partial("other", changes=lambda news: "x" in news.came),
        partial("gone", shows=False),
        partial("no toast", shows=False, is_notice=True),
    ]
    heard = list[tuple[User, Facts]]()
    displays, came = {"about": "a"}, {"turn": 1}
    with emptied(page_partials, *parts), emptied(page_reports, lambda player, facts: heard.append((player, facts))):
        event = PageNews(displays, came)
        assert news.changed_by(event) == ("turns", "toast", "gone", "no toast")
        told = {"player": "anna", "displays": displays, "came": came}
        assert shown(news.bound_after(anna, event)) == {"turns": told, "toast": told, "gone": None}
        assert heard == []
        told = {"player": "anna", "displays": displays, "came": {}}
        assert shown(news.report_visit(anna, {"displays": displays})) == {"turns": told, "other": told, "gone": None}
        assert news.report_visit(anna, {"displays": "x"}) == {}
        assert heard == [(anna, displays)]
    anna.refresh_from_db()
    assert anna.seen_at


@dataclass(eq=False)
class OpenPage:
    """An open page that has not said yet what it displays."""

    viewer: User
    over: bool = False
    displays: None = None


@in_threads
async def test_a_page_that_is_open_here_reverts_that_the_last_one_elsewhere_has_closed(anna: User, bob: User) -> None:
    async def has_left(player: User) -> bool:
        return await User.objects.filter(pk=player.pk, left_at__isnull=False).aexists()

    await User.objects.aupdate(left_at=clock.now())
    pages = [OpenPage(anna, over=True), OpenPage(anna), OpenPage(bob, over=True)]
    audiences = [PlayerAudience.join(str(one.viewer.pk), cast(PlayerPage, one)) for one in pages]
    for audience in audiences[::-1]:
        audience.on_event({"type": "page.closed"})
    while await has_left(anna):
        await asyncio.sleep(0.01)
    assert await has_left(bob)
    for audience, one in zip(audiences, pages, strict=True):
        audience.leave(cast(PlayerPage, one))
