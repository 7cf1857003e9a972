"""The part of Numgames: both pages of each match are open, and each moves as soon as it is its turn.

The scheduler runs, matches end and go on in new ones, and notifications of turns are made, all as in real life.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from itertools import islice

from websockets import ClientConnection

from bench.latency import open_socket
from bench.peers.__main__ import cpu_seconds
from bench.stage import Pair, make_pairs, stage

WARM_UP = 2.0  # seconds
PLIES = 60  # of each match that are computed beforehand, more than most matches have
SPARE = 8  # matches of each pair of pages, one after the other


def main() -> None:
    """Print the milliseconds of CPU a move."""
    matches, seconds = map(int, sys.argv[1:])
    with stage() as site:
        assert site.process
        series = [make_pairs(1, f"peer{number}x{spare}") for number in range(matches) for spare in range(SPARE)]
        pairs = [pair for (pair,) in series]
        scripts = [moves_of(pair) for pair in pairs]
        figure = asyncio.run(measure(site.url, site.process.pid, pairs, scripts, seconds))
    print(figure)


def moves_of(pair: Pair) -> list[tuple[int, int, str]]:
    """Return the moves of a whole match: the index of the player, the ply, the notation."""
    moves = []
    for _ply in range(PLIES):
        position, game = pair.replay.position, pair.match.game
        legal = [game.encode(move) for move in islice(game.legal_moves(position), 2)]
        moves.append((position.to_move.index, pair.replay.ply + 1, legal[-1]))
        if not pair.play(legal[-1]):
            break
    return moves


async def measure(
    address: str, pid: int, pairs: list[Pair], scripts: list[list[tuple[int, int, str]]], seconds: int
) -> float:
    """Play all matches at once for so many seconds; return the milliseconds of CPU a move."""
    count = [0]
    groups = [range(start, start + SPARE) for start in range(0, len(pairs), SPARE)]
    playing = [asyncio.create_task(_series(address, pairs, scripts, group, count)) for group in groups]
    await asyncio.sleep(WARM_UP)
    before, made, began = cpu_seconds(pid), count[0], time.monotonic()
    await asyncio.wait(playing, timeout=seconds)
    spent, moves = cpu_seconds(pid) - before, count[0] - made
    passed = time.monotonic() - began
    for task in playing:
        task.cancel()
    failed = [result for result in await asyncio.gather(*playing, return_exceptions=True) if _is_fault(result)]
    assert not failed, failed[0]
    print(f"{moves / passed:.0f} moves a second, {len(groups)} matches at once", file=sys.stderr)
    return spent / moves * 1000


def _is_fault(result: object) -> bool:
    return isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError)


async def _series(
    address: str, pairs: list[Pair], scripts: list[list[tuple[int, int, str]]], group: range, count: list[int]
) -> None:
    for number in group:
        await _match(address, pairs[number], scripts[number], count)


async def _match(address: str, pair: Pair, script: list[tuple[int, int, str]], count: list[int]) -> None:
    """Play a match: a move counts when the opponent's page has it and the mover's page its answer."""
    url = f"{address.replace('http', 'ws')}/ws/matches/{pair.match.pk}/"
    pages = [await open_socket(url, address, cookie) for cookie in pair.cookies]
    for number, page in enumerate(pages):
        news = {"waiting": int(number == script[0][0]), "match": pair.match.pk}
        await page.send(json.dumps({"version": 0, "ply": 0, "news": news}))
        await page.recv()
    for index, ply, text in script:
        await pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
        await asyncio.gather(_told(pages[1 - index], ply), _played(pages[index], ply))
        count[0] += 1
    for page in pages:
        await page.close()


async def _told(page: ClientConnection, ply: int) -> None:
    while json.loads(await page.recv()).get("ply", 0) < ply:
        continue


async def _played(page: ClientConnection, ply: int) -> None:
    """Wait for the answer and the own update, in whatever order they come."""
    missing = {"answer", "update"}
    while missing:
        message = json.loads(await page.recv())
        if message.get("answers") == ply:
            assert message["played"], message
            missing.discard("answer")
        elif message.get("ply", 0) >= ply:
            missing.discard("update")


if __name__ == "__main__":
    main()
