"""LCP, INP and CLS of the match page in a slow phone's browser: four times less processor, slow 4G, nothing cached."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

from games.catalogue import games
from games.digifeud.model.moves import Calculation
from games.digifeud.model.position import DigifeudPosition
from tests.browser.chromium import QUIET, browser_program
from tests.browser.devices import MOVING, PHONE
from tests.browser.input_methods import laid
from tests.browser.stories import Story, start
from tests.serving import Site, SiteFactory

LATE = {"digifeud": 4, "summy": 4, "sudoku": 12, "tenbyten": 6}  # moves before the page is opened
SLOWER = 4
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 204_800, "uploadThroughput": 96_000}  # bytes/s
MOST = {"lcp": 1_500, "inp": 150, "cls": 0.03}
TAPS = 6  # squares tapped after the move was taken back
PAUSE = 0.4  # seconds between two taps of a quick player
PATIENCE = 2_000  # milliseconds for a tile to lie where it was laid
SETTLED = 1_500  # milliseconds that the page is left alone before the first tap and after the last
OBSERVE = """
window.vitals = { lcp: 0, cls: 0, events: [] };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) vitals.lcp = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    vitals.cls += entry.value;
  }
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const { name, duration, interactionId, target, ...entry } of list.getEntries().map((one) => ({
    ...one.toJSON(), target: one.target,
  }))) {
    const waited = entry.processingStart - entry.startTime;
    const worked = entry.processingEnd - entry.processingStart;
    const at = target?.id || target?.getAttribute("class");
    if (interactionId) vitals.events.push({ name, duration, interactionId, waited, worked, at });
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def main() -> int:
    """Print one line of JSON; the status is 1 if a figure is worse than it must be."""
    with (
        tempfile.TemporaryDirectory(prefix="numgames-vitals-") as folder,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=browser_program(), args=QUIET) as browser,
    ):
        env = {"DJANGO_SETTINGS_MODULE": "tests.fixed_deals.settings", "WORKERS": "1"}
        with SiteFactory(Path(folder), env).running() as site:
            found = {slug: measure(site, browser, slug) for slug in LATE}
    print(json.dumps(found))
    return int(any(figures[name] > most for figures in found.values() for name, most in MOST.items()))


def measure(site: Site, browser: Browser, slug: str) -> dict[str, Any]:  # JSON of the page
    """Return the figures of one game: a match is opened, a move laid, taken back and laid again, and played."""
    story = Story.begin(games()[slug], LATE[slug])
    match, sessions = start(site, slug, story.moves)
    context = browser.new_context(**PHONE | MOVING | {"base_url": site.url, "service_workers": "block"})
    context.set_default_timeout(60_000)
    session = sessions[len(story.moves) % 2]
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    context.add_init_script(OBSERVE)
    page = context.new_page()
    link = context.new_cdp_session(page)
    slow(link)
    page.goto(f"/matches/{match}/", wait_until="load")
    page.wait_for_timeout(SETTLED)
    loaded = page.evaluate("({ lcp: vitals.lcp, cls: vitals.cls })")
    play(page, story)
    seen = page.evaluate("vitals")
    context.close()
    worst: dict[str, Any] = max(  # JSON of the page
        seen["events"], key=lambda event: event["duration"], default={}
    )
    return {
        "lcp": round(loaded["lcp"]),
        "inp": worst.get("duration", 0),
        "cls": round(seen["cls"], 4),
        "interactions": len({event["interactionId"] for event in seen["events"]}),
        "worst": {name: round(value) if isinstance(value, float) else value for name, value in worst.items()},
    }


def slow(link: CDPSession) -> None:
    """Slow the browser down."""
    link.send("Network.enable")
    link.send("Network.emulateNetworkConditions", SLOW_4G)
    link.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def play(page: Page, story: Story) -> None:
    """Lay a move, take it back, tap squares, lay it again and play it, by quick taps."""
    move = story.choice()
    text = story.game.encode(move)
    lay(page, story, move)
    tap(page, "#recall")
    squares = page.locator("#board td[id]")
    for index in range(TAPS):
        tap(page, f"#{squares.nth(index * squares.count() // TAPS).get_attribute('id')}")
    page.keyboard.press("Escape")
    if page.locator("#recall").is_enabled():  # an only tile was laid by the taps
        tap(page, "#recall")
    lay(page, story, move)
    expect(page.locator("#preview.legal")).to_be_visible()
    if (chosen := page.locator(f"#variants input[value='{text}']")).count():
        chosen.check()
    tap(page, "#submit")
    expect(page.locator("#match_view")).to_have_attribute("data-ply", str(len(story.moves) + 1))
    page.wait_for_timeout(SETTLED)


def lay(page: Page, story: Story, move: object) -> None:
    """Tap each tile and its square; a small square needs a second tap, and two digits may lie on one."""
    if isinstance(move, Calculation) and isinstance(story.position, DigifeudPosition):
        tiles = list(laid(story.position, move))
    else:
        tiles = [(square, face, "") for square, face in story.laid(move)]
    for number, (square, face, becomes) in enumerate(tiles, 1):
        tap(page, f"#rack .tile:not(.used)[data-face='{face}']")
        tap(page, f"#{square}")
        if becomes:
            tap(page, f"dialog.digits button[value='{becomes}']")
        used = page.locator("#rack .tile.used")
        try:
            expect(used).to_have_count(number, timeout=PATIENCE)
        except AssertionError:
            tap(page, f"#{square}")
            expect(used).to_have_count(number)


def tap(page: Page, selector: str) -> None:
    """Tap as a finger does, and wait as a quick player does."""
    page.locator(selector).first.tap()
    time.sleep(PAUSE)


if __name__ == "__main__":
    sys.exit(main())
