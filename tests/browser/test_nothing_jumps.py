"""Nothing on the page of a live match moves by itself, by Chromium's own measure, with all motion shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, MOVING, Device, small
from tests.browser.sample_matches import GAMES
from tests.browser.stories import Story, start
from tests.browser.vitals import OBSERVE, Vitals, lay_and_play
from tests.serving import Site
from tests.sizes import THOROUGH, cases

DESK: Device = DESKTOP | {"has_touch": True}
TURNS = 1_000 if THOROUGH else 6  # of a match: more than any has, or its beginning


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
        lay_and_play(pages[story.position.to_move.index], story, move)
        story.play(move)
        for page in pages:
            expect(page.locator(f"#match_view[data-ply='{len(story.moves)}']")).to_be_attached()
    for page in pages:
        vitals = Vitals.of(page)
        assert vitals.shift == 0, vitals.moved  # as it is told: 0.00
