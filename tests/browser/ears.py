"""Everything that a browser receives: pages, pieces, headers and socket messages, and what could be read from them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from playwright.sync_api import Page, Request, WebSocket

ATTRIBUTE = re.compile(r"""\s([\w-]+)=["']([^"']*)["']""")
TAG = re.compile(r"<[^>]*>")


class Ears:
    """Listens to a page from now on; `texts` is all that it has received."""

    def __init__(self, page: Page) -> None:
        """Begins to listen; what every visitor gets alike, such as scripts, is left out."""
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
        """Takes in the page as it stands."""
        self.texts.append(self.page.content())

    def readings(self) -> Iterator[str]:
        """Each text as it came, its strings unpacked, its words without tags, and every attribute's values in a row."""
        for text in {one for heard in self.texts for one in (heard, *strings_in(heard))}:
            yield text
            yield TAG.sub("", text)
            yield " ".join(TAG.sub(" ", text).split())
            yield from rows_of_attributes(text)


def strings_in(text: str) -> Iterator[str]:
    """The strings inside a text that is JSON."""
    try:
        data = json.loads(text)
    except ValueError:
        return
    if isinstance(data, dict):
        yield from (value for value in data.values() if isinstance(value, str))


def rows_of_attributes(html: str) -> Iterator[str]:
    """For every attribute its values in the order of the page, such as all `data-face`s."""
    rows: dict[str, list[str]] = {}
    for name, value in ATTRIBUTE.findall(html):
        rows.setdefault(name, []).append(value)
    yield from (" ".join(row) for row in rows.values())
