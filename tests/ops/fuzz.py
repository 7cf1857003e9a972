"""Garbage for every address and socket of a site: counts answers of 500 and tracebacks, and what the process holds.

`python -m tests.ops.fuzz --requests N` (script/fuzz) starts a site of its own; exit status 0 only if all is well.
"""

from __future__ import annotations

import argparse
import random
import re
import socket as network
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.ops.pairs import Pair, make_pairs
from tests.serving import Site, running

PATIENCE = 60.0  # seconds
ADDRESSES = """
import json
from django.urls import get_resolver
def walk(patterns, before=""):
    for one in patterns:
        path = before + str(one.pattern)
        if hasattr(one, "url_patterns"):
            yield from walk(one.url_patterns, path)
        else:
            yield path
print(json.dumps(sorted(set(walk(get_resolver().url_patterns)))))
"""
SOCKETS = ("/ws/lobby/", "/ws/matches/{}/", "/ws/news/")
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "NONSENSE")
WORDS = (
    "", "0", "-1", "1" * 30, "NaN", "null", "\x00", "%00", "%", "\ud800", "\u202e", "é" * 50, "../../etc/passwd",
    "' OR 1",
    "<script>", "{{7*7}}", "a" * 3000, "[]", "{}", "\r\nX: y", "digifeud", "en", "next", "//evil.example", "yes",
)  # fmt: skip
FIELDS = (
    "text",
    "ply",
    "placements",
    "variant",
    "pick",
    "confirmed",
    "login",
    "password",
    "next",
    "offer",
    "game",
    "version",
)
TYPES = (
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-7", "multipart/form-data",
    "multipart/form-data; boundary=b", "multipart/form-data; boundary=" + "x" * 300, "application/json", "text/plain",
    "\xff",
    "application/x-www-form-urlencoded; charset=nosuch", "multipart/form-data; boundary=b; charset=utf-16",
)  # fmt: skip
MESSAGES = (
    "", "{", "[]", "null", "1", '"\\ud800"', '{"version":-1,"ply":-1}', '{"version":"x","ply":[]}',
    '{"displays":{"a":"\\u0000"}}',
    '{"move":{"ply":1,"text":"pass"},"request":1}', '{"move":[],"request":{}}',
    '{"preview":{"placements":"\\ud800"},"request":2}',
    '{"version":1e999,"ply":1}', "[" * 900, '{"version":1,"ply":1,"history":"\\ud800","shown":":::"}', "x" * 1200,
    '{"shown":{"chat_messages":[[]]},"displays":{"match":[[[]]],"about":{}}}',
    '{"version":1000000,"ply":1000000,"history":"zz"}',
)  # fmt: skip
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")
KNOWN = {
    "slug": ("digifeud", "sudoku", "summy", "tenbyten"), "level": ("1", "4", "easy"), "ply": ("0", "1", "2"),
    "number": ("1", "2"), "pace": ("live", "days"), "name": ("anna0", "bob0"), "other": ("bob0",),
}  # fmt: skip
ENDING = ("logout", "delete")  # addresses that would end the session: they are asked without it
LINE_END = re.compile("[\r\n]")


@dataclass
class Counts:
    """The outcome of the requests."""

    sent: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    broken: int = 0  # cut off or not answered as HTTP has it
    faults: list[str] = field(default_factory=list)  # requests that were answered with 500


@dataclass(frozen=True)
class Holdings:
    """What a process holds."""

    descriptors: int
    threads: int
    memory: int  # bytes

    @classmethod
    def of(cls, site: Site) -> Holdings:
        """Return what the site's process holds now."""
        assert site.process
        process = Path("/proc") / str(site.process.pid)
        facts = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines() if ":" in line)
        memory = int(facts["VmRSS"].split()[0]) * 1024
        return cls(len(list((process / "fd").iterdir())), int(facts["Threads"]), memory)


