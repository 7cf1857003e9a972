"""Latency of the strongest computer players: from a player's move to the answer on the socket.

The environment may ask for another crowd: `BENCH_GAME` (this game alone), `BENCH_EACH` (concurrent players of each
game), `BENCH_PAUSE` (seconds that each player thinks, on average), `BENCH_MOVES` (of each player), `BENCH_ONE_CORE=1`
(the site with its workers has one core, this program the others).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from statistics import median, quantiles
from typing import TYPE_CHECKING

import httpx
import websockets
from asgiref.sync import sync_to_async

from bench.costs import TOKEN
from bench.latency import CROWDED, open_socket
from bench.stage import session_of, stage

if TYPE_CHECKING:
    from games.matches.models import Match

GAME = os.environ.get("BENCH_GAME", "")
EACH = int(os.environ.get("BENCH_EACH", "5"))  # concurrent players of each game
MOVES = int(os.environ.get("BENCH_MOVES", "12"))  # of each player
PAUSE = float(os.environ.get("BENCH_PAUSE", "1"))  # seconds between a player's moves: half to one and a half of it
SOON = 3.0  # seconds


def main() -> None:
    """Print median, 95th percentile and maximum for each game, all games being played at once."""
    cores = os.sched_getaffinity(0)
    if os.environ.get("BENCH_ONE_CORE"):
        os.sched_setaffinity(0, {min(cores)})  # the site inherits it
    with stage(CROWDED) as site:
        os.sched_setaffinity(0, cores - {min(cores)} if os.environ.get("BENCH_ONE_CORE") and len(cores) > 1 else cores)
        from games.catalogue import bots

        matches = [_match(slug, number) for slug in sorted(bots()) if GAME in ("", slug) for number in range(EACH)]
        waits = asyncio.run(_play_all(site.url, matches))
    print(f"From a player's move to the strongest computer's, {EACH} matches of each game, {PAUSE:g} s of thought:")
    for slug, found in waits.items():
        late = quantiles(found, n=20, method="inclusive")[-1]
        print(f"{slug:>10}: median {median(found):.2f} s, 95th percentile {late:.2f} s, ", end="")
        print(
            f"at most {max(found):.2f} s, {sum(wait <= SOON for wait in found) / len(found):.1%} within {SOON:g} s, ",
            end="",
        )
        print(f"over {len(found)} moves")


def _match(slug: str, number: int) -> Match:
    """Start a match of a new player, who moves first, against the strongest computer player of this game."""
    from accounts.models import User
    from games.catalogue import bots, games
    from games.computers.services import find_computer
    from games.matches.play.services import start_match
    from games.matches.time.control import TimeControl

    return start_match(
        game_slug=slug,
        options=games()[slug].options_type(),
        first=User.objects.create(username=f"{slug}{number}"),
        second=find_computer(max(bots()[slug])),
        time_control=TimeControl.correspondence(days=3),
    )


async def _play_all(address: str, matches: list[Match]) -> dict[str, list[float]]:
    """Return the seconds of all answers, by game."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        played = await asyncio.gather(*[_play(client, address, match) for match in matches])
    waits: dict[str, list[float]] = {match.game_slug: [] for match in matches}
    for match, found in zip(matches, played, strict=True):
        waits[match.game_slug] += found
    return waits


async def _play(client: httpx.AsyncClient, address: str, match: Match) -> list[float]:
    """Return the seconds of each answer in this match."""
    cookie = await sync_to_async(session_of)(match.first)
    headers = {"Cookie": f"sessionid={cookie}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "HX-Request": "true"}
    socket = await open_socket(f"{address.replace('http', 'ws')}/ws/matches/{match.pk}/", address, cookie)
    await socket.send(json.dumps({"version": 0, "ply": 0}))
    waits: list[float] = []
    lots = random.Random(match.pk)
    await asyncio.sleep(PAUSE * lots.random())  # not all at once
    while len(waits) < MOVES and (text := await sync_to_async(_choice)(match)):
        sent, ply = time.perf_counter(), match.ply + 1
        data = {"ply": ply, "text": text}
        answer = await client.post(f"/matches/{match.pk}/move/", data=data, headers=headers)
        assert answer.status_code == 200, answer.text
        if await _next_ply(socket, ply) > ply:  # else it was the last move, or the same player moves again
            waits.append(time.perf_counter() - sent)
        await asyncio.sleep(PAUSE * (0.5 + lots.random()))
    await socket.close()
    return waits


async def _next_ply(socket: websockets.ClientConnection, made: int) -> int:
    """Return the ply of the match once it is no longer the computer's turn."""
    while True:
        news = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if news.get("data", {}).get("ply", 0) >= made and news["data"]["turn"] != "theirs":
            return int(news["data"]["ply"])


def _choice(match: Match) -> str | None:
    """Return a quick move for the player; None when the match is over."""
    from games.catalogue import fast_bot
    from games.matches.play import positions
    from games.rules import SeededRandom

    match.refresh_from_db()
    if match.finished_at:
        return None
    position = positions.replay(match).position
    move = fast_bot(match.game_slug).choose(
        match.game.view(position, position.to_move), SeededRandom(b"bench", match.ply)
    )
    return match.game.encode(move)


if __name__ == "__main__":
    main()
