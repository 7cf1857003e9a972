"""What both clients share: refusals, when requests are sent again, where streams are resumed. Nothing waits here."""

from __future__ import annotations

import json
import random
from typing import cast
from urllib.parse import quote

import httpx

from numgames_client.types import Json, Line

ROOT = "/api/v1"
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds; each failure in a row doubles the pause
SILENCE = 25.0  # seconds without a line, of which there is one each 7, after which a connection is dead
BUSY = {429, 502, 503, 504}


class Problem(Exception):
    """A refusal of the site (RFC 9457): `code` is for programs, `detail` for people, `data` has all members."""

    def __init__(self, status: int, code: str, detail: str, data: Json) -> None:
        """Store what the site has answered."""
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code, self.detail, self.data = status, code, detail, data


class StreamEnded(Exception):
    """The site has ended a stream for good: `reason` is `token`, `replaced` or another one of the documentation."""

    def __init__(self, reason: str) -> None:
        """Store the reason."""
        super().__init__(reason)
        self.reason = reason


def address(*parts: str) -> str:
    """Return the path of these parts, each of which may have any characters."""
    return "/".join([ROOT, *(quote(part, safe="") for part in parts)])


def headers_of(token: str, language: str) -> dict[str, str]:
    """Return the headers of all requests."""
    headers = {"Accept-Language": language, "User-Agent": "numgames-client/0.1"}
    return headers | ({"Authorization": f"Bearer {token}"} if token else {})


def problem_of(answer: httpx.Response) -> Problem:
    """Return the refusal that this answer, which has been read, stands for; a proxy's has no members."""
    try:
        data = answer.json()
    except json.JSONDecodeError:
        data = {}
    return Problem(answer.status_code, data.get("code", ""), data.get("detail", answer.reason_phrase), data)


class Retries:
    """When a request is sent again, with exponential backoff and jitter, and until when."""

    def __init__(self, patience: float, *, is_safe: bool) -> None:
        """Wait for `patience` seconds in all; a request that `is_safe` may be sent twice."""
        self.patience, self.is_safe, self.failures = patience, is_safe, 0

    def pause_after(self, outcome: httpx.Response | httpx.TransportError) -> float | None:
        """Return the seconds until the next try; None if there is none."""
        if isinstance(outcome, httpx.Response):
            is_refused = outcome.status_code in BUSY
            least = _seconds(outcome.headers.get("Retry-After", "0"))
        else:  # a connection that was never made has carried no request
            is_refused, least = self.is_safe or isinstance(outcome, httpx.ConnectError | httpx.ConnectTimeout), 0.0
        self.failures += 1
        pause = least + backoff(self.failures)
        self.patience -= pause
        return pause if is_refused and self.patience >= 0 else None


class Place:
    """Where a stream is: from it the stream is resumed, so that nothing is missed."""

    def __init__(self, after: str = "") -> None:
        """Begin after what a former stream has told, its `after`."""
        self.seen: dict[str, int] = {}  # the versions of matches
        self._plies: dict[str, int] = {}  # of their last moves
        self.after, self.failures = after, 0
        self.retry_in: float | None = None

    def take(self, text: str) -> Line | None:
        """Return what a line tells; None for one that only concerns the connection. Raises StreamEnded."""
        line = cast(Line, json.loads(text))
        self.failures = 0
        if line["type"] == "bye":
            if line["retry_in"] is None and line["reason"] != "finished":
                raise StreamEnded(line["reason"])
            self.retry_in = line["retry_in"] if line["retry_in"] is not None else -1.0
        elif line["type"] == "match":
            self.seen[line["match"]] = line["seq"]
            self.after = ",".join(f"{match}:{seq}" for match, seq in self.seen.items())
            # A match that has changed meanwhile comes with all its moves.
            told, self._plies[line["match"]] = self._plies.get(line["match"], 0), line["ply"]
            line["moves"] = [move for move in line["moves"] if move["ply"] > told]
        elif "seq" in line:
            self.after = str(line["seq"])
        return None if line["type"] in ("ping", "bye") else line

    def pause(self, answer: httpx.Response | None = None) -> float | None:
        """Return the seconds until the stream is resumed; None if all that it was about is over."""
        if self.retry_in is not None:
            pause, self.retry_in = self.retry_in, None
            return pause if pause >= 0 else None
        self.failures += 1
        return backoff(self.failures) + (_seconds(answer.headers.get("Retry-After", "0")) if answer else 0.0)


def backoff(failures: int) -> float:
    """Return a pause in seconds after so many failures in a row, with jitter."""
    return min(FIRST_PAUSE * 2.0 ** (failures - 1), LONGEST_PAUSE) * random.uniform(0.5, 1)  # noqa: S311 - no secret


def _seconds(text: str) -> float:
    return float(text) if text.isdigit() else 0.0