class Fuzzer:
    """Sends garbage to a site, the same for the same seed."""

    def __init__(self, site: Site, patterns: list[str], pair: Pair, seed: int = 1) -> None:
        """Use these patterns of addresses, this pair's match, and its first player's session for one request in two."""
        self.site = site
        self.patterns = patterns
        self.cookie = pair.cookies[0]
        self.known = KNOWN | {"match_id": (pair.match,)}
        self.chance = random.Random(seed)
        self.counts = Counts()

    def run(self, requests: int) -> Counts:
        """Send this many requests; one in ten opens a socket."""
        for number in range(requests):
            if number % 10 == 9:
                self._socket()
            else:
                self._request(self.patterns[number % len(self.patterns)])
            self.counts.sent += 1
        return self.counts

    def _word(self) -> str:
        return self.chance.choice(WORDS)

    def _path(self, pattern: str) -> str:
        filled = PARAMETER.sub(lambda part: quote(self._value(part), safe="", errors="surrogatepass"), pattern)
        path = "/" + re.sub(r"[\^$\\]|\\Z", "", filled)
        if self.chance.random() < 0.5:
            path += "?" + "&".join(f"{self.chance.choice(FIELDS)}={self._quoted()}" for _field in range(3))
        return path

    def _value(self, parameter: re.Match[str]) -> str:
        known = self.known.get(parameter[1] or parameter[2], ())
        return self.chance.choice(known) if known and self.chance.random() < 0.7 else self._word()[:200]

    def _quoted(self) -> str:
        return quote(self._word(), safe="%", errors="surrogatepass")

    def _body(self) -> bytes:
        form = "&".join(f"{self.chance.choice(FIELDS)}={self._quoted()}" for _field in range(4))
        parts = f'--b\r\nContent-Disposition: form-data; name="text"; filename="{self._quoted()}"\r\n\r\n{form}'
        bodies = (
            b"", form.encode(), b"csrfmiddlewaretoken=" + b"t" * 32 + b"&" + form.encode(), parts.encode(),
            parts.encode() + b"\r\n--b--\r\n", b"\xff\xfe\x00" * 50, b"a=" + b"%00" * 100, b"{" * 500,
            bytes(self.chance.randrange(256) for _byte in range(300)), b"x" * 200_000,
        )  # fmt: skip
        return self.chance.choice(bodies)

    def _headers(self, pattern: str) -> dict[str, str]:
        headers = {"Host": self.site.url.removeprefix("http://")}
        cookies = ["csrftoken=" + "t" * 32]
        if self.chance.random() < 0.5 and not any(word in pattern for word in ENDING):
            cookies.append(f"sessionid={self.cookie}")
        if self.chance.random() < 0.2:
            cookies.append(self.chance.choice(("sessionid=\x01", "a=" + "b" * 3000, "django_language=xx", '"; =')))
        headers["Cookie"] = "; ".join(cookies)
        headers["X-CSRFToken"] = "t" * 32
        garbage = {
            "Accept-Language": self._word(), "HX-Request": "true", "Origin": self._word(), "Range": "bytes=9-1",
            "Accept-Encoding": "gzip;q=x", "X-Forwarded-For": "a, b, ,", "X-Big": "y" * 20_000, "If-None-Match": "*",
            "Expect": "100-continue", "Transfer-Encoding": "nonsense", "Accept": "application/json", "Upgrade": "h2c",
        }  # fmt: skip
        for name in self.chance.sample(sorted(garbage), self.chance.choice((0, 0, 1, 2))):
            headers[name] = garbage[name]
        return headers

    def _request(self, pattern: str) -> None:
        method, path, body = self.chance.choice(METHODS[:2] * 4 + METHODS), self._path(pattern), b""
        headers, missing = self._headers(pattern), 0
        if method not in ("GET", "HEAD"):
            body = self._body()
            headers["Content-Type"] = self.chance.choice(TYPES)
            missing = self.chance.choice((0, 0, 0, 0, -1, 7))
            headers["Content-Length"] = str(max(len(body) + missing, 0))
        named = (f"{name}: {LINE_END.sub('', value)}\r\n" for name, value in headers.items())
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(named)
        raw = head.encode("utf-8", "surrogatepass") + b"Connection: close\r\n\r\n" + body
        status = self._send(raw, cut=missing > 0 or self.chance.random() < 0.05)
        if status is None:
            self.counts.broken += 1
            return
        self.counts.answers[status] += 1
        if status >= 500 and status != 501:
            self.counts.faults.append(f"{status} {raw[:300]!r}")

    def _send(self, raw: bytes, *, cut: bool) -> int | None:
        """Return the status of the answer; None without one. A request that is `cut` is sent in part, and left."""
        try:
            with network.create_connection(("127.0.0.1", self.site.port), PATIENCE) as line:
                if cut:
                    line.sendall(raw[: -len(raw) // 2])
                    return None
                line.sendall(raw)
                answer = b""
                while chunk := line.recv(65536):
                    answer += chunk
        except OSError:
            return None
        found = re.match(rb"(?:HTTP/1.1 1\d\d [^\r]*\r\n\r\n)*HTTP/1.[01] ([0-9]{3})", answer)  # after "100 Continue"
        return int(found[1]) if found else None

    def _socket(self) -> None:
        path = self.chance.choice(SOCKETS).format(
            self.chance.choice((*self.known["match_id"], "nosuch", "%00", "a" * 300))
        )
        query = f"?lang={quote(self._word()[:50], errors='surrogatepass')}&offer={self._quoted()[:100]}"
        headers = {"Cookie": f"sessionid={self.cookie}"} if self.chance.random() < 0.5 else {}
        address = f"ws{self.site.url.removeprefix('http')}{path}{query}"
        with (
            suppress(WebSocketException, OSError, EOFError),
            connect(
                address,
                origin=Origin(self.site.url),
                additional_headers=headers,
                open_timeout=PATIENCE,
                close_timeout=1,
            ) as page,
        ):
            for _message in range(3):
                text = self.chance.choice(MESSAGES)
                page.send(text.encode() if self.chance.random() < 0.2 else text)
            with suppress(TimeoutError):
                page.recv(timeout=0.2)


def fuzz(site: Site, requests: int, seed: int = 1) -> tuple[Counts, Holdings, Holdings]:
    """Send this many requests to the site; return their outcome, and what the process held before and after."""
    patterns = [path for path in _addresses(site) if not path.startswith("admin/jsi18n")]
    (pair,) = make_pairs(site, 1)
    Fuzzer(site, patterns, pair, seed).run(len(patterns))  # everything is loaded once
    before = Holdings.of(site)
    counts = Fuzzer(site, patterns, pair, seed + 1).run(requests)
    for _visit in range(5):
        assert httpx.get(f"{site.url}/lobby/", timeout=PATIENCE).status_code == 200
    return counts, before, Holdings.of(site)


def _addresses(site: Site) -> list[str]:
    printed = site.manage("shell", "-v0", "-c", ADDRESSES)
    found = re.findall(r'"((?:[^"\\]|\\.)*)"', printed.splitlines()[-1])
    return [path.encode().decode("unicode_escape") for path in found]


def lines(counts: Counts, before: Holdings, after: Holdings, tracebacks: int) -> Iterator[str]:
    """Yield the report."""
    yield f"{counts.sent} requests, {len(counts.faults)} answers of 500"
    yield f"{tracebacks} tracebacks, {counts.broken} cut off"
    yield "answers: " + ", ".join(f"{status}: {count}" for status, count in sorted(counts.answers.items()))
    yield f"descriptors {before.descriptors} -> {after.descriptors}, threads {before.threads} -> {after.threads}"
    yield f"memory {before.memory >> 20} MB -> {after.memory >> 20} MB"
    yield from counts.faults[:20]


def main() -> int:
    """Start a site, send requests, and print their outcome."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), env={"RATE_LIMITS": "0"}) as site:
        counts, before, after = fuzz(site, options.requests, options.seed)
        tracebacks = site.log.count("Traceback")
        print(*lines(counts, before, after, tracebacks), sep="\n")
        if tracebacks:
            print(site.log[-4000:])
        well = not counts.faults and not tracebacks and after.descriptors < before.descriptors + 20
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
