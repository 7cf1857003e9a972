"""What Chromium measures of a page: layout shifts, the largest paint, how long presses wait for theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from games.digifeud.model.moves import Calculation
from tests.browser.input_methods import agree, laid, write
from tests.browser.stories import Story

# Shifts are what moves more than half a second after a press, each with what moved; presses are milliseconds by
# interaction, of which Chromium tells those of 16 and more.
OBSERVE = """
    window.shifts = [];
    window.presses = new Map();
    window.paints = [];
    const observe = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(
        { type, buffered: true, ...more },
    );
    observe("layout-shift", ({ value, hadRecentInput, sources }) => {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
            const rects = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height]);
            return `${node?.parentElement?.id}/${node?.id || node?.textContent}: ${rects.join(" -> ")}`;
        });
        if (!hadRecentInput) shifts.push([value, ...moved]);
    });
    observe("event", ({ interactionId, duration }) => {
        if (interactionId) presses.set(interactionId, Math.max(duration, presses.get(interactionId) ?? 0));
    }, { durationThreshold: 16 });
    observe("largest-contentful-paint", ({ startTime }) => paints.push(startTime));
"""


@dataclass(frozen=True)
class Vitals:
    """The core web vitals of one visit: milliseconds, and for shifts the share of the window times that of the way."""

    largest_paint: float
    press: float
    shift: float
    moved: Sequence[object]

    @classmethod
    def of(cls, page: Page) -> Vitals:
        """Read what a page noted that was opened with the script `OBSERVE`; of many presses the 98th percentile."""
        shifts, presses, paints = page.evaluate("[shifts, [...presses.values()], paints]")
        slowest = sorted(presses, reverse=True)
        press = slowest[min(len(slowest) // 50, len(slowest) - 1)] if slowest else 0
        return cls(paints[-1] if paints else 0, press, round(sum(value for value, *_moved in shifts), 2), shifts)


def lay(page: Page, story: Story, move: object, pause: int = 0) -> None:
    """Tap the tiles of the move and their squares, with a pause before each, in milliseconds."""
    position = story.position
    tiles = laid(position, move) if isinstance(move, Calculation) else story.laid(move)  # type: ignore[arg-type]
    for square, face, *becomes in tiles:
        page.wait_for_timeout(pause)
        page.locator(f"#rack .tile:not(.used)[data-face='{face}']").first.tap()
        page.wait_for_timeout(pause)
        page.locator(f"#{square}").tap()
        if any(becomes):
            page.locator(f"dialog.digits button[value='{becomes[0]}']").tap()
        expect(page.locator(f"#{square} .staged").last).to_be_visible()


def lay_and_play(page: Page, story: Story, move: object, pause: int = 0) -> None:
    """Lay the tiles of the move, choose the way if there are several, and tap Play after a pause; type a swap."""
    text = story.game.encode(move)
    if text.startswith("swap"):
        write(page, text)
    else:
        lay(page, story, move, pause)
    expect(page.locator("#preview.legal")).to_be_visible()
    if (way := page.locator(f"#variants input[value='{text}']")).count():
        way.check()
    page.wait_for_timeout(pause)
    page.locator("#submit").tap()
    if text.startswith("swap"):
        agree(page, "Exchange")
