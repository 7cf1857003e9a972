"""Two bots play many matches through a running site, one by streams and one by webhooks, while the site is killed.

`PYTHONPATH=clients/python python -m tests.clients.two_bots --matches 50 --kills 2` prints what became of them. The bots
use what docs/api.md says, with the client of clients/python, and nothing of the site.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
from numgames_client import AsyncClient, Problem
from numgames_client.types import Json
from numgames_client.webhooks import Verifier

from tests.ops.pairs import shell
from tests.serving import Site, running

GAMES = ("digifeud", "sudoku", "summy", "tenbyten")
NAMES = STREAMING, TOLD = "streamer", "listener"
ENV = {"WEBHOOKS_INSIDE": "1", "API_LIMIT": "100000/m/token", "API_COSTLY_LIMIT": "100000/m/token"}
EVENTS = ["match.started", "match.turn", "match.ended", "challenge.received"]
AT_ONCE = 12  # matches
PATIENCE = 600.0  # seconds for a match: the site comes back to a webhook that a kill has interrupted after a lease
MAKE = f"""
import json
from accounts.models import User
from accounts.security import SCOPES, make_token
from games.lobby.bot_accounts import become_bot

def bot(name):
    user = User.objects.create_user(name)
    become_bot(user)
    return make_token(user, "bot", list(SCOPES), 30)[1]

print(json.dumps([bot(name) for name in {NAMES!r}]))
"""
CHECK = """
import json
from games.matches.files.exports import transcript_of, verify
from games.matches.models import Match
rows = []
for match in Match.objects.select_related("first", "second"):
    assert list(match.moves.order_by("ply").values_list("ply", flat=True)) == list(range(1, match.ply + 1)), match.pk
    verify(transcript_of(match, None))
    rows.append([match.pk, match.game_slug, match.ending, match.ply, match.rated])
