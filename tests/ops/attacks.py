"""What one visitor can do to a site: a table of attacks, and the process that makes one of them.

An attack is `clients` that act again and again from one address, and begin at most `rate` acts a second together. The
process has a low priority, so that its own CPU time is taken from idle time rather than from the site: what is measured
is the work that the site has with it. See tests/ops/abuse.py.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, cycle
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

ADDRESS = "127.0.0.2"  # the attacker's: all of 127.0.0.0/8 is this machine
TOKEN = "t" * 32  # of CSRF
LONGEST = 30.0  # seconds of patience with an answer
NICE = 10  # gets a tenth of a core for which the site contends
LEAVING = 1.0  # seconds after the end of an attack until its connections are given up
EMPTY = b"\x80" + bytes(4)  # of a frame: no bytes, and a mask
TICK = 1 / 19  # seconds between two messages of a socket, which may send twenty a second
FAULTS = (TimeoutError, OSError, EOFError, WebSocketException)
HELLO = {"version": -1, "ply": -1}
MB = 1024 * 1024
FILE = "[Format numgames-match-1]\n[Game sudoku]\n[Match 0123456789]\n[First anna]\n[Second bob]\n[Pace 3d]\n\n"
BOUNDARY = "boundary"
UPLOAD = (
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="match.txt"\r\n\r\n'
    + FILE + "".join(f"{ply}. z99\n" for ply in range(1, 2001)) + f"\r\n--{BOUNDARY}--\r\n"
)  # fmt: skip


async def ask(
    port: int,
    path: str,
    address: str,
    *,
    cookie: str = "",
    form: dict[str, str] | None = None,
    body: str = "",
    kind: str = "application/x-www-form-urlencoded",
    csrf: str = TOKEN,
) -> tuple[int, bytes]:
    """Send a request from this address with as little work as possible; return the status and the answer.

    Raises OSError and EOFError.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        method, body = ("GET", "") if form is None and not body else ("POST", body or urlencode(form or {}))
        session = f"; sessionid={cookie}" if cookie else ""
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", "HX-Request: true"]
        lines += [f"Cookie: csrftoken={TOKEN}{session}", f"X-CSRFToken: {csrf}"]
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"] if method == "POST" else []
        writer.write("\r\n".join([*lines, "", body]).encode())
        answer = await reader.read()
    finally:
        writer.close()
    if not (head := answer.split(maxsplit=2)[:2])[1:]:
        raise EOFError("no answer")
    return int(head[1]), answer


def socket(port: int, path: str, address: str, *, cookie: str = "") -> connect:
    """Return a connection to a socket of the site from this address, to await or enter."""
    url = f"127.0.0.1:{port}{path}"
    headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
    return connect(
        f"ws://{url}",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers=headers,
        local_addr=(address, 0),
        close_timeout=1,
        open_timeout=LONGEST,
    )


@dataclass
class Attacker:
    """The attacking visitor: what it knows of the site, and until when it attacks."""

    port: int
    cookies: list[str]  # of accounts that play each other in `match`
    match: str
    matches: list[str]  # that have pictures
    names: list[str]  # of players
    analysed: list[tuple[str, int]]  # finished matches and their plies, on a site with the demo
    address: str = ADDRESS
    until: float = 0.0

    @property
    def goes_on(self) -> bool:
        """Return whether the attack is not over."""
        return time.monotonic() < self.until

    async def visit(self, path: str, *, cookie: str = "") -> str:
        """Request a page; return the status."""
        return str((await ask(self.port, path, self.address, cookie=cookie))[0])

    async def post(self, path: str, *, cookie: str = "", csrf: str = TOKEN, **form: str) -> str:
        """Send a form; return the status."""
        return str((await ask(self.port, path, self.address, cookie=cookie, form=form, csrf=csrf))[0])

    async def upload(self, path: str, body: str) -> str:
        """Send a file; return the status."""
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        return str((await ask(self.port, path, self.address, body=body, kind=kind))[0])

    async def talk(self, path: str, message: object, *, cookie: str = "", reads: bool = True) -> str:
        """Send a message on a socket again and again; return how it ended."""
        async with socket(self.port, path, self.address, cookie=cookie) as page:
            reading = asyncio.create_task(_read(page)) if reads else None
            await page.send(json.dumps(HELLO))
            while self.goes_on:
                await page.send(message if isinstance(message, str | bytes) else json.dumps(message))
                await asyncio.sleep(TICK)
            if reading:
                reading.cancel()
        return "open"

    async def flood(self, path: str, kind: bytes) -> str:
        """Send empty frames of this kind, as fast as the site takes them; return how it ended."""
        async with socket(self.port, path, self.address) as page:
            while self.goes_on and page.close_code is None:
                page.transport.write((kind + EMPTY) * 1_000)
                await asyncio.sleep(0.01)
            return "open" if page.close_code is None else "cut off"

    async def stay_silent(self, path: str) -> str:
        """Open a socket, say nothing, and leave it a little later."""
        async with socket(self.port, path, self.address):
            await asyncio.sleep(2.2)
        return "open"

    async def trickle(self, beginning: str, further: bytes = b"", *, reads: bool = True) -> str:
        """Open a connection, send the beginning of a request, and then a little each half second."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        try:
            writer.write(beginning.encode())
            while self.goes_on:
                await asyncio.sleep(0.5)
                writer.write(further)
                if reads and reader.at_eof():
                    return "cut off"
                if reads:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(0.01):
                            await reader.read(1)
        finally:
            writer.transport.abort()
        return "open"


async def _read(page: ClientConnection) -> None:
    with suppress(WebSocketException):
        async for _message in page:
            pass


Act = Callable[[Attacker], Awaitable[str]]


@dataclass(frozen=True)
class Attack:
    """So many clients, at most so many acts a second of all of them, and what each does."""

    what: str
    clients: int
    rate: float
    act: Act
    needs_demo: bool = False

    async def run(self, attacker: Attacker) -> Counter[str]:
        """Attack until the attacker's time is over; return how often each answer came."""
        answers, slot = Counter[str](), time.monotonic()

        async def client() -> None:
            nonlocal slot
            while True:
                slot = mine = max(time.monotonic(), slot + 1 / self.rate)
                if mine >= attacker.until:
                    return
                await asyncio.sleep(mine - time.monotonic())
                try:
                    async with asyncio.timeout(LONGEST):
                        answers[await self.act(attacker)] += 1
                except (*FAULTS, AttributeError) as fault:  # websockets' own, where the connection has just gone
                    answers[type(fault).__name__] += 1

        clients = [asyncio.create_task(client()) for _client in range(self.clients)]
        _done, waiting = await asyncio.wait(clients, timeout=attacker.until + LEAVING - time.monotonic())
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return answers + Counter(unanswered=len(waiting))


