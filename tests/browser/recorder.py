"""A recorder of everything that a browser receives: pages, partials, headers and socket messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from playwright.sync_api import Page, Request, WebSocket

ATTRIBUTE = re.compile(r"""\s([\w-]+)=["']([^"']*)["']""")
TAG = re.compile(r"<[^>]*>")


class Recorder:
    """A recorder of one page; `texts` is everything received since."""

    def __init__(self, page: Page) -> None:
        """Begin to record; files that are the same for every visitor, such as scripts, are left out."""
        self.page = page
        self.texts: list[str] = []
        page.on("requestfinished", self._take)
        page.on("websocket", self._listen)

    def _take(self, request: Request) -> None:
        answer = request.response()
        if answer is None or "/static/" in request.url:
            return
        self.texts.append(json.dumps(answer.headers_array()))
        if not 300 <= answer.status < 400:  # a redirect has no body
            self.texts.append(answer.text())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))

    def look(self) -> None:
        """Record the current content of the page."""
        self.texts.append(self.page.content())

    def readings(self) -> Iterator[str]:
        """Yield each text as received, its JSON strings, both also without tags, and the values of each attribute."""
        for text in {one for heard in self.texts for one in (heard, *strings_in(heard))}:
            yield text
            yield TAG.sub("", text)
            yield " ".join(TAG.sub(" ", text).split())
            yield from rows_of_attributes(text)


def strings_in(text: str) -> Iterator[str]:
    """Yield the strings in a text that is JSON."""
    try:
        data = json.loads(text)
    except ValueError:
        return
    if isinstance(data, dict):
        yield from (value for value in data.values() if isinstance(value, str))


def rows_of_attributes(html: str) -> Iterator[str]:
    """Yield the values of each attribute in the order of the page, such as all `data-face`s."""
    rows: dict[str, list[str]] = {}
    for name, value in ATTRIBUTE.findall(html):
        rows.setdefault(name, []).append(value)
    yield from (" ".join(row) for row in rows.values())
