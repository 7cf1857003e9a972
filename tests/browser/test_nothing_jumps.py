"""Nothing on the page of a live match moves by itself, by Chromium's own measure, with all motion shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.digifeud.model.moves import Calculation
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, MOVING, Device, small
from tests.browser.input_methods import laid
from tests.browser.sample_matches import GAMES
from tests.browser.stories import Story, start
from tests.serving import Site
from tests.sizes import THOROUGH, cases

DESK: Device = DESKTOP | {"has_touch": True}
TURNS = 1_000 if THOROUGH else 6  # of a match: more than any has, or its beginning
# Cumulative layout shift: what moves more than half a second after a press, with what moved.
OBSERVE = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries()) {
            const moved = sources.map(({ node, previousRect, currentRect }) => {
                const rects = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height]);
                return `${node?.parentElement?.id}/${node?.id || node?.textContent}: ${rects.join(" -> ")}`;
            });
            if (!hadRecentInput) shifts.push([value, ...moved]);
        }
    }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.own_windows
@cases("slug", GAMES, default=["digifeud"])
def test_nothing_jumps_in_a_live_match(site: Site, window: Windows, slug: str) -> None:
    match, sessions = start(site, slug, [], live=True)
    pages: list[Page] = []
    for device, session in zip((small(390, 664), DESK), sessions, strict=True):
        page = window(device=device | MOVING)
        page.add_init_script(OBSERVE)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"/matches/{match}/")
        pages.append(page)

    story = Story.begin(games()[slug], 0)
    while not story.position.result and len(story.moves) < TURNS:
        move = story.choice()
        play(pages[story.position.to_move.index], story, move)
        story.play(move)
        for page in pages:
            expect(page.locator(f"#match_view[data-ply='{len(story.moves)}']")).to_be_attached()
    for page in pages:
        shifts = page.evaluate("shifts")
        assert round(sum(value for value, *_moved in shifts), 2) == 0, shifts  # as it is told: 0.00


def play(page: Page, story: Story, move: object) -> None:
    """Tap the tiles of the move and their squares, choose the way if there are several, and tap Play."""
    tiles = laid(story.position, move) if isinstance(move, Calculation) else story.laid(move)  # type: ignore[arg-type]
    for square, face, *becomes in tiles:
        page.locator(f"#rack .tile:not(.used)[data-face='{face}']").first.tap()
        page.locator(f"#{square}").tap()
        if any(becomes):
            page.locator(f"dialog.digits button[value='{becomes[0]}']").tap()
        expect(page.locator(f"#{square} .staged").last).to_be_visible()
    expect(page.locator("#preview.legal")).to_be_visible()
    if (way := page.locator(f"#variants input[value='{story.game.encode(move)}']")).count():
        way.check()
    page.locator("#submit").tap()
