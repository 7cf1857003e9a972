"""Match pages without a browser: they listen on their socket and send moves, once or repeatedly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError
from websockets.typing import Origin

from core.live.page_socket import TRY_AGAIN
from tests.ops.pairs import Pair

PATIENCE = 30  # seconds
ATTEMPTS = 10  # to open a socket, one second apart
TOKEN = "t" * 32
LOST = 0.02  # seconds after which a client that loses answers disconnects


class OpenPage:
    """One player's open page of a match; its URL says which process of the site serves it."""

    def __init__(self, client: httpx.AsyncClient, socket: ClientConnection, match: str) -> None:
        self.client = client
        self.socket = socket
        self.match = match
        self.heard: list[int] = []

    async def hears_of(self, ply: int) -> None:
        """Wait until the socket has received this ply or a later one."""
        while not self.heard or self.heard[-1] < ply:
            async with asyncio.timeout(PATIENCE):
                message = json.loads(await self.socket.recv())
            if "data" in message:
                self.heard.append(message["data"]["ply"])

    async def post(self, ply: int, text: str) -> None:
        """Send a move as the page does; assert that it is acknowledged."""
        answer = await self.client.post(f"/matches/{self.match}/move/", data={"ply": str(ply), "text": text})
        assert answer.status_code == 200, f"{answer.status_code} {self.match} {ply} {text}\n{answer.text[:2000]}"


Play = Callable[[OpenPage, int, str], Awaitable[None]]


async def once(page: OpenPage, ply: int, text: str) -> None:
    """Send a move and wait for the answer."""
    await page.post(ply, text)


async def twice(page: OpenPage, ply: int, text: str) -> None:
    """Send a move twice at once, as by a double click or from two tabs; both get the same answer."""
    await asyncio.gather(page.post(ply, text), page.post(ply, text))


async def again(page: OpenPage, ply: int, text: str) -> None:
    """Lose the answer, whether or not the move arrived, and send the move again."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LOST):
            await page.post(ply, text)
    await page.post(ply, text)


@asynccontextmanager
async def open_page(url: str, match: str, cookie: str) -> AsyncIterator[OpenPage]:
    """Open a match page of this site for the player with this session cookie."""
    headers = {"Cookie": f"sessionid={cookie}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "HX-Request": "true"}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE) as client:
        page = await _arrive(client, match)
        try:
            yield page
        finally:
            await page.socket.close()


async def _arrive(client: httpx.AsyncClient, match: str) -> OpenPage:
    """Open the socket of a page and hear what it has to show; a busy server is tried again, as a page does."""
    url = str(client.base_url).rstrip("/")
    address, cookie = f"{url.replace('http', 'ws')}/ws/matches/{match}/", {"Cookie": client.headers["Cookie"]}
    for attempts_left in reversed(range(ATTEMPTS)):
        socket = await connect(address, origin=Origin(url), additional_headers=cookie)
        page = OpenPage(client, socket, match)
        try:
            await socket.send(json.dumps({"version": -1, "ply": -1}))
            await page.hears_of(0)
            return page
        except ConnectionClosedError as closed:
            if not attempts_left or closed.rcvd is None or closed.rcvd.code != TRY_AGAIN:
                raise
            await asyncio.sleep(1)
    raise AssertionError("the last attempt raises")


async def play(pair: Pair, urls: tuple[str, str], moves: int, how: Play = once) -> None:
    """Have both players open the match, each at one URL, and play this many moves; each waits for their socket."""
    async with (
        open_page(urls[0], pair.match, pair.cookies[0]) as one,
        open_page(urls[1], pair.match, pair.cookies[1]) as two,
    ):
        for _move in range(moves):
            mover, other = (one, two) if pair.mover == 0 else (two, one)
            text = pair.next_move()
            await how(mover, pair.ply + 1, text)
            pair.keep(text)
            await other.hears_of(pair.ply)
        await asyncio.gather(one.hears_of(pair.ply), two.hears_of(pair.ply))
    assert_all_heard(pair, one, two)


def assert_all_heard(pair: Pair, *pages: OpenPage) -> None:
    """Assert that each page received every move of the opponent in order, and none twice."""
    for page in pages:
        assert page.heard == sorted(set(page.heard)), (pair.match, page.heard)
