"""Nothing on the page of a live match moves by itself, by Chromium's own measure, with all motion shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.digifeud.model.moves import Calculation
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, MOVING, Device, small
from tests.browser.input_methods import laid, write
from tests.browser.sample_matches import GAMES
from tests.browser.stories import Story, start
from tests.serving import Site
from tests.sizes import THOROUGH

LONGEST = 1_000  # more turns than any match has
DESK: Device = DESKTOP | {"has_touch": True}
TURNS = LONGEST if THOROUGH else 4  # of a match: more than any has, or its last ones
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
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_jumps_until_a_live_match_has_ended(site: Site, window: Windows, slug: str) -> None:
    """Play all turns of a match, or its last ones, with the card of the end."""
    whole = Story.begin(games()[slug], LONGEST)
    story = Story.begin(games()[slug], max(0, len(whole.moves) - TURNS))
    match, sessions = start(site, slug, story.moves, live=True)
    pages: list[Page] = []
    for device, session in zip((small(390, 664), DESK), sessions, strict=True):
        page = window(device=device | MOVING)
        page.add_init_script(OBSERVE)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"/matches/{match}/")
        pages.append(page)

    while not story.position.result:
        move = story.choice()
        play(pages[story.position.to_move.index], story, move)
        story.play(move)
        for page in pages:
            expect(page.locator(f"#match_view[data-ply='{len(story.moves)}']")).to_be_attached()
    for page in pages:
        expect(page.locator("#end")).to_be_visible()
        shifts = page.evaluate("shifts")
        assert round(sum(value for value, *_moved in shifts), 2) == 0, shifts  # as it is told: 0.00


def play(page: Page, story: Story, move: object) -> None:
    """Tap the tiles of the move and their squares, choose the way if there are several, and at once tap Play."""
    text = story.game.encode(move)
    if text.startswith("swap"):
        write(page, text)
    else:
        tiles = laid(story.position, move) if isinstance(move, Calculation) else story.laid(move)
        for square, face, *becomes in tiles:  # type: ignore[misc]  # tiles of three values, or of two
            page.locator(f"#rack .tile:not(.used)[data-face='{face}']").first.tap()
            page.locator(f"#{square}").tap()
            if any(becomes):
                page.locator(f"dialog.digits button[value='{becomes[0]}']").tap()
            expect(page.locator(f"#{square} .staged").last).to_be_visible()
    expect(page.locator("#preview.legal")).to_be_visible()
    if (way := page.locator(f"#variants input[value='{text}']")).count():
        way.check()
    page.locator("#submit").tap()
