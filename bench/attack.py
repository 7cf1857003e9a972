"""One visitor against the others: how long moves and pages take before, while and after one address attacks the site.

The site is one of its own on this machine and has one worker. Two pairs play, one by sockets and one by forms, and a
visitor reads pages and opens sockets; they come from other addresses than the attacker, as a proxy would name them.
Each attack ends after `BENCH_SECONDS`, or after `MOST` requests.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socketserver
import threading
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count, cycle, islice
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import websockets

from bench.latency import open_table, script_of
from bench.stage import Pair, make_pairs, session_of, stage

if TYPE_CHECKING:
    from tests.serving import Site

SECONDS = float(os.environ.get("BENCH_SECONDS", "8"))
QUIET = 4.0  # seconds before and after an attack
MOST = 3_000  # requests of an attack
LONGEST = 40.0  # seconds of patience with an answer
PAUSE = 0.3  # seconds between two requests of a victim
PLIES = 100
TOKEN = "t" * 32
ATTACKER, OTHERS = "203.0.113.7", "203.0.113.8"
ENV = {
    "TRUSTED_PROXIES": "1",
    "WORKERS": "1",
    "WORKERS_NICE": "0",
    "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
}
PHASES = ("before", "during", "after")

Attack = Callable[[], Awaitable[int]]


class Victim:
    """One who does the same again and again, and how long it takes in each phase, in milliseconds."""

    def __init__(self, name: str, act: Callable[[], Awaitable[object]]) -> None:
        """Do `act`, which raises an exception if it fails."""
        self.name = name
        self.act = act
        self.waits: dict[str, list[float]] = {phase: [] for phase in PHASES}
        self.failed: Counter[str] = Counter()

    async def live(self, phase: list[str]) -> None:
        """Act until there is no phase any more, or nothing left to do; an act counts for the phase of its beginning."""
        while phase:
            now, began = phase[0], time.perf_counter()
            try:
                async with asyncio.timeout(LONGEST):
                    await self.act()
            except StopAsyncIteration:
                return
            except (TimeoutError, OSError, EOFError, websockets.WebSocketException):
                self.failed[now] += 1
            self.waits[now].append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PAUSE)

    def __str__(self) -> str:
        cells = []
        for phase in PHASES:
            if not (waits := sorted(self.waits[phase])):
                cells.append("none")
                continue
            failed = f", {self.failed[phase]} failed" if self.failed[phase] else ""
            cells.append(f"{median(waits):,.0f} / {waits[int(0.99 * (len(waits) - 1) + 0.5)]:,.0f}{failed}")
        return f"  {self.name:<16}" + "".join(f"{cell:>26}" for cell in cells)


async def ask(site: Site, path: str, *, address: str, cookie: str = "", form: dict[str, str] | None = None) -> int:
    """Send a request with as little work as possible; return the status. Raises OSError and EOFError."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    try:
        body = urlencode(form or {})
        method = "GET" if form is None else "POST"
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", f"X-Forwarded-For: {address}"]
        lines += [f"Cookie: sessionid={cookie}; csrftoken={TOKEN}" if cookie else f"Cookie: csrftoken={TOKEN}"]
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*lines, f"X-CSRFToken: {TOKEN}", "HX-Request: true", "", body]).encode())
        answer = await reader.read()
    finally:
        writer.close()
    head = answer.split(maxsplit=2)[:2]
    if len(head) < 2:
        raise EOFError("no answer")
    return int(head[1])


async def served(site: Site, path: str, **request: object) -> None:
    """Send a request as one of the others; raise EOFError unless it succeeds."""
    status = await ask(site, path, address=OTHERS, **request)  # type: ignore[arg-type]  # passed on
    if status >= 400:
        raise EOFError(str(status))


class Table:
    """Matches that are played one after the other, by sockets, which are opened again when they break, or by forms."""

    def __init__(self, site: Site, pairs: Sequence[Pair]) -> None:
        self.site = site
        self.moves = deque((pair, *move) for pair in pairs for move in script_of(pair, PLIES))
        self.pair = pairs[0]
        self.pages: list[websockets.ClientConnection] = []

    async def move_by_socket(self) -> None:
        """Make the next move, and wait until both pages show it; raises StopAsyncIteration after the last one."""
        if not self.moves:
            raise StopAsyncIteration
        pair, index, ply, text = self.moves[0]
        try:
            if not self.pages or pair is not self.pair:
                self.leave()
                self.pair, self.pages = pair, await open_table(self.site.url, pair)
            await self.pages[index].send(json.dumps({"move": {"ply": ply, "text": text}, "request": ply}))
            for page in self.pages:
                while json.loads(await page.recv()).get("data", {}).get("ply", 0) < ply:
                    continue
        except BaseException:
            self.leave()
            raise
        self.moves.popleft()

    async def move_by_form(self) -> None:
        """Make the next move; raises StopAsyncIteration after the last one."""
        if not self.moves:
            raise StopAsyncIteration
        pair, index, ply, text = self.moves[0]
        form = {"ply": str(ply), "text": text}
        await served(self.site, f"/matches/{pair.match.pk}/move/", cookie=pair.cookies[index], form=form)
        self.moves.popleft()

    async def open_socket(self) -> None:
        """Open a page's socket, and close it."""
        self.pages = await open_table(self.site.url, self.pair)
        self.leave()

    def leave(self) -> None:
        """Abort the sockets."""
        for page in self.pages:
            page.transport.abort()
        self.pages = []


