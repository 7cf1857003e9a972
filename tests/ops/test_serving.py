"""Responses of the served site other than pages."""

from __future__ import annotations

import asyncio
import gc
import os
import socket as network
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from weakref import ref

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from numgames.management.commands.serve import _give_back_memory
from tests.ops.sockets import socket
from tests.services import postgres_url
from tests.serving import HOME, Site, migrated_database, running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a site that was started by its command, not forked from a process that has loaded it."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


def test_the_address_is_the_last_line(site: Site) -> None:
    assert site.log.splitlines()[-1] == site.url == f"http://localhost:{site.port}"


def test_it_is_healthy(site: Site) -> None:
    assert httpx.get(f"{site.url}/healthz").json() == {"status": "ok"}


class Connection:
    """Refers to itself, as connections of Twisted and autobahn do."""

    def __init__(self) -> None:
        self.itself = self


async def test_a_quiet_site_forgets_closed_connections() -> None:
    connection, stop = Connection(), asyncio.Event()
    gc.collect(1)  # from now on the connection is no young object
    closed = ref(connection)
    del connection
    gc.collect(0)
    assert closed()
    giving_back = asyncio.create_task(_give_back_memory(stop))
    await asyncio.sleep(0)
    stop.set()
    await giving_back
    assert closed() is None


def test_each_status_has_its_words(site: Site) -> None:
    answer = httpx.get(f"{site.url}/api/v1/events?limit=many")
    assert (answer.status_code, answer.reason_phrase) == (422, HTTPStatus(422).phrase)


def test_static_files_are_compressed_and_kept_for_good(site: Site) -> None:
    page = httpx.get(site.url, headers={"Accept-Encoding": "br"})
    path = next(part for part in page.text.split('"') if part.startswith("/static/css/"))
    file = httpx.get(f"{site.url}{path}", headers={"Accept-Encoding": "br"})
    assert file.headers["content-encoding"] == "br"
    assert "immutable" in file.headers["cache-control"]


async def test_an_unknown_socket_is_closed_quietly(site: Site) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        await socket(site, "/ws/nowhere/")
    assert refusal.value.response.status_code == 403


async def test_another_site_gets_no_socket(site: Site) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        await socket(site, "/ws/lobby/", origin="https://elsewhere.example")
    assert refusal.value.response.status_code == 403


async def test_a_message_beyond_64_kib_drops_the_socket(site: Site) -> None:
    async with socket(site, "/ws/lobby/") as page:
        await page.send("x" * (64 * 1024 + 1))
        await page.wait_closed()
        assert page.close_code == 1006


@pytest.mark.parametrize("first", [b"\x89", b"\x8a", b"\x00"], ids=["pings", "pongs", "pieces of a message"])
async def test_a_flood_of_frames_that_are_no_message_drops_the_socket(site: Site, first: bytes) -> None:
    async with socket(site, "/ws/lobby/") as page:
        page.transport.write(b"\x01\x80" + bytes(4) + (first + b"\x80" + bytes(4)) * 5_000)  # empty, with masks
        async with asyncio.timeout(20):
            await page.wait_closed()
        assert page.close_code == 1006


@pytest.mark.thorough
def test_a_taken_port_is_said_in_one_sentence(site: Site) -> None:
    taken = _serve(site.env, "--port", str(site.port))
    assert taken.returncode == 1
    assert taken.stderr.startswith(f"CommandError: Cannot listen on 127.0.0.1, port {site.port}")
    assert len(taken.stderr.splitlines()) == 1


@pytest.mark.thorough
def test_the_port_may_stand_in_the_environment(site: Site) -> None:
    taken = _serve(site.env | {"PORT": str(site.port)})
    assert f"port {site.port}" in taken.stderr


def _serve(env: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HOME / "manage.py"), "serve", *options]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.thorough  # by default: two processes in test_fanout.py and test_without_redis.py
def test_several_processes_share_one_socket(tmp_path: Path) -> None:
    with ExitStack() as stack:
        listening = stack.enter_context(network.create_server(("127.0.0.1", 0)))
        os.set_inheritable(listening.fileno(), True)
        database = stack.enter_context(migrated_database(tmp_path, stack.enter_context(postgres_url())))
        sites = [Site(tmp_path, env=database, options=("--fd", str(listening.fileno()))) for _ in range(2)]
        for site in sites:
            site.inherited = (listening.fileno(),)
            site.start()
        assert sites[0].url == sites[1].url
        assert sites[0].stop() == 0
        assert httpx.get(f"{sites[1].url}/healthz").status_code == 200
        assert sites[1].stop() == 0


@pytest.mark.any_stack
def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, env={"DATABASE_URL": "", "REDIS_URL": ""}) as site:
        second = Site(tmp_path, env=site.env).attempt("serve", "--port", "0")
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"Another server uses the database {tmp_path}/numgames.sqlite3. Stop it first; several need REDIS_URL, or "
        "better PostgreSQL.\n"
    )


@pytest.mark.thorough
def test_an_ipv6_address_will_do(tmp_path: Path) -> None:
    with running(tmp_path, options=("--host", "::1")) as site:
        assert httpx.get(f"http://[::1]:{site.port}/healthz").status_code == 200