NUMBERS = count()
LANGUAGES = cycle(("en", "nl", "de", "fr", "pl"))


def some(things: list[str]) -> str:
    """Return the next of these, around and around."""
    return things[next(NUMBERS) % len(things)]


def pages(*paths: str) -> Act:
    """Return the act of a visitor who requests one of these pages after the other."""
    following = cycle(paths)
    return lambda attacker: attacker.visit(next(following).format(match=attacker.match, name=some(attacker.names)))


def form(path: str, *, signed_in: bool = False, csrf: str = TOKEN, **fields: str) -> Act:
    """Return the act of sending this form, in which {number} is another one each time."""

    def act(attacker: Attacker) -> Awaitable[str]:
        filled = {name: value.format(number=next(NUMBERS)) for name, value in fields.items()}
        cookie = some(attacker.cookies) if signed_in else ""
        return attacker.post(path.format(match=attacker.match), cookie=cookie, csrf=csrf, **filled)

    return act


def messages(message: object, path: str = "/ws/matches/{match}/", *, reads: bool = True) -> Act:
    """Return the act of a page that sends this on its socket nineteen times a second."""

    def act(attacker: Attacker) -> Awaitable[str]:
        return attacker.talk(path.format(match=attacker.match), message, cookie=some(attacker.cookies), reads=reads)

    return act


