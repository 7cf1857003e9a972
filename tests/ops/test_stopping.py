"""Graceful shutdown while people play."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.ops.sockets import socket
from tests.plugin.conftest import HEALTHY, PACKAGE, write
from tests.serving import HOME, PATIENCE, Site, environment, migrated_database
from tests.sizes import cases

SIGNALS = [signal.SIGTERM, signal.SIGINT]


async def appears(file: Path) -> None:
    while not file.exists():
        await asyncio.sleep(0.01)


@cases("how", {one.name: one for one in SIGNALS}, default=["SIGTERM"])
async def test_running_requests_finish_and_sockets_are_told(slow_site: Site, how: signal.Signals) -> None:
    async with (
        httpx.AsyncClient(base_url=slow_site.url, timeout=60) as browser,
        socket(slow_site, "/ws/lobby/") as page,
    ):
        answer = asyncio.create_task(browser.get("/slow"))
        await appears(slow_site.folder / "began")
        stopped = asyncio.create_task(asyncio.to_thread(slow_site.stop, how))
        await page.wait_closed()
        assert page.close_code == 4012
        with pytest.raises(httpx.ConnectError):
            httpx.get(slow_site.url)
        assert not answer.done()
        (slow_site.folder / "end").touch()
        assert ((await answer).status_code, (await answer).text) == (200, "done")
        assert await stopped == 0
    assert slow_site.log.splitlines() == [slow_site.url]


@pytest.mark.thorough
@pytest.mark.any_stack
@pytest.mark.parametrize("how", SIGNALS)
def test_a_signal_while_a_game_is_loaded_ends_the_start(tmp_path: Path, how: signal.Signals) -> None:
    told = f"import os\nos.kill(os.getpid(), {how.value})\nbots = ()"
    write(tmp_path / PACKAGE, {"healthy/rules.py": HEALTHY, "healthy/bots.py": told})
    with migrated_database(tmp_path) as database:
        env = os.environ | environment(tmp_path) | database | {"GAME_PACKAGES": f"games,{PACKAGE}", "PORT": "0"}
        started = subprocess.run(
            [sys.executable, HOME / "manage.py", "serve"],
            cwd=tmp_path, env=env | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{HOME}"}, capture_output=True, text=True,
            check=False, timeout=PATIENCE,
        )  # fmt: skip
    assert (started.returncode, started.stdout, started.stderr) == (0, "", "")


@pytest.mark.thorough
async def test_an_idle_connection_does_not_delay_the_end(slow_site: Site) -> None:
    async with httpx.AsyncClient(base_url=slow_site.url) as browser:
        assert (await browser.get("/healthz")).status_code == 200
        assert await asyncio.to_thread(slow_site.stop) == 0


@pytest.mark.thorough
async def test_a_second_signal_cuts_off_what_still_runs(slow_site: Site) -> None:
    async with (
        httpx.AsyncClient(base_url=slow_site.url, timeout=60) as browser,
        socket(slow_site, "/ws/lobby/") as page,
    ):
        answer = asyncio.create_task(browser.get("/slow"))
        await appears(slow_site.folder / "began")
        assert slow_site.process
        slow_site.process.send_signal(signal.SIGTERM)
        await page.wait_closed()
        assert await asyncio.to_thread(slow_site.stop) == 1
        with pytest.raises(httpx.TransportError):
            await answer


@pytest.mark.thorough
def test_two_signals_at_once_are_no_trouble(slow_site: Site) -> None:
    assert slow_site.process
    slow_site.process.send_signal(signal.SIGINT)
    assert slow_site.stop() == 0


@pytest.mark.thorough  # by default: a server that is killed in test_kill.py
def test_it_starts_again_at_the_same_address_with_the_same_data(slow_site: Site) -> None:
    before = slow_site.url
    slow_site.restart()
    assert slow_site.url == before
    assert httpx.get(f"{before}/healthz").status_code == 200
    slow_site.kill()
    slow_site.start()
    assert httpx.get(f"{before}/healthz").status_code == 200
