"""Nothing on the page of a live match moves by itself, by Chromium's own measure, with all motion shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, MOVING, SIZES, Device, small
from tests.browser.sample_matches import GAMES
from tests.browser.stories import Story, start
from tests.browser.vitals import OBSERVE, Vitals, lay_and_play
from tests.serving import Site
from tests.sizes import cases, examples

DESK: Device = DESKTOP | {"has_touch": True}
BOXES = """all => all.filter(({ className }) => /clock|points|name/.test(className)).map((one) => {
    const { left, width } = one.getBoundingClientRect();
    return [one.className, Math.round(left), Math.round(width)];
})"""
NAMED = 40  # pixels of a name, in which its first letters are read
OVER = 1_000  # more turns than any match has
# Of its turns: both players move in each part.
PARTS = {"begins": slice(examples(4, 6)), "ends": slice(-examples(2, 3), None), "whole": slice(None)}


@pytest.mark.own_windows
@cases("slug, part", GAMES, PARTS, default=["tenbyten-ends"])
def test_nothing_jumps_in_a_live_match(site: Site, window: Windows, slug: str, part: slice) -> None:
    moves = Story.begin(games()[slug], OVER).moves
    first, last, _step = part.indices(len(moves))
    match, sessions = start(site, slug, moves[:first], live=True)
    pages: list[Page] = []
    for device, session in zip((small(390, 664), DESK), sessions, strict=True):
        page = window(device=device | MOVING)
        page.add_init_script(OBSERVE)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        # A slow device draws what it has of a page, if it may.
        processor = page.context.new_cdp_session(page)
        processor.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        page.goto(f"/matches/{match}/")
        processor.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        pages.append(page)

    story = Story.begin(games()[slug], first)
    while len(story.moves) < last:
        move = story.choice()
        lay_and_play(pages[story.position.to_move.index], story, move)
        story.play(move)
        for page in pages:
            expect(page.locator(f"#match_view[data-ply='{len(story.moves)}']")).to_be_attached()
        pages[0].evaluate("scrollTo(0, document.body.scrollHeight)")  # neither does what is below the tiles of a phone
    for page in pages:
        if story.position.result:
            expect(page.locator("#end")).to_be_visible()
        vitals = Vitals.of(page)
        assert vitals.shift == 0, vitals.moved  # as it is told: 0.00


@pytest.mark.thorough  # by default: a whole live match
@pytest.mark.own_windows
@cases("slug", GAMES, default=["summy"])
def test_the_open_field_for_moves_goes_without_moving_anything(site: Site, window: Windows, slug: str) -> None:
    story = Story.begin(games()[slug], len(Story.begin(games()[slug], OVER).moves) - 1)
    match, sessions = start(site, slug, list(story.moves), live=True)
    mover = story.position.to_move.index
    pages = [window(device=device) for device in (DESK, small(390, 664))]
    for page, session in zip(pages, (sessions[1 - mover], sessions[mover]), strict=True):
        page.add_init_script(OBSERVE)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(f"/matches/{match}/")
    desk, phone = pages
    desk.locator("#type").click()
    expect(desk.locator("#text")).to_be_visible()
    lay_and_play(phone, story, story.choice())
    expect(desk.locator("#end")).to_be_visible()
    expect(desk.locator("#typing")).to_have_count(0)
    vitals = Vitals.of(desk)
    assert vitals.shift == 0, vitals.moved


@pytest.mark.thorough
def test_a_late_face_of_the_numbers_moves_nothing(site: Site, window: Windows) -> None:
    """Clocks, points and names are where they are without it."""
    match, (session, _other) = start(site, "sudoku", [], live=True)
    # Without scripts no clock counts and no answer comes between the two looks; a phone has no bar to scroll with.
    page = window(device=small(*SIZES[0]), javascript=False)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"/matches/{match}/")
    page.evaluate("document.fonts.ready.then(() => true)")
    for width, height in (*SIZES, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.documentElement.style.removeProperty('--numbers')")
        usual = page.locator(".player > *").evaluate_all(BOXES)
        page.evaluate("document.documentElement.style.setProperty('--numbers', 'var(--font)')")
        assert page.locator(".player > *").evaluate_all(BOXES) == usual, (width, height)
        assert all(size >= NAMED for kind, _left, size in usual if kind == "name"), (width, height, usual)
    page.evaluate("document.documentElement.style.removeProperty('--numbers')")
