"""The measurement of Numgames: both pages of each match are open, and each moves as soon as it is its turn.

The scheduler runs, rated matches end and notifications are created, as on a real site. Matches are played in rounds of
four phases that are measured separately: pages open, moves are previewed, all moves but the last are made, matches end.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field
from itertools import islice
from statistics import median, quantiles

from websockets import ClientConnection

from bench.cpu import Parts, cpu_parts
from bench.stage import CROWDED, Pair, make_pairs, open_socket, stage

PLIES = 60  # of each match that are computed beforehand, more than most matches have
ROUNDS = 8  # at most
WARM_UP = 1  # rounds that are not counted
SETTLED = 2.0  # seconds to wait after pages have opened or matches ended, for work that follows, such as jobs

Script = list[tuple[int, int, str]]  # the index of the player, the ply, the notation


@dataclass
class Spent:
    """CPU seconds of each round, and the number of actions on which they were spent."""

    parts: list[Parts] = field(default_factory=list)
    count: int = 0

    @property
    def seconds(self) -> float:
        """Return the CPU seconds of all rounds and parts."""
        return sum(map(sum, self.parts))

    def __str__(self) -> str:
        loop, threads, stores = (sum(part) / max(self.count, 1) * 1000 for part in zip(*self.parts, strict=True))
        total = loop + threads + stores
        return f"{total:.2f} ms (event loop {loop:.2f}, other threads {threads:.2f}, database and Redis {stores:.2f})"


@dataclass
class Costs:
    """The CPU time of the server and its stores for opening pages, moves and ends of matches."""

    pid: int
    pause: float  # seconds between the moves of a match
    pages: Spent = field(default_factory=Spent)
    moves: Spent = field(default_factory=Spent)
    ends: Spent = field(default_factory=Spent)
    pushes: list[int] = field(default_factory=list)  # bytes of each push to the opponent
    waits: list[float] = field(default_factory=list)  # seconds from each move to the opponent's page

    @property
    def each_move(self) -> float:
        """Return the CPU milliseconds per move, ends included; opening pages is not part of it."""
        return (self.moves.seconds + self.ends.seconds) / (self.moves.count + self.ends.count) * 1000


def main() -> None:
    """Print the milliseconds of CPU time per move; arguments: matches at once, seconds of moves, of pauses between."""
    matches, seconds, pause = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    with stage(CROWDED) as site:
        assert site.process
        costs = Costs(site.process.pid, pause)
        asyncio.run(measure(site.url, costs, matches, seconds))
    for what, spent in (
        ("opening a page's socket", costs.pages),
        ("a move", costs.moves),
        ("an end", costs.ends),
    ):
        print(f"{what}: {spent}", file=sys.stderr)
    print(f"a push to the opponent: {median(costs.pushes):.0f} bytes, most {max(costs.pushes)}", file=sys.stderr)
    waits = [1000 * wait for wait in costs.waits]
    late = quantiles(waits, n=100)[98]
    print(f"a move reaches the opponent after {median(waits):.0f} ms, 99th percentile {late:.0f} ms", file=sys.stderr)
    print(costs.each_move)


def prepare(matches: int, number: int) -> tuple[list[Pair], list[Script]]:
    """Create the matches of a round; return them and their moves."""
    pairs = make_pairs(matches, f"peer{number}x", rated=True)
    return pairs, [moves_of(pair) for pair in pairs]


def moves_of(pair: Pair) -> Script:
    """Return the moves of a whole match, `PLIES` at most: the index of the player, the ply, the notation."""
    moves = []
    for _ply in range(PLIES):
        position, game = pair.replay.position, pair.match.game
        legal = [game.encode(move) for move in islice(game.legal_moves(position), 2)]
        moves.append((position.to_move.index, pair.replay.ply + 1, legal[-1]))
        if not pair.play(legal[-1]):
            break
    return moves


async def measure(address: str, costs: Costs, matches: int, seconds: int) -> None:
    """Play rounds, `ROUNDS` at most, until the moves have taken this many seconds, and add their costs.

    `WARM_UP` rounds are not counted.
    """
    seconds_left = float(seconds)
    for number in range(ROUNDS):
        pairs, moves = await asyncio.to_thread(prepare, matches, number)
        round_costs = costs if number >= WARM_UP else Costs(costs.pid, costs.pause)
        duration = await _round(address, pairs, moves, round_costs)
        seconds_left -= duration if number >= WARM_UP else 0
        if seconds_left <= 0:
            break


async def _round(address: str, pairs: list[Pair], scripts: list[Script], costs: Costs) -> float:
    """Play one round of matches at once and add its costs; return the seconds that the moves took."""
    began = cpu_parts(costs.pid)
    tables = [await open_pages(address, pair) for pair in pairs]
    await asyncio.sleep(SETTLED)
    began = _count(costs.pages, began, costs.pid, 2 * len(pairs))
    started, moves = time.monotonic(), sum(len(script) - 1 for script in scripts)
    await asyncio.gather(
        *[play_script(pages, script[:-1], costs) for pages, script in zip(tables, scripts, strict=True)]
    )
    passed = time.monotonic() - started
    began = _count(costs.moves, began, costs.pid, moves)
    print(f"{moves / passed:.0f} moves a second, {len(pairs)} matches at once", file=sys.stderr)
    ends = [play_script(pages, script[-1:]) for pages, script in zip(tables, scripts, strict=True)]
    await asyncio.gather(*ends)
    await asyncio.sleep(SETTLED)
    _count(costs.ends, began, costs.pid, len(pairs))
    await asyncio.gather(*[page.close() for pages in tables for page in pages])
    await asyncio.sleep(SETTLED)
    return passed


def _count(spent: Spent, began: Parts, pid: int, count: int) -> Parts:
    now = cpu_parts(pid)
    spent.parts.append(now.since(began))
    spent.count += count
    return now


async def open_pages(address: str, pair: Pair) -> list[ClientConnection]:
    """Open the sockets of both players' pages, and wait for their first message."""
    path = f"/ws/matches/{pair.match.pk}/"
    pages = [await open_socket(address, path, cookie) for cookie in pair.cookies]
    for page in pages:
        displays = {"about": pair.match.pk, "match": pair.match.pk}
        await page.send(json.dumps({"version": 0, "ply": 0, "displays": displays, "shown": {}}))
        await page.recv()
    return pages


async def play_script(pages: list[ClientConnection], script: Script, costs: Costs | None = None) -> None:
    """Make these moves, each once both pages have the one before; note the opponent's updates in the costs."""
    for index, ply, text in script:
        began = time.perf_counter()
        await pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
        (size, wait), _none = await asyncio.gather(_told(pages[1 - index], ply, began), _played(pages[index], ply))
        if costs:
            costs.pushes.append(size)
            costs.waits.append(wait)
            await asyncio.sleep(max(costs.pause - wait, 0))


async def _told(page: ClientConnection, ply: int, began: float) -> tuple[int, float]:
    """Wait for the update with this ply; return its size in bytes, uncompressed, and the seconds since it began."""
    while json.loads(text := await page.recv()).get("data", {}).get("ply", 0) < ply:
        continue
    return len(text.encode() if isinstance(text, str) else text), time.perf_counter() - began


async def _played(page: ClientConnection, ply: int) -> None:
    """Wait for the answer to the move and the mover's own update, in any order."""
    missing = {"answer", "update"}
    while missing:
        message = json.loads(await page.recv())
        if message.get("answers") == ply:
            assert message["data"]["played"], message
            missing.discard("answer")
        elif message.get("data", {}).get("ply", 0) >= ply:
            missing.discard("update")


if __name__ == "__main__":
    main()
