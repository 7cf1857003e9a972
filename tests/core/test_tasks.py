"""Tasks that run beside their callers: kept until they end, and their errors are logged."""

from __future__ import annotations

import asyncio
import gc
import re
from pathlib import Path
from weakref import ref

import pytest

from core.live.concurrency import in_background

ROOT = Path(__file__).resolve().parent.parent.parent
STARTERS = re.compile(r"\b(create_task|ensure_future|run_coroutine_threadsafe)\(")


@pytest.mark.parametrize("awaited", [True, False])
async def test_a_task_that_waits_is_kept(awaited: bool) -> None:
    ended: list[bool] = []

    async def wait() -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waited_for.append(ref(future))
        await future
        ended.append(True)

    waited_for: list[ref[asyncio.Future[None]]] = []
    in_background(wait(), awaited=awaited)
    await asyncio.sleep(0)
    gc.collect()  # the task and the future know each other, and the loop knows neither
    future = waited_for[0]()
    assert future
    future.set_result(None)
    while not ended:
        await asyncio.sleep(0)


async def test_an_error_is_logged_as_it_happens(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("no such page")

    task = in_background(fail())
    await asyncio.wait([task])
    await asyncio.sleep(0)
    (line,) = caplog.records
    assert line.exc_info
    assert "no such page" in str(line.exc_info[1])


async def test_an_error_that_is_awaited_is_not_logged_too(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("no such page")

    with pytest.raises(ValueError, match="no such page"):
        await in_background(fail(), awaited=True)
    assert caplog.records == []


async def test_a_task_that_is_cancelled_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    task = in_background(asyncio.sleep(3600))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    await asyncio.sleep(0)
    assert caplog.records == []


def test_all_tasks_are_started_in_one_place() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("accounts", "core", "games", "numgames")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if STARTERS.search(line) and path != ROOT / "core" / "live" / "concurrency.py"
    ]
    assert found == []
