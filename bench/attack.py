"""One visitor against the others: how long moves and pages take before, while and after one address attacks the site.

The site has one worker. Two pairs play, one by sockets and one by forms, and a visitor reads pages; they come from
another address than the attacker, as a proxy would name them. `BENCH_ATTACKS` names those to measure. Each ends after
`BENCH_SECONDS`, or after `MOST` requests.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import chain, count, cycle, repeat
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import websockets

from bench.peers.numgames import moves_of, open_pages, play_script
from bench.stage import TOKEN, Pair, make_pairs, session_of, stage

if TYPE_CHECKING:
    from tests.serving import Site

SECONDS = float(os.environ.get("BENCH_SECONDS", "8"))
QUIET = 4.0  # seconds before and after an attack
MOST = 3_000  # requests of an attack
LONGEST = 40.0  # seconds of patience with an answer
PAUSE = 0.3  # seconds between two acts of a victim
PAIRS = 4  # of each victim, whose matches follow each other
PLAYERS = 120  # whose pictures are drawn
ATTACKER, OTHERS = "203.0.113.7", "203.0.113.8"
ENV = {"TRUSTED_PROXIES": "1", "WORKERS": "1", "WORKERS_NICE": "0"}
PHASES = ("before", "during", "after")
FAULTS = (TimeoutError, OSError, EOFError, websockets.WebSocketException)

Act = Callable[[], Awaitable[object]]


class Victim:
    """A visitor who does the same again and again, and how many milliseconds it takes in each phase."""

    def __init__(self, name: str, acts: Iterator[Act]) -> None:
        """Do one of the acts after the other; they raise an exception if they fail."""
        self.name, self.acts = name, acts
        self.waits: dict[str, list[float]] = {phase: [] for phase in PHASES}
        self.failed: Counter[str] = Counter()

    async def live(self, phase: list[str]) -> None:
        """Act until there is no phase any more; an act counts for the phase of its beginning."""
        while phase and (act := next(self.acts, None)):
            now, began = phase[0], time.perf_counter()
            try:
                async with asyncio.timeout(LONGEST):
                    await act()
            except FAULTS:
                self.failed[now] += 1
            self.waits[now].append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PAUSE)

    def __str__(self) -> str:
        cells = []
        for phase in PHASES:
            waits, failed = sorted(self.waits[phase]), self.failed[phase]
            late = waits[int(0.99 * (len(waits) - 1) + 0.5)] if waits else 0
            figures = f"{median(waits):,.0f} / {late:,.0f}" if waits else "none"
            cells.append(figures + (f", {failed} failed" if failed else ""))
        return f"  {self.name:<16}" + "".join(f"{cell:>26}" for cell in cells)


async def ask(site: Site, path: str, address: str, *, cookie: str = "", form: dict[str, str] | None = None) -> int:
    """Send a request with as little work as possible; return the status. Raises OSError and EOFError."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    try:
        body, method = urlencode(form or {}), "GET" if form is None else "POST"
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", f"X-Forwarded-For: {address}"]
        lines += [f"Cookie: csrftoken={TOKEN}" + (f"; sessionid={cookie}" if cookie else "")]
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*lines, f"X-CSRFToken: {TOKEN}", "HX-Request: true", "", body]).encode())
        head = (await reader.read()).split(maxsplit=2)[:2]
    finally:
        writer.close()
    if len(head) < 2:
        raise EOFError("no answer")
    return int(head[1])


async def served(site: Site, path: str, *, cookie: str = "", form: dict[str, str] | None = None) -> None:
    """Send a request as one of the others; raise EOFError unless it succeeds."""
    if (status := await ask(site, path, OTHERS, cookie=cookie, form=form)) >= 400:
        raise EOFError(str(status))


def moves_by_form(site: Site, pair: Pair) -> Iterator[Act]:
    """Yield the moves of a match, posted as a page without a socket does."""
    path = f"/matches/{pair.match.pk}/move/"
    for index, ply, text in moves_of(pair):
        yield partial(served, site, path, cookie=pair.cookies[index], form={"ply": str(ply), "text": text})


def moves_by_socket(site: Site, pair: Pair) -> Iterator[Act]:
    """Yield the opening of both pages' sockets, and the moves of a match, each until both pages have it."""
    pages: list[websockets.ClientConnection] = []

    async def begin() -> None:
        pages.extend(await open_pages(site.url, pair))

    yield begin
    for move in moves_of(pair):
        if not pages:
            return  # they could not be opened
        yield partial(play_script, pages, [move])


async def measure(site: Site, title: str, clients: int, attack: Callable[[], Awaitable[int]]) -> None:
    """Leave the victims in peace, attack, leave them in peace again, and print how they fared."""
    pairs = await asyncio.to_thread(make_pairs, 2 * PAIRS, f"victim{title[:4].strip()}")
    victims = [
        Victim("move by socket", chain.from_iterable(moves_by_socket(site, pair) for pair in pairs[:PAIRS])),
        Victim("move by form", chain.from_iterable(moves_by_form(site, pair) for pair in pairs[PAIRS:])),
        Victim("/ratings/", repeat(partial(served, site, "/ratings/"))),
    ]
    phase, statuses = ["before"], Counter[str]()
    lives = [asyncio.create_task(victim.live(phase)) for victim in victims]
    await asyncio.sleep(QUIET)
    phase[0], began, budget = "during", time.monotonic(), iter(range(MOST))

    async def attacker() -> None:
        while time.monotonic() < began + SECONDS and next(budget, None) is not None:
            try:
                async with asyncio.timeout(LONGEST):
                    statuses[str(await attack())] += 1
            except FAULTS as fault:
                statuses[type(fault).__name__] += 1

    await asyncio.gather(*(attacker() for _client in range(clients)))
    over, phase[0] = time.monotonic() - began, "after"
    await asyncio.sleep(QUIET)
    phase.clear()
    await asyncio.gather(*lives)
    print(f"{title}: {statuses.total()} requests of {clients} clients, over after {over:.0f} s: {dict(statuses)}")
    print(f"  {'p50 / p99, ms':<16}" + "".join(f"{name:>26}" for name in PHASES))
    print("\n".join(map(str, victims)), flush=True)


async def attack_all(site: Site) -> None:
    """Attack in one way after the other."""
    crowd = await asyncio.to_thread(make_pairs, PLAYERS // 2, "crowd")
    cookie, numbers = await asyncio.to_thread(session_of, crowd[0].match.first), count()
    names = cycle(player.username for pair in crowd for player in (pair.match.first, pair.match.second))
    languages = cycle(("en", "nl", "de"))

    def post(path: str, **form: str) -> Awaitable[int]:
        return ask(site, path, ATTACKER, form=form)

    attacks: dict[str, tuple[str, int, Callable[[], Awaitable[int]]]] = {
        "pictures": (
            "link previews",
            100,
            lambda: ask(site, f"/pictures/{next(languages)}/players/{next(names)}.png", ATTACKER),
        ),
        "sign-ups": ("empty sign-ups", 24, lambda: post("/accounts/signup/")),
        "exports": ("exports", 30, lambda: ask(site, "/accounts/export/", ATTACKER, cookie=cookie)),
        "passwords": (
            "wrong passwords",
            24,
            lambda: post("/accounts/login/", login=f"player{next(numbers)}", password="wrong password"),
        ),
    }
    for name in os.environ.get("BENCH_ATTACKS", " ".join(attacks)).split():
        await measure(site, *attacks[name])


def main() -> None:
    """Print a table for each attack."""
    with stage(ENV) as site:
        asyncio.run(attack_all(site))


if __name__ == "__main__":
    main()
