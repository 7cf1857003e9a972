"""What the API costs: requests a second of a match, and CPU of a move by it and by a page's socket, in turn."""

from __future__ import annotations

import asyncio
import json
import time
from statistics import mean

import httpx

from bench.cpu import cpu_of_tree
from bench.fanout import close_all, next_ply, open_all, say_hello
from bench.stage import make_pairs, stage

ROUNDS, MOVES, READS = 41, 10, 1000  # the first round is not counted: code is loaded, caches are filled
ENV = {"API_VISITOR_LIMIT": "1000000/m/ip"}


def main() -> None:
    """Print the figures."""
    with stage(ENV) as site:
        assert site.process
        asyncio.run(_measure(site.url, site.process.pid))


async def _measure(address: str, pid: int) -> None:
    from accounts.security import PLAY, make_token

    pairs = await asyncio.to_thread(make_pairs, 2 * ROUNDS, "caller")
    socket, api = list[float](), list[float]()  # seconds of CPU, a round each
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        for pair, other in zip(pairs[::2], pairs[1::2], strict=True):  # in turn, as the machine is not always as busy
            pages = await open_all(address, [(f"/ws/matches/{pair.match.pk}/", cookie) for cookie in pair.cookies])
            await say_hello(pages)
            before = cpu_of_tree(pid)
            for _move in range(MOVES):
                index, ply, text = pair.next_move()
                await pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
                await next_ply(pages[1 - index])
                pair.play(text)
            socket.append(cpu_of_tree(pid) - before)
            await close_all(pages)
            made = [
                await asyncio.to_thread(make_token, one, "a", [PLAY], 7)
                for one in (other.match.first, other.match.second)
            ]
            before = cpu_of_tree(pid)
            for _move in range(MOVES):
                index, ply, text = other.next_move()
                token = made[index]
                assert token
                headers = {"Authorization": f"Bearer {token[1]}"}
                path, sent = f"/api/v1/matches/{other.match.pk}/moves", {"ply": ply, "move": text}
                (await client.post(path, json=sent, headers=headers)).raise_for_status()
                other.play(text)
            api.append(cpu_of_tree(pid) - before)
        began, before = time.perf_counter(), cpu_of_tree(pid)
        for _read in range(READS):
            (await client.get(f"/api/v1/matches/{pairs[0].match.pk}")).raise_for_status()
        rate, used = READS / (time.perf_counter() - began), 1000 * (cpu_of_tree(pid) - before) / READS
    by_socket, by_api = (1000 * mean(rounds[1:]) / MOVES for rounds in (socket, api))
    print(f"GET match: {rate:.0f} a second, one after the other, {used:.1f} ms of CPU each")
    print(
        f"A move: {by_api:.2f} ms of CPU by API, {by_socket:.2f} by socket with both pages open: "
        f"{by_api / by_socket:.2f} times as much, over {(ROUNDS - 1) * MOVES} moves each",
        flush=True,
    )


if __name__ == "__main__":
    main()