print(json.dumps(rows))
"""


class Bot:
    """A bot that plays the moves with the most points, and what it has been told of."""

    def __init__(self, name: str, client: AsyncClient, work: asyncio.TaskGroup) -> None:
        """Play by this client as the bot of this name, in tasks of the group: what fails in one ends all."""
        self.name, self.client, self.work = name, client, work
        self.ended: dict[str, asyncio.Future[Json]] = defaultdict(asyncio.Future)  # by match
        self.accepted: dict[str, asyncio.Future[str]] = defaultdict(asyncio.Future)  # by challenge
        self.turns: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)  # by match; by game, to challenge
        self.counts = Counter[str]()

    def note(self, event: Json) -> None:
        """Act on an event, of a stream or a webhook; the first line of a stream has several things."""
        self.counts[event["type"]] += 1
        for match in event.get("matches", [event["match"]] if "match" in event else []):
            if match["finished"] and not self.ended[match["match"]].done():
                self.ended[match["match"]].set_result(match)
            elif match["to_move"] and match[match["to_move"]]["name"] == self.name:
                self.start(match["match"], is_challenge=False)
        for one in event.get("challenges", [event["challenge"]] if "challenge" in event else []):
            if one["match"] and not self.accepted[one["challenge"]].done():
                self.accepted[one["challenge"]].set_result(one["match"])
            elif one["status"] == "open" and one["opponent"]["name"] == self.name:
                self.start(one["challenge"], is_challenge=True)

    def start(self, key: str, *, is_challenge: bool) -> None:
        """Answer a challenge, or make the move of a turn, beside other work."""
        self.work.create_task(self.accept(key) if is_challenge else self.play(key))

    async def accept(self, challenge: str) -> None:
        """Accept a challenge; one that was accepted by a request whose answer got lost is closed."""
        while True:
            try:
                await self.client.answer(challenge)
            except httpx.TransportError:
                continue
            except Problem as problem:
                self.counts[problem.code] += 1
                if problem.status != 409:
                    raise
            return

    async def play(self, match: str) -> None:
        """Make a move, unless another event of the same turn has already led to it."""
        async with self.turns[match]:
            try:
                legal = await self.client.legal_moves(match)
                best = max(legal["moves"], key=lambda one: (one["points"], len(one["move"]), one["move"]))
                await self.client.play(match, legal["ply"], best["move"])
                self.counts["moves"] += 1
            except Problem as problem:
                self.counts[problem.code] += 1
                if problem.status != 409:
                    raise

    async def follow(self) -> None:
        """Act on the events of the stream."""
        async for event in self.client.stream_events():
            self.note(event)

    async def challenge(self, game: str, opponent: str) -> str:
        """Challenge the opponent, and return the match when it has begun. Two equal ones would be one challenge."""
        async with self.turns[game]:
            while True:
                with suppress(httpx.TransportError):
                    made = await self.client.challenge(game, opponent, rated=True)
                    return made["match"] or await self.accepted[made["challenge"]]


@contextmanager
def listening(bot: Bot, verifier: Verifier) -> Iterator[str]:
    """Pass on the webhooks that come to the yielded address; those that are not genuine are refused."""
    loop = asyncio.get_running_loop()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            is_genuine = verifier.is_genuine(dict(self.headers), body)
            self.send_response(204 if is_genuine else 403)
            self.end_headers()
            if is_genuine:
                loop.call_soon_threadsafe(bot.note, json.loads(body))

        def log_message(self, *_words: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    thread = Thread(target=server.serve_forever, args=[0.05])
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def play(site: Site, matches: int, kills: int, games: Sequence[str] = GAMES) -> dict[str, dict[str, int]]:
    """Have the bots play so many matches of each of these games, while the site is killed; return figures."""
    secrets, began = shell(site, MAKE), time.monotonic()
    clients = [AsyncClient(site.url, secret, patience=PATIENCE) for secret in secrets]
    running = asyncio.Semaphore(AT_ONCE)
    results: list[Json] = []
    async with clients[0], clients[1], asyncio.TaskGroup() as work:
        streamer, listener = (Bot(name, client, work) for name, client in zip(NAMES, clients, strict=True))
        with listening(listener, Verifier(await clients[1].webhook_keys())) as url:
            await clients[1].call("POST", "webhooks", json={"url": url, "events": EVENTS})
            following = work.create_task(streamer.follow())

            async def told(bot: Bot, match: str) -> Json:
                """Return the end of a match as the bot was told of it; say what became of one that does not end."""
                try:
                    return await asyncio.wait_for(asyncio.shield(bot.ended[match]), PATIENCE)
                except TimeoutError:
                    hooks = await clients[1].call("GET", "webhooks")
                    sent = await clients[1].call("GET", "webhooks", str(hooks[0]["webhook"]), "sendings")
                    state = await clients[0].match(match)
                    raise AssertionError((bot.name, len(results), bot.counts, hooks, sent[:5], state)) from None

            async def one(game: str) -> None:
                async with running:
                    match = await streamer.challenge(game, TOLD)
                    ends = [await told(bot, match) for bot in (streamer, listener)]
                    assert ends[0]["winner"] == ends[1]["winner"], ends
                    results.append(ends[0])

            async def kill() -> None:
                for number in range(1, kills + 1):
                    while len(results) < number * matches * len(games) // (kills + 1):
                        await asyncio.sleep(0.05)
                    await asyncio.to_thread(site.kill)
                    await asyncio.to_thread(site.start)

            await asyncio.gather(kill(), *(one(game) for _number in range(matches) for game in games))
            async for left in clients[0].matches(STREAMING, state="running"):  # of a challenge without an answer
                await asyncio.wait_for(streamer.ended[left["match"]], PATIENCE)
            following.cancel()
    rows = shell(site, CHECK)
    assert {(row[2], row[4]) for row in rows} == {("played", True)}, rows
    return {
        "matches": dict(Counter(row[1] for row in rows)),
        "all": {"plies": sum(row[3] for row in rows), "seconds": round(time.monotonic() - began)},
        **{bot.name: dict(bot.counts) for bot in (streamer, listener)},
    }


def main() -> None:
    """Start a site and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.clients.two_bots", description=__doc__)
    parser.add_argument("--matches", type=int, default=50, help="of each game")
    parser.add_argument("--kills", type=int, default=2)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), env=ENV) as site:
        print(json.dumps(asyncio.run(play(site, chosen.matches, chosen.kills)), indent=2))


if __name__ == "__main__":
    main()
