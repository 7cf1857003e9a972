"""A load of matches: players without a browser who keep a log of what was acknowledged, and retry as pages do."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from tests.ops.clients import TOKEN
from tests.ops.pairs import Pair

THINKING = 0.3  # seconds of a player for a move
RETRY = 0.2  # seconds until a page tries again
RETRIED = {502, 503, 504}  # statuses after which a page sends a move again, as static/js/persistent.js does
PATIENCE = 120.0  # seconds
REQUEST = 30.0  # seconds for one request
GATHERING = 30.0  # seconds


class Load:
    """Lanes that play one match after the other; `errors` are answers that a page would have to show."""

    def __init__(
        self, url: str, pairs: Iterable[Pair], *, thinking: float = THINKING, patience: float = PATIENCE
    ) -> None:
        """Play these matches at this address."""
        self.url = url
        self.waiting = list(pairs)
        self.playing: set[str] = set()  # matches
        self.refused: set[str] = set()  # matches that an error has ended
        self.errors: list[str] = []
        self.closed: Counter[int] = Counter()  # close codes of sockets
        self.retried = 0
        self.early: Counter[str] = Counter()  # refused first moves, by match
        self.in_doubt: dict[str, str] = {}  # moves without an answer, by match
        self.may_move = asyncio.Event()
        self.may_move.set()
        self.under_way = 0
        self.thinking = thinking
        self.patience = patience
        self.stopping = False
        self.count = 0
        self.acknowledged = asyncio.Condition()

    async def moves(self, many: int) -> None:
        """Wait for this many further moves."""
        goal, errors = self.count + many, len(self.errors)
        async with self.acknowledged, asyncio.timeout(self.patience):
            await self.acknowledged.wait_for(lambda: self.count >= goal or len(self.errors) > errors)

    @asynccontextmanager
    async def running(self, lanes: int) -> AsyncIterator[None]:
        """Play in this many matches at once."""
        async with asyncio.TaskGroup() as everybody:
            for _lane in range(lanes):
                everybody.create_task(self._lane())
            try:
                yield
            finally:
                self.stopping = True
                self.may_move.set()

    async def pause(self) -> None:
        """Let no player begin a move, and wait for those under way."""
        self.may_move.clear()
        while self.under_way:
            await asyncio.sleep(0.02)

    async def _lane(self) -> None:
        while not self.stopping:
            if not self.waiting:
                await asyncio.sleep(RETRY)
            elif (pair := self.waiting.pop(0)).open_until > time.monotonic():
                self.playing.add(pair.match)
                await self._play(pair)
                self.playing.discard(pair.match)

    async def _play(self, pair: Pair) -> None:
        pages = [asyncio.create_task(self._page(pair, seat)) for seat in (0, 1)]
        try:
            async with httpx.AsyncClient(base_url=self.url, timeout=REQUEST) as client:
                while not self.stopping and not pair.is_gone and not pair.is_over:
                    await self.may_move.wait()
                    if pair.is_gone:
                        return
                    self.under_way += 1
                    try:
                        if not await self.move(client, pair):
                            return
                    finally:
                        self.under_way -= 1
                    await asyncio.sleep(self.thinking)
        finally:
            for page in pages:
                page.cancel()
            await asyncio.gather(*pages, return_exceptions=True)

    async def move(self, client: httpx.AsyncClient, pair: Pair) -> bool:
        """Send the next move until it is acknowledged; return False after an error."""
        text = self.in_doubt[pair.match] = pair.next_move()
        headers = {"Cookie": f"sessionid={pair.cookies[pair.mover]}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        form, path = {"ply": str(pair.ply + 1), "text": text}, f"/matches/{pair.match}/move/"
        while True:
            try:
                answer = await client.post(path, data=form, headers={**headers, "HX-Request": "true"})
            except httpx.HTTPError as fault:
                answered = type(fault).__name__
            else:
                if answer.status_code == 200:
                    break
                answered = str(answer.status_code)
                gathering = pair.ply == 0 and not self.stopping  # a live match waits until both pages are open
                if answer.status_code not in RETRIED and not (gathering and self._is_early(pair)):
                    self.errors.append(f"{answered} {pair.match} {form}")
                    self.refused.add(pair.match)
                    await self._note(0)
                    return False
            self.retried += 1
            if self.stopping:
                return False
            await asyncio.sleep(RETRY)
        pair.keep(text)
        del self.in_doubt[pair.match]
        await self._note(1)
        return True

    def _is_early(self, pair: Pair) -> bool:
        """Count a refused first move; return whether it may be tried again."""
        self.early[pair.match] += 1
        return self.early[pair.match] * RETRY < GATHERING

    async def _note(self, moves: int) -> None:
        async with self.acknowledged:
            self.count += moves
            self.acknowledged.notify_all()

    async def _page(self, pair: Pair, seat: int) -> None:
        """Keep a match page's socket open: after a close it reconnects."""
        address = f"{self.url.replace('http', 'ws')}/ws/matches/{pair.match}/"
        cookie = {"Cookie": f"sessionid={pair.cookies[seat]}"}
        while not self.stopping:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    address, origin=Origin(self.url), additional_headers=cookie, close_timeout=1
                ) as page:
                    await page.send(json.dumps({"version": -1, "ply": -1}))
                    try:
                        while True:
                            await page.recv()
                    except ConnectionClosed as end:
                        self.closed[end.rcvd.code if end.rcvd else 1006] += 1
            await asyncio.sleep(RETRY)