async def measure(site: Site, title: str, attack: Attack, clients: int) -> None:
    """Let the victims be at peace, attack, let them be at peace again, and print how they fared."""
    tables = await asyncio.to_thread(
        lambda: [Table(site, make_pairs(4, f"v{random.randrange(10**6)}x{kind}")) for kind in range(3)]
    )
    victims = [
        Victim("move by socket", tables[0].move_by_socket),
        Victim("move by form", tables[1].move_by_form),
        Victim("/ratings/", lambda: served(site, "/ratings/")),
        Victim("two new sockets", tables[2].open_socket),
    ]
    phase = ["before"]
    lives = [asyncio.create_task(victim.live(phase)) for victim in victims]
    await asyncio.sleep(QUIET)
    phase[0] = "during"
    statuses = Counter[str]()
    until, left = time.monotonic() + SECONDS, iter(range(MOST))

    async def attacker() -> None:
        while time.monotonic() < until and next(left, None) is not None:
            try:
                async with asyncio.timeout(LONGEST):
                    statuses[str(await attack())] += 1
            except (TimeoutError, OSError, EOFError) as fault:
                statuses[type(fault).__name__] += 1

    began = time.monotonic()
    await asyncio.gather(*(attacker() for _client in range(clients)))
    drained = time.monotonic() - began
    phase[0] = "after"
    await asyncio.sleep(QUIET)
    phase.clear()
    await asyncio.gather(*lives)
    tables[0].leave()
    print(f"{title}: {statuses.total()} requests of {clients} clients, over after {drained:.0f} s: {dict(statuses)}")
    print(f"  {'p50 / p99, ms':<16}" + "".join(f"{name:>26}" for name in PHASES))
    print("\n".join(map(str, victims)), flush=True)


def variations(site: Site) -> list[str]:
    """Return addresses of the best moves of variations of a match that is analysed."""
    from games.analysis.models import Analysis
    from games.analysis.services import ask as ask_for
    from games.matches.play.services import play_move, resign

    (pair,) = make_pairs(1, "analysed")
    lines = []
    for _move in range(3):
        index, ply, text = pair.next_move()
        game, position = pair.match.game, pair.replay.position
        moves = islice((game.encode(move) for move in game.legal_moves(position)), 100)
        lines += [f"{ply}/variation/?{urlencode({'line': move, 'best': '1'})}" for move in moves]
        play_move(pair.match.pk, (pair.match.first, pair.match.second)[index], ply, text)
        pair.play(text)
    resign(pair.match.pk, pair.match.first)
    pair.match.refresh_from_db()
    ask_for(pair.match)
    until = time.monotonic() + 600
    while not Analysis.objects.get(match=pair.match).is_done:
        assert time.monotonic() < until, "the match is not analysed"
        time.sleep(0.5)
    random.Random(1).shuffle(lines)
    return [f"/matches/{pair.match.pk}/analysis/{line}" for line in lines]


@contextmanager
def silent_mail_server() -> Iterator[int]:
    """Yield the port of a server that accepts connections and says nothing."""
    over = threading.Event()

    class Silent(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            over.wait(LONGEST)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Silent) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield int(server.server_address[1])
        finally:
            over.set()
            server.shutdown()


def main() -> None:
    """Print a table for each attack."""
    only = os.environ.get("BENCH_ATTACKS", "pictures sign-ups variations exports passwords mails").split()
    with silent_mail_server() as port, stage({**ENV, "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(port)}) as site:
        asyncio.run(attack_all(site, only))


async def attack_all(site: Site, only: Sequence[str]) -> None:
    """Attack in one way after the other."""
    crowd = await asyncio.to_thread(make_pairs, 60, "crowd")
    cookie = await asyncio.to_thread(session_of, crowd[0].match.first)
    players = cycle(f"crowd{number}{side}" for number in range(60) for side in "ab")
    names, numbers = (
        (f"/pictures/{language}/players/{next(players)}.png" for language in cycle(("en", "nl", "de"))),
        count(),
    )

    async def post(path: str, **form: str) -> int:
        return await ask(site, path, address=ATTACKER, form=form)

    async def sign_up_without_token() -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        with suppress(ConnectionError):
            lines = "POST /accounts/signup/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n"
            writer.write(f"{lines}X-Forwarded-For: {ATTACKER}\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        return int(answer.split(maxsplit=2)[1]) if answer else 0

    if "pictures" in only:
        await measure(site, "pictures", lambda: ask(site, next(names), address=ATTACKER), 100)
    if "sign-ups" in only:
        await measure(site, "empty sign-ups", lambda: post("/accounts/signup/"), 24)
        while await post("/accounts/signup/") == 200:
            continue
        await measure(site, "sign-ups without a token, the limit used up", sign_up_without_token, 24)
    if "variations" in only:
        paths = cycle(await asyncio.to_thread(variations, site))
        await measure(site, "best moves of variations", lambda: ask(site, next(paths), address=ATTACKER), 30)
    if "exports" in only:
        await measure(site, "exports", lambda: ask(site, "/accounts/export/", address=ATTACKER, cookie=cookie), 30)
    if "passwords" in only:
        form = {"login": "nosuchplayer", "password": "wrong password"}
        await measure(
            site, "wrong passwords",
            lambda: post("/accounts/login/", **{**form, "login": f"player{next(numbers)}"}), 24,
        )  # fmt: skip
    if "mails" in only:
        mails = (f"crowd{next(numbers)}@numgames.example" for _mail in count())
        await measure(
            site, "a mail server that hangs", lambda: post("/accounts/password/reset/", email=next(mails)), 20
        )


if __name__ == "__main__":
    main()
