"""The open pages of one topic: events are joined, and neither a bad page nor a bad view harms the others."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

import pytest

from core.live import fanout
from core.live.audience import Audience, Event
from core.live.partials import Bound, Shown

pytestmark = pytest.mark.asyncio


@dataclass(eq=False)
class Page:
    """An open page in one language, which may be broken."""

    language: str
    is_broken: bool = False
    over: bool = False
    texts: list[str] = field(default_factory=list)
    zone: tzinfo = UTC
    shown: Shown | None = None
    viewer: None = None

    def post(self, text: str) -> None:
        if self.is_broken:
            raise ConnectionError
        self.texts.append(text)

    def bring(self, bound: Bound) -> None:
        self.post("".join(map(str, bound.values())))

    def end(self, code: int | None = None) -> None:
        self.over = True


class Choir(Audience[Page]):
    """Sends each page the number of events that it is told of, in its language."""

    async def update(self, events: list[Event]) -> None:
        views = {language: [page for page in self.pages if page.language == language] for language in ("xx", "en")}
        await self.send(views, self.draw, lambda page, language, number: page.post(f"{language} {number}{len(events)}"))

    async def draw(self, language: str) -> str:
        if language == "xx":
            raise LookupError(language)
        await asyncio.sleep(0)
        return "of "


def sing(times: int) -> None:
    for _time in range(times):
        fanout.publish(["choir"], {"type": "sung"})


async def test_events_that_come_meanwhile_are_handled_together(caplog: pytest.LogCaptureFixture) -> None:
    pages = [Page("en"), Page("en", is_broken=True), Page("xx"), Page("en")]
    choirs = [Choir.join("choir", page) for page in pages]
    assert len({*choirs}) == 1
    sing(3)
    while "was not drawn" not in caplog.text:
        await asyncio.sleep(0)
    assert pages[0].texts == pages[3].texts == ["en of 3"]
    assert "could not be told" in caplog.text
    assert pages[2].texts == []
    for page in pages:
        choirs[0].leave(page)


async def test_the_last_page_unsubscribes_and_leaves_no_other_alone() -> None:
    first, second = Page("en"), Page("en")
    former = Choir.join("choir", first)
    former.leave(first)
    assert "choir" not in fanout._subscribers
    present = Choir.join("choir", second)
    former.leave(first)  # again, as of a socket that ends late
    assert present.pages == {second}
    sing(1)
    while not second.texts:
        await asyncio.sleep(0)
    present.leave(second)
    assert "choir" not in fanout._subscribers
