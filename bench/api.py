"""What the API costs: requests a second of a match, and CPU of a move by it and by a page's socket, in turn.

Both pages show moves by socket; without that, the sockets of pages that have not said what they show are told nothing.

Each match begins with a move of each player that is not counted: it loads what is kept for a minute, such as who is
online. What the site spends meanwhile without any request is taken off.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from statistics import mean

import httpx

from bench.cpu import cpu_of_tree
from bench.fanout import close_all, next_ply, open_all, say_hello
from bench.stage import Pair, make_pairs, stage

ROUNDS, FIRST, MOVES, READS, IDLE = 41, 2, 8, 1000, 10.0  # the first round is not counted; seconds
ENV = {"API_VISITOR_LIMIT": "1000000/m/ip"}


def main() -> None:
    """Print the figures."""
    with stage(ENV) as site:
        assert site.process
        asyncio.run(_Site(site.url, site.process.pid).measure())


class _Site:
    """A site, and the CPU that it uses while it is left alone, as a share of time."""

    def __init__(self, address: str, pid: int) -> None:
        self.address, self.pid, self.idle = address, pid, 0.0

    @contextmanager
    def spent(self, cpu: list[float]) -> Iterator[None]:
        """Add the seconds of CPU that what is done here takes."""
        before, began = cpu_of_tree(self.pid), time.perf_counter()
        yield
        cpu.append(cpu_of_tree(self.pid) - before - self.idle * (time.perf_counter() - began))

    async def measure(self) -> None:
        pairs = await asyncio.to_thread(make_pairs, 3 * ROUNDS, "caller")
        idle, reads = list[float](), list[float]()
        by_socket, by_bare, by_api = list[float](), list[float](), list[float]()
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as client:
            for pair, other, by_program in zip(pairs[::3], pairs[1::3], pairs[2::3], strict=True):  # in turn
                await self._by_socket(pair, by_socket, shown=True)
                await self._by_socket(other, by_bare, shown=False)
                await self._by_api(client, by_program, by_api)
                if len(by_api) == 1:
                    with self.spent(idle):
                        await asyncio.sleep(IDLE)
                    self.idle = idle[0] / IDLE
            began = time.perf_counter()
            with self.spent(reads):
                for _read in range(READS):
                    (await client.get(f"/api/v1/matches/{pairs[0].match.pk}")).raise_for_status()
            rate = READS / (time.perf_counter() - began)
        api, socket, bare = (1000 * mean(rounds[1:]) / MOVES for rounds in (by_api, by_socket, by_bare))
        print(f"GET match: {rate:.0f} a second, one after the other, {1000 * reads[0] / READS:.2f} ms of CPU each")
        print(f"A move by API: {api:.2f} ms of CPU, {api / socket:.2f} times as much as by socket ({socket:.2f} ms),")
        print(f"{api / bare:.2f} times as much as by a socket while no page shows the match ({bare:.2f} ms),")
        print(
            f"over {(ROUNDS - 1) * MOVES} moves each; the idle site takes {1000 * self.idle:.0f} ms a second",
            flush=True,
        )

    async def _by_socket(self, pair: Pair, cpu: list[float], *, shown: bool) -> None:
        pages = await open_all(self.address, [(f"/ws/matches/{pair.match.pk}/", cookie) for cookie in pair.cookies])
        if shown:
            await say_hello(pages)

        async def move(index: int, ply: int, text: str) -> None:
            await pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
            if shown:
                await next_ply(pages[1 - index], ply)
            else:
                assert json.loads(await pages[index].recv()) == {"answers": ply, "data": {"played": True}}

        await self._play(pair, move, cpu)
        await close_all(pages)

    async def _by_api(self, client: httpx.AsyncClient, pair: Pair, cpu: list[float]) -> None:
        from accounts.security import PLAY, make_token

        players = pair.match.first, pair.match.second
        made = [await asyncio.to_thread(make_token, player, "a", [PLAY], 7) for player in players]
        headers = [{"Authorization": f"Bearer {token[1]}"} for token in made if token]

        async def move(index: int, ply: int, text: str) -> None:
            sent = {"ply": ply, "move": text}
            answer = await client.post(f"/api/v1/matches/{pair.match.pk}/moves", json=sent, headers=headers[index])
            answer.raise_for_status()

        await self._play(pair, move, cpu)

    async def _play(self, pair: Pair, move: Callable[[int, int, str], Awaitable[None]], cpu: list[float]) -> None:
        """Make the moves, found before as that takes longer than to make them."""
        moves = []
        for _move in range(FIRST + MOVES):
            moves.append(await asyncio.to_thread(pair.next_move))
            pair.play(moves[-1][2])
        for found in moves[:FIRST]:
            await move(*found)
        with self.spent(cpu):
            for found in moves[FIRST:]:
                await move(*found)


if __name__ == "__main__":
    main()
