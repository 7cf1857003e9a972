"""The measurement of Numgames: both pages of each match are open, and each moves as soon as it is its turn.

The scheduler runs, rated matches end and notifications are created, as on a real site. Matches are played in rounds of
four phases that are measured separately: pages open, moves are previewed, all moves but the last are made, matches end.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from statistics import median

from websockets import ClientConnection

from bench.latency import Script, open_socket
from bench.peers.__main__ import Parts, cpu_parts
from bench.stage import Pair, make_pairs, stage

PLIES = 60  # of each match that are computed beforehand, more than most matches have
ROUNDS = 8  # at most
PREVIEWS = 5  # of the first move, by each player to move
WARM_UP = 1  # rounds that are not counted
SETTLED = 2.0  # seconds to wait after pages have opened or matches ended, for work that follows, such as jobs


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
    """The CPU time of the server and its stores for opening pages, previews, moves and ends of matches."""

    pid: int
    pages: Spent = field(default_factory=Spent)
    previews: Spent = field(default_factory=Spent)
    moves: Spent = field(default_factory=Spent)
    ends: Spent = field(default_factory=Spent)
    pushes: list[int] = field(default_factory=list)  # bytes of each push to the opponent

    @property
    def each_move(self) -> float:
        """Return the CPU milliseconds per move, ends included; opening pages and previews are not part of it."""
        return (self.moves.seconds + self.ends.seconds) / (self.moves.count + self.ends.count) * 1000


def main() -> None:
    """Print the milliseconds of CPU time per move; arguments: matches at once, seconds of moves."""
    matches, seconds = map(int, sys.argv[1:])
    with stage() as site:
        assert site.process
        costs = asyncio.run(measure(site.url, site.process.pid, matches, seconds))
    for what, spent in (
        ("opening a page's socket", costs.pages),
        ("a preview", costs.previews),
        ("a move", costs.moves),
        ("an end", costs.ends),
    ):
        print(f"{what}: {spent}", file=sys.stderr)
    print(f"a push to the opponent: {median(costs.pushes):.0f} bytes, most {max(costs.pushes)}", file=sys.stderr)
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


def placements_of(text: str) -> list[str]:
    """Return the tiles that a calculation such as `g5d 4+1=5` places on an empty board, as a page sends them."""
    if text == "pass":
        return ["g7:1"]  # a pass lays none
    place, calculation = text.split()
    column, row, across = place[0], int(place[1:-1]), place[-1] == "r"
    placements = []
    for step, part in enumerate(re.findall(r"\d+|\D", calculation)):
        square = f"{chr(ord(column) + step)}{row}" if across else f"{column}{row + step}"
        placements += [f"{square}:{face}" for face in part]
    return placements


async def measure(address: str, pid: int, matches: int, seconds: int) -> Costs:
    """Play rounds, `ROUNDS` at most, until the moves have taken this many seconds; return their costs.

    `pid` is the process of the server; `WARM_UP` rounds are not counted.
    """
    costs, left = Costs(pid), float(seconds)
    for number in range(ROUNDS):
        pairs, moves = await asyncio.to_thread(prepare, matches, number)
        counted = costs if number >= WARM_UP else Costs(pid)
        passed = await _round(address, pairs, moves, counted)
        left -= passed if number >= WARM_UP else 0
        if left <= 0:
            break
    return costs


async def _round(address: str, pairs: list[Pair], scripts: list[Script], costs: Costs) -> float:
    """Play one round of matches at once and add its costs; return the seconds that the moves took."""
    began = cpu_parts(costs.pid)
    tables = [await open_pages(address, pair) for pair in pairs]
    await asyncio.sleep(SETTLED)
    began = _count(costs.pages, began, costs.pid, 2 * len(pairs))
    await asyncio.gather(*[_look(pages, script) for pages, script in zip(tables, scripts, strict=True)])
    began = _count(costs.previews, began, costs.pid, PREVIEWS * len(pairs))
    started, moves = time.monotonic(), sum(len(script) - 1 for script in scripts)
    await asyncio.gather(
        *[play_script(pages, script[:-1], costs.pushes) for pages, script in zip(tables, scripts, strict=True)]
    )
    passed = time.monotonic() - started
    began = _count(costs.moves, began, costs.pid, moves)
    print(f"{moves / passed:.0f} moves a second, {len(pairs)} matches at once", file=sys.stderr)
    await asyncio.gather(*[play_script(pages, script[-1:], []) for pages, script in zip(tables, scripts, strict=True)])
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


async def open_pages(address: str, pair: Pair, seats: Sequence[int] = (0, 1)) -> list[ClientConnection]:
    """Open the sockets of the pages of these seats, and wait for their first message."""
    url = f"{address.replace('http', 'ws')}/ws/matches/{pair.match.pk}/"
    pages = [await open_socket(url, address, pair.cookies[seat]) for seat in seats]
    for page in pages:
        displays = {"about": pair.match.pk, "match": pair.match.pk}
        await page.send(json.dumps({"version": 0, "ply": 0, "displays": displays, "shown": {}}))
        await page.recv()
    return pages


async def _look(pages: list[ClientConnection], script: Script) -> None:
    """Request `PREVIEWS` previews of the first move, placing its tiles one after the other."""
    index, _ply, text = script[0]
    placements = placements_of(text)
    for number in range(PREVIEWS):
        asked = " ".join(placements[: number % len(placements) + 1])
        await pages[index].send(json.dumps({"preview": {"placements": asked}, "request": number}))
        while json.loads(await pages[index].recv()).get("answers") != number:
            continue


async def play_script(pages: list[ClientConnection], script: Script, pushes: list[int]) -> None:
    """Make these moves, each once both pages have the one before; append the bytes of the opponent's updates."""
    for index, ply, text in script:
        await pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
        size, _none = await asyncio.gather(_told(pages[1 - index], ply), _played(pages[index], ply))
        pushes.append(size)


async def _told(page: ClientConnection, ply: int) -> int:
    """Wait for the update with this ply; return its size in bytes, uncompressed."""
    while json.loads(text := await page.recv()).get("data", {}).get("ply", 0) < ply:
        continue
    return len(text.encode() if isinstance(text, str) else text)


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
