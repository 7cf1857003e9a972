"""Hostile requests: each is answered and releases its resources, and other visitors are not affected."""

from __future__ import annotations

import asyncio
import socket as network
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.ops.sockets import socket
from tests.serving import Site, migrated_database, running

MB = 1024 * 1024
PATIENCE = 60  # seconds
SEVERAL = 20  # many more than a process has database connections
ENV = {"DJANGO_SETTINGS_MODULE": "tests.ops.hostile_settings"}
FOREIGN = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-7"}


@pytest.fixture(scope="module")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with few database connections, so that a leak is noticed; assert that no traceback is logged."""
    with running(tmp_path_factory.mktemp("site"), env=ENV, options=("--no-clock",)) as site:
        yield site


@pytest.fixture(scope="module")
def broken_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a small site with pages that fail, whose tracebacks are logged."""
    folder = tmp_path_factory.mktemp("broken")
    with migrated_database(folder) as database:
        site = Site(folder, env=database | ENV, options=("--no-clock",))
        site.start()
        yield site
        assert site.stop() == 0, site.log


@pytest.fixture
def guest(small_site: Site) -> Iterator[httpx.Client]:
    """Return the client of a signed-in guest."""
    with httpx.Client(base_url=small_site.url, timeout=PATIENCE) as browser:
        browser.get("/lobby/")
        form = {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        assert browser.post("/accounts/guest/", data=form).status_code == 302
        assert browser.get("/lobby/").status_code == 200
        yield browser


async def _wait_for_the_end(page: ClientConnection, hello: str) -> None:
    with suppress(ConnectionClosed):  # perhaps before the first message
        await page.send(hello)
    async with asyncio.timeout(PATIENCE):
        await page.wait_closed()


def _process(site: Site) -> Path:
    assert site.process
    return Path("/proc") / str(site.process.pid)


def _descriptors(site: Site) -> int:
    return len(list((_process(site) / "fd").iterdir()))


def _memory(site: Site) -> int:
    """Return the resident memory of the site's process in bytes."""
    line = next(line for line in (_process(site) / "status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def _assert_well(site: Site) -> None:
    for _visit in range(3):
        assert httpx.get(f"{site.url}/healthz", timeout=PATIENCE).status_code == 200


@pytest.mark.thorough
def test_a_guests_foreign_charset_costs_no_connection(small_site: Site, guest: httpx.Client) -> None:
    before = _descriptors(small_site)
    for _request in range(SEVERAL):
        answer = guest.post("/accounts/settings/", headers=FOREIGN, content=b"a=b")
        assert (answer.status_code, "We couldn’t understand that" in answer.text) == (400, True)
    assert guest.get("/lobby/").status_code == 200
    _assert_well(small_site)
    assert _descriptors(small_site) < before + SEVERAL / 2


@pytest.mark.thorough
def test_an_answer_that_cannot_be_sent_becomes_a_plain_page(broken_site: Site) -> None:
    before = _descriptors(broken_site)
    for _request in range(SEVERAL):
        answer = httpx.get(f"{broken_site.url}/unsendable", headers={"Accept-Language": "nl"}, timeout=PATIENCE)
        assert (answer.status_code, "Er ging iets stuk" in answer.text) == (500, True)
    _assert_well(broken_site)
    assert _descriptors(broken_site) < before + SEVERAL / 2


@pytest.mark.thorough  # by default: visitors who leave in the middle
def test_an_answer_that_breaks_off_gives_its_connection_back(broken_site: Site) -> None:
    for _request in range(SEVERAL):
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{broken_site.url}/torn", timeout=PATIENCE)
    _assert_well(broken_site)


async def test_visitors_who_leave_in_the_middle_take_no_connection_along(small_site: Site) -> None:
    folder = small_site.folder
    try:
        for number in range(2):  # as many as there are connections
            cookies = {"sessionid": "some"}  # of the places, players have two each
            async with httpx.AsyncClient(base_url=small_site.url, timeout=PATIENCE, cookies=cookies) as browser:
                visit = asyncio.create_task(browser.get(f"/slow?number={number}"))
                async with asyncio.timeout(PATIENCE):
                    while not (folder / f"began-{number}").exists():
                        await asyncio.sleep(0.01)
                visit.cancel()
    finally:
        (folder / "end").touch()
    await asyncio.to_thread(_assert_well, small_site)


def _upload(site: Site, head: str, parts: Iterator[bytes], path: str = "/accounts/login/") -> bytes:
    """Send this head and as much of the body as the server accepts; return the beginning of the answer."""
    with closing(network.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)) as connection:
        connection.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n\r\n".encode())
        for part in parts:
            connection.sendall(part)
        return connection.recv(4096)


def _plain(size: int) -> Iterator[bytes]:
    return (b"x" * MB for _part in range(size // MB))


def _chunked(size: int) -> Iterator[bytes]:
    yield from (b"%x\r\n%s\r\n" % (MB, part) for part in _plain(size))
    yield b"0\r\n\r\n"


BODIES = {
    "a length": (f"Content-Length: {50 * MB}", _plain),
    "chunks": ("Transfer-Encoding: chunked", _chunked),
}


@pytest.mark.parametrize("kind", BODIES)
def test_fifty_megabytes_are_refused_and_not_kept(small_site: Site, kind: str) -> None:
    head, body = BODIES[kind]
    _assert_well(small_site)
    before, answers = _memory(small_site), []
    sending = threading.Thread(target=lambda: answers.append(_upload(small_site, head, body(50 * MB))))
    sending.start()
    assert httpx.get(f"{small_site.url}/healthz", timeout=PATIENCE).status_code == 200
    sending.join(PATIENCE)
    assert answers[0].startswith(b"HTTP/1.1 413 "), answers
    assert "That’s too much at once".encode() in answers[0]
    assert b"application/problem+json" in _upload(small_site, head, body(50 * MB), "/api/v1/challenges")
    assert _memory(small_site) < before + 10 * MB
    _assert_well(small_site)


@pytest.mark.parametrize(("head", "body"), [(f"Content-Length: {10_000 * MB}", _plain), BODIES["chunks"]])
def test_a_body_without_an_end_is_cut_off(small_site: Site, head: str, body: Callable[[int], Iterator[bytes]]) -> None:
    with pytest.raises((ConnectionError, TimeoutError)):
        _upload(small_site, head, body(10_000 * MB))
    _assert_well(small_site)


def test_a_body_that_is_given_up_is_no_fault(small_site: Site) -> None:
    with closing(network.create_connection(("127.0.0.1", small_site.port), timeout=PATIENCE)) as connection:
        connection.sendall(f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {2 * MB}\r\n\r\n".encode())
        connection.sendall(bytes(MB))
        connection.shutdown(network.SHUT_WR)
        assert connection.recv(4096) == b""
    _assert_well(small_site)


def test_after_a_refused_body_the_connection_is_used_on(small_site: Site) -> None:
    with httpx.Client(base_url=small_site.url, timeout=PATIENCE) as browser:
        answers = [browser.post("/accounts/login/", content=bytes(2 * MB)) for _body in range(2)]
        answers.append(browser.get("/healthz"))
        ports = {answer.extensions["network_stream"].get_extra_info("client_addr") for answer in answers}
    assert [answer.status_code for answer in answers] == [413, 413, 200]
    assert len(ports) == 1


def test_a_body_within_the_limit_gets_through(small_site: Site, guest: httpx.Client) -> None:
    headers = {"X-CSRFToken": guest.cookies["csrftoken"]}
    assert guest.post("/accounts/guest/", headers=headers, data={"a": "x" * 10_000}).status_code == 302


WITH_NUL: dict[str, Callable[[httpx.Client], httpx.Response]] = {
    "path": lambda browser: browser.get("/matches/a%00b/"),
    "query": lambda browser: browser.get("/ratings/?find=%00"),
    "session": lambda browser: browser.get("/lobby/", headers={"Cookie": 'sessionid="a\\000b"'}),
    "form": lambda browser: browser.post("/accounts/login/", data={"login": "a\0b", "password": "x"}),
    "name": lambda browser: browser.post("/lobby/offer/", data={"a\0b": "x"}),
    "upload": lambda browser: browser.post("/history/check/", data={"a": "b\0"}, files={"file": b"x"}),
}


@pytest.mark.parametrize("where", WITH_NUL)
def test_no_nul_reaches_the_database(small_site: Site, where: str) -> None:
    with httpx.Client(base_url=small_site.url, timeout=PATIENCE) as browser:
        browser.get("/lobby/")
        browser.headers["X-CSRFToken"] = browser.cookies["csrftoken"]
        answer = WITH_NUL[where](browser)
    assert answer.status_code == 400
    assert "We couldn’t understand that" in answer.text


@pytest.mark.parametrize("query", ["?offer=%00", "?waiting=%00", "?game=x%00"])
async def test_no_nul_of_a_socket_reaches_the_database(small_site: Site, query: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        await socket(small_site, f"/ws/lobby/{query}")
    assert refusal.value.response.status_code == 403


async def test_a_hello_to_a_match_that_does_not_exist_closes_quietly(small_site: Site) -> None:
    for _visit in range(3):
        async with socket(small_site, "/ws/matches/nosuchmatch/") as page:
            await _wait_for_the_end(page, '{"version": -1, "ply": -1}')
            assert page.close_code == 4004


def test_no_control_sign_reaches_the_log(small_site: Site) -> None:
    httpx.get(f"{small_site.url}/no/such/%1b%5b31mpage%00%0aERROR")
    httpx.get(
        f"{small_site.url}/no/such/%1b%5b31mpage%c2%9b%0aERROR", headers={"User-Agent": "a\x1bb", "Host": "x\x1by"}
    )
    _assert_well(small_site)
    assert "page" in small_site.log
    assert not [sign for sign in small_site.log if sign != "\n" and not sign.isprintable()]
    assert "\nERROR" not in small_site.log