def request(method: str, path: str, *headers: str) -> str:
    """Return the head of a request, without the empty line."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, ""])


def variation(attacker: Attacker) -> Awaitable[str]:
    """Ask for the best moves at one of many positions."""
    match, plies = attacker.analysed[next(NUMBERS) % len(attacker.analysed)]
    return attacker.visit(f"/matches/{match}/analysis/{1 + next(NUMBERS) % plies}/variation/?best")


def picture(attacker: Attacker) -> Awaitable[str]:
    """Ask for the link preview of a match."""
    return attacker.visit(f"/pictures/{next(LANGUAGES)}/matches/{some(attacker.matches)}/0.png")


async def chat(attacker: Attacker) -> str:
    """Say something new."""
    words = {"text": f"flood {next(NUMBERS)}", "token": f"{next(NUMBERS):036}"}
    return await attacker.post(f"/social/chat/{attacker.match}/", cookie=some(attacker.cookies), **words)


PREVIEW = {"preview": {"placements": "", "text": "1+2=3"}, "request": 1}
LIGHTS = {"lights": {"placements": "e5:1", "tile": "2", "square": "e6"}, "request": 1}
REFUSED = {"move": {"ply": 1, "text": "z99"}, "request": 1}
PIPELINED = 500 * (request("GET", "/lobby/") + "\r\n")
SLOW_BODY = request("POST", "/accounts/login/", "Content-Length: 5000") + "\r\nlogin="
ATTACKS = {
    "nothing": Attack("none: what else the machine does", 1, 10, lambda _attacker: asyncio.sleep(0, "")),
    "match-pictures": Attack("link previews of matches", 100, 200, picture),
    "player-pictures": Attack("link previews of players", 100, 200, pages("/pictures/en/players/{name}.png")),
    "sign-ups": Attack("empty sign-ups without a token", 24, 50, form("/accounts/signup/", csrf="")),
    "guests": Attack("new guests", 24, 60, form("/accounts/guest/")),
    "variations": Attack("best moves of variations", 30, 60, variation, needs_demo=True),
    "resets": Attack(
        "password resets while the mail server hangs",
        20,
        20,
        form("/accounts/password/reset/", email="a{number}@example.com"),
    ),
    "silent-60": Attack("handshakes that say nothing", 200, 60, lambda attacker: attacker.stay_silent("/ws/lobby/")),
    "silent-150": Attack(
        "more handshakes that say nothing", 400, 150, lambda attacker: attacker.stay_silent("/ws/lobby/")
    ),
    "passwords": Attack(
        "wrong passwords", 24, 60, form("/accounts/login/", login="player{number}", password="wrong password")
    ),
    "uploads": Attack(
        "match files of invalid moves", 24, 60, lambda attacker: attacker.upload("/history/read/", UPLOAD)
    ),
    "without-token": Attack("forms without a CSRF token", 24, 150, form("/lobby/play-now/", csrf="")),
    "refused-resets": Attack(
        "resets above the limit", 24, 150, form("/accounts/password/reset/", email="carl@example.com")
    ),
    "hellos": Attack("sockets that ask for the whole board", 20, 100, messages(HELLO)),
    "lobby-sockets": Attack("sockets of the lobby that ask for all", 20, 100, messages({"shown": {}}, "/ws/lobby/")),
    "typed-previews": Attack("typed previews on sockets", 20, 100, messages(PREVIEW)),
    "lights": Attack("lights on sockets", 20, 100, messages(LIGHTS)),
    "refused-moves": Attack("moves on sockets that are refused", 20, 100, messages(REFUSED)),
    "deaf-sockets": Attack("sockets that never read", 40, 100, messages(HELLO, reads=False)),
    "large-frames": Attack("frames of 63 KB", 40, 100, messages("x" * 63 * 1024)),
    "bombs": Attack("messages of 20 MB, compressed if the site agrees to it", 10, 10, messages("0" * 20 * MB)),
    "pings": Attack("floods of pings", 10, 10, lambda attacker: attacker.flood("/ws/lobby/", b"\x89")),
    "pages": Attack("pages of the match and the lobby", 200, 300, pages("/matches/{match}/", "/lobby/")),
    "pipelined": Attack("pipelined pages", 20, 20, lambda attacker: attacker.trickle(PIPELINED, reads=False)),
    "previews": Attack("previews by form", 40, 150, form("/matches/{match}/preview/", signed_in=True, text="1+2=3")),
    "searches": Attack("searches for players", 40, 200, pages("/lobby/players/?name=a", "/lobby/names/?name=b")),
    "tickets": Attack("tickets of deals", 40, 300, form("/matches/deal/")),
    "lists": Attack(
        "lists of matches as files",
        30,
        100,
        lambda attacker: attacker.visit("/history/matches.json", cookie=some(attacker.cookies)),
    ),
    "exports": Attack(
        "exports of an account",
        30,
        100,
        lambda attacker: attacker.visit("/accounts/export/", cookie=attacker.cookies[0]),
    ),
    "bodies": Attack("bodies of 1 MB", 20, 40, form("/accounts/login/", login="x" * (MB - 100))),
    "chat": Attack("chat messages", 24, 100, chat),
    "nothing-there": Attack("pages that do not exist", 40, 200, pages("/no/such/page/", "/matches/{name}/")),
    "pages-of-players": Attack("pages of players", 40, 150, pages("/matches/by/{name}/", "/history/of/{name}/")),
    "feeds": Attack(
        "feeds, the sitemap and boards to embed",
        40,
        150,
        pages("/feeds/players/{name}.atom", "/sitemap.xml", "/embed/matches/{match}/"),
    ),
    "provider": Attack("sign-ins while the other site hangs", 20, 40, form("/accounts/oidc/oidc/login/")),
    "slow-heads": Attack(
        "heads that never end", 2500, 1000, lambda attacker: attacker.trickle(request("GET", "/"), b"X-A: b\r\n")
    ),
    "slow-bodies": Attack("bodies that never end", 900, 300, lambda attacker: attacker.trickle(SLOW_BODY, b"x")),
    "half-open": Attack("connections that say nothing", 1500, 500, lambda attacker: attacker.trickle("")),
    "slow-readers": Attack(
        "answers that are not read",
        300,
        150,
        lambda attacker: attacker.trickle(4 * (request("GET", "/help/") + "\r\n"), reads=False),
    ),
}


def main(arguments: Iterable[str]) -> None:
    """Make one attack of so many seconds once a line is read; print the answers and the CPU seconds as JSON."""
    name, seconds, known = arguments
    os.nice(NICE)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 10_000), most))
    attacker = Attacker(**json.loads(known))
    print("ready", flush=True)
    sys.stdin.readline()
    attacker.until = time.monotonic() + float(seconds)
    answers = asyncio.run(ATTACKS[name].run(attacker))
    print(json.dumps([answers, time.process_time()]))


if __name__ == "__main__":
    main(sys.argv[1:])
