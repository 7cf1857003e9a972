"""Online presence."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from datetime import datetime, timedelta
from threading import Event

import pytest
from django.db import IntegrityError
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.online import presence
from accounts.online.presence import online, touch

NOW = timezone.now()


def after(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)


def test_someone_who_was_here_a_minute_ago_counts_as_online(anna: User, bob: User) -> None:
    touch(anna, NOW)
    assert list(online(NOW + after(60))) == [anna]
    assert list(online(NOW + after(90))) == []


def test_one_page_writes_at_most_every_45_seconds(
    anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        for second in range(60):
            touch(anna, NOW + after(second))
    anna.refresh_from_db()
    assert anna.seen_at == NOW + after(45)


@pytest.mark.parametrize("is_read", [True, False])
def test_who_closed_the_page_and_opens_another_is_there_again(anna: User, is_read: bool) -> None:
    touch(anna, NOW)
    presence.leave(anna, NOW)
    page = User.objects.get(pk=anna.pk) if is_read else User(pk=anna.pk)
    assert presence.is_due(page, NOW + after(44))
    touch(page, NOW + after(44))
    anna.refresh_from_db()
    assert (anna.seen_at, anna.left_at) == (NOW + after(44), None)


def test_several_pages_write_no_more_often_than_one(anna: User) -> None:
    another_page = User.objects.get(pk=anna.pk)
    touch(anna, NOW)
    touch(another_page, NOW + after(20))
    anna.refresh_from_db()
    assert anna.seen_at == NOW


def test_a_late_note_never_sets_the_clock_back(anna: User) -> None:
    touch(anna, NOW)
    touch(User(pk=anna.pk), NOW - after(300))
    anna.refresh_from_db()
    assert anna.seen_at == NOW


def test_who_is_gone_for_good_is_not_online(anna: User) -> None:
    touch(anna, NOW)
    User.objects.update(is_active=False)
    assert not online(NOW).exists()


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[set[int], set[int]]]:
    """Return a list that gets the keys of who came and who left with each write; writes follow soon."""
    writes: list[tuple[set[int], set[int]]] = []
    record = presence._record

    def recording(arrived: Collection[int], left: Collection[int], now: datetime) -> None:
        writes.append((set(arrived), set(left)))
        record(arrived, left, now)

    monkeypatch.setattr(presence, "_record", recording)
    monkeypatch.setattr(presence, "SOON", 0.01)
    return writes


async def settled() -> None:
    while presence._changes[asyncio.get_running_loop()].task:
        await asyncio.sleep(0.01)


@pytest.mark.django_db(transaction=True)
async def test_those_who_come_together_are_recorded_by_one_statement_and_who_has_left_is_not(
    anna: User, bob: User, carl: User, recorded: list[tuple[set[int], set[int]]]
) -> None:
    for player in (anna, bob, carl, anna):
        presence.touch_soon(player)
    presence.leave_soon(carl)
    await settled()
    assert recorded == [({anna.pk, bob.pk}, {carl.pk})]
    assert {user.username async for user in online()} == {"anna", "bob"}


@pytest.mark.django_db(transaction=True)
async def test_those_who_leave_together_are_recorded_by_one_statement_and_who_is_back_is_not(
    anna: User, bob: User, carl: User, recorded: list[tuple[set[int], set[int]]]
) -> None:
    for player in (anna, bob, carl):
        presence.touch_soon(player)
    await settled()
    for player in (anna, bob, carl):
        presence.leave_soon(player)
    presence.touch_soon(carl)  # seen a moment ago: nothing to record but that carl has not left
    await settled()
    assert recorded == [({anna.pk, bob.pk, carl.pk}, set()), (set(), {anna.pk, bob.pk})]
    assert {user.username async for user in User.objects.filter(left_at__isnull=False)} == {"anna", "bob"}


@pytest.mark.django_db(transaction=True)
async def test_a_player_who_leaves_while_the_arrival_is_written_has_left(
    anna: User, recorded: list[tuple[set[int], set[int]]]
) -> None:
    presence.touch_soon(anna)
    while not recorded:
        await asyncio.sleep(0)
    presence.leave_soon(anna)
    await settled()
    assert recorded == [({anna.pk}, set()), (set(), {anna.pk})]
    assert await User.objects.filter(pk=anna.pk, left_at__isnull=False).aexists()


@pytest.mark.django_db(transaction=True)
async def test_a_player_who_comes_while_a_write_fails_is_recorded(
    anna: User, bob: User, recorded: list[tuple[set[int], set[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, fails = presence._record, Event()

    def failing_first(arrived: Collection[int], left: Collection[int], now: datetime) -> None:
        if not fails.is_set():
            fails.set()
            while bob.pk not in changes.arrived:
                time.sleep(0.01)
            raise IntegrityError("A player is gone")
        record(arrived, left, now)

    monkeypatch.setattr(presence, "_record", failing_first)
    changes = presence._changes_of_loop()
    presence.touch_soon(anna)
    while not fails.is_set():
        await asyncio.sleep(0.01)
    presence.touch_soon(bob)
    await settled()
    assert recorded == [({bob.pk}, set())]
