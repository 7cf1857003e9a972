"""What open pages cost: many spectators of a match, a full lobby."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from statistics import mean

import httpx
from websockets import ClientConnection

from bench.cpu import cpu_of_tree
from bench.stage import CROWDED, TOKEN, Pair, make_pairs, open_socket, session_of, stage

SPECTATORS, WATCHED = 1000, 4  # spectators of one match, moves in it
LOBBY, OFFERS = 1000, 3  # people in the lobby, offers that are made one after the other
AT_ONCE = 20  # sockets that open at the same time
QUIET = 3.0  # seconds without a message after which all have been told


def main() -> None:
    """Print all figures."""
    with stage(CROWDED) as site:
        assert site.process
        pid = site.process.pid
        asyncio.run(_spectators(site.url, pid, make_pairs(1, "watched")[0]))
        asyncio.run(_lobby(site.url, pid, _people(LOBBY), _people(OFFERS, "maker")))


async def _spectators(address: str, pid: int, pair: Pair) -> None:
    path = f"/ws/matches/{pair.match.pk}/"
    pages = await open_all(address, [(path, cookie) for cookie in pair.cookies])
    watching = await open_all(address, [(path, "")] * SPECTATORS)
    await say_hello([*pages, *watching])
    first, last, before = [], [], cpu_of_tree(pid)
    for _move in range(WATCHED):
        index, ply, text = await asyncio.to_thread(pair.next_move)
        began = time.perf_counter()
        others = asyncio.gather(*(next_ply(page, ply) for page in (pages[index], *watching)))
        await pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
        await next_ply(pages[1 - index], ply)
        first.append(time.perf_counter() - began)
        await others
        last.append(time.perf_counter() - began)
        pair.play(text)
    spent = (cpu_of_tree(pid) - before) / WATCHED
    print(
        f"{SPECTATORS} spectators of one match: {spent * 1000:.0f} ms of CPU a move; "
        f"the opponent sees it after {mean(first) * 1000:.0f} ms, the last one after {mean(last) * 1000:.0f} ms",
        flush=True,
    )
    await close_all([*pages, *watching])


async def _lobby(address: str, pid: int, cookies: list[str], makers: list[str]) -> None:
    before = cpu_of_tree(pid)
    sockets = await open_all(address, [("/ws/lobby/", cookie) for cookie in cookies])
    await asyncio.gather(*(_say(socket, {}) for socket in sockets))
    await _until_quiet(sockets)
    arrived = cpu_of_tree(pid) - before
    spent = []
    async with httpx.AsyncClient(base_url=address, timeout=60, headers={"X-CSRFToken": TOKEN}) as client:
        for maker in makers:
            before = cpu_of_tree(pid)
            cookie = f"sessionid={maker}; csrftoken={TOKEN}"
            answer = await client.post("/lobby/play-now/", data={"pace": "days"}, headers={"Cookie": cookie})
            assert answer.status_code == 302, answer.text
            await _until_quiet(sockets)
            spent.append(cpu_of_tree(pid) - before)
    print(
        f"{len(sockets)} people in the lobby: {mean(spent) * 1000:.0f} ms of CPU for a change, "
        f"their arrival took {arrived:.1f} s of CPU",
        flush=True,
    )
    await close_all(sockets)


def _people(count: int, name: str = "visitor") -> list[str]:
    """Return the session cookies of this many new players."""
    from accounts.models import User

    return [session_of(User.objects.create(username=f"{name}{number}")) for number in range(count)]


async def open_all(address: str, paths: Iterable[tuple[str, str]]) -> list[ClientConnection]:
    """Open a socket for each path and session cookie, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(path: str, cookie: str) -> ClientConnection:
        async with gate:
            return await open_socket(address, path, cookie)

    return await asyncio.gather(*(one(path, cookie) for path, cookie in paths))


async def close_all(sockets: list[ClientConnection]) -> None:
    """Close all sockets."""
    await asyncio.gather(*(socket.close() for socket in sockets))


async def _say(socket: ClientConnection, message: dict[str, int]) -> None:
    await socket.send(json.dumps(message))
    await asyncio.wait_for(socket.recv(), 120)


async def say_hello(sockets: list[ClientConnection]) -> None:
    """Ask on each socket for what its page shows, and wait for the answer."""
    for socket in sockets:
        await _say(socket, {"version": 0, "ply": 0})


async def next_ply(socket: ClientConnection, ply: int) -> None:
    """Wait for the message that brings this move; answers to the page's own moves have no ply."""
    while json.loads(await asyncio.wait_for(socket.recv(), 120)).get("data", {}).get("ply") != ply:
        pass


async def _until_quiet(sockets: list[ClientConnection]) -> None:
    """Read messages until no socket has received one for a while."""
    latest = time.monotonic()

    async def one(socket: ClientConnection) -> None:
        nonlocal latest
        while True:
            await socket.recv()
            latest = time.monotonic()

    reading = [asyncio.create_task(one(socket)) for socket in sockets]
    while time.monotonic() - latest < QUIET:
        await asyncio.sleep(0.1)
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)


if __name__ == "__main__":
    main()
