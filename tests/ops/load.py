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
VISIBLE = 25.0  # seconds between two heartbeats of a page


class Load:
    """Lanes that play one match after the other; `errors` are answers that a page would have to show."""

    def __init__(
        self, url: str, pairs: Iterable[Pair], *, thinking: float = THINKING, patience: float = PATIENCE
    ) -> None:
        """Play these matches at this address."""
        self.url = url
        self.waiting = list(pairs)
        self.of_events: list[Pair] = []  # those of events, which have lanes of their own
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
    async def running(self, lanes: int, of_events: int = 0) -> AsyncIterator[None]:
        """Play in this many matches at once, and in so many of events."""
        async with asyncio.TaskGroup() as everybody:
            for lane in range(lanes + of_events):
                everybody.create_task(self._lane(self.waiting if lane < lanes else self.of_events))
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

    async def _lane(self, waiting: list[Pair]) -> None:
        while not self.stopping:
            if not waiting:
                await asyncio.sleep(RETRY)
            elif (pair := waiting.pop(0)).open_until > time.monotonic():
                self.playing.add(pair.match)
                await self._play(pair)
                self.playing.discard(pair.match)

    async def _play(self, pair: Pair) -> None:
        pages = [asyncio.create_task(self._page(pair, seat)) for seat in (0, 1)]
        try:
            async with httpx.AsyncClient(base_url=self.url, timeout=REQUEST) as client:
                while not self.stopping and not pair.is_gone and (not pair.is_over or self.gives_up(pair)):
                    await self.may_move.wait()
                    if pair.is_gone:
                        return
                    self.under_way += 1
                    try:
                        if not await (self.give_up if self.gives_up(pair) else self.move)(client, pair):
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
        if not await self._sent(client, pair, "move", {"ply": str(pair.ply + 1), "text": text}):
            return False
        pair.keep(text)
        del self.in_doubt[pair.match]
        await self._note(1)
        return True

    async def give_up(self, client: httpx.AsyncClient, pair: Pair) -> bool:
        """Have the player to move give up, until that is acknowledged; return False after an error."""
        if not await self._sent(client, pair, "resign", {}):
            return False
        pair.loser = pair.names[pair.mover]
        return True

    def gives_up(self, pair: Pair) -> bool:
        """Return whether the player to move has yet to give up."""
        return pair.ply >= pair.last and not pair.loser

    async def _sent(self, client: httpx.AsyncClient, pair: Pair, what: str, form: dict[str, str]) -> bool:
        headers = {"Cookie": f"sessionid={pair.cookies[pair.mover]}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}
        path = f"/matches/{pair.match}/{what}/"
        while True:
            try:
                answer = await client.post(path, data=form, headers={**headers, "HX-Request": "true"})
            except httpx.HTTPError as fault:
                answered = type(fault).__name__
            else:
                if answer.status_code == 200:
                    return True
                answered = str(answer.status_code)
                gathering = pair.ply == 0 and not self.stopping  # a live match waits until both pages are open
                if answer.status_code not in RETRIED and not (gathering and self._is_early(pair)):
                    self.errors.append(f"{answered} {pair.match} {what} {form}")
                    self.refused.add(pair.match)
                    await self._note(0)
                    return False
            self.retried += 1
            if self.stopping:
                return False
            await asyncio.sleep(RETRY)

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
        await self.keep_open(f"/ws/matches/{pair.match}/", pair.cookies[seat])

    async def keep_open(self, path: str, session: str) -> None:
        """Keep the socket of a page open, and say now and then that it is visible."""
        address, cookie = f"{self.url.replace('http', 'ws')}{path}", {"Cookie": f"sessionid={session}"}
        while not self.stopping:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(
                    address, origin=Origin(self.url), additional_headers=cookie, close_timeout=1
                ) as page:
                    await page.send(json.dumps({"version": -1, "ply": -1}))
                    try:
                        while True:
                            with suppress(TimeoutError):
                                async with asyncio.timeout(VISIBLE):
                                    while True:
                                        await page.recv()
                            await page.send(json.dumps({"version": -1, "ply": -1}))
                    except ConnectionClosed as end:
                        self.closed[end.rcvd.code if end.rcvd else 1006] += 1
            await asyncio.sleep(RETRY)
