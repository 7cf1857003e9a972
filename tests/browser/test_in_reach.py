"""On small screens the tiles and the button that plays them are in reach, and every square can be looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from tests.browser.conftest import Tolerance, Windows
from tests.browser.devices import SIZES, SIZES_OF_STATES, small
from tests.browser.input_methods import APART, resign
from tests.browser.meeting import arrive
from tests.browser.reach import FITS, OPEN, expect_in_reach, expect_in_reach_wherever_scrolled
from tests.browser.sample_matches import GAMES, begin
from tests.browser.stories import Story, sit_alone, start
from tests.browser.vitals import lay
from tests.serving import Site
from tests.sizes import THOROUGH, cases

Sizes = list[tuple[int, int]]

LOADED = dict(zip(GAMES, SIZES[1::2], strict=True))  # where the page of each game loads; then the window is resized
WITH_A_BLANK = 8  # the seed of a deal that has one, in the game with blanks
EQUAL = ["2b4", "1d4", "4a1", "3e5", "3a4"]  # 10 BY 10: then a 2 on b2 captures by two lines of equal points
SMALLEST = 24  # pixels: the least side of a target, WCAG 2.5.8
# Whether the whole board is in the window, and the block of tiles and buttons lies over none of it.
WHOLE_BOARD_SHOWN = """(board) => {
    const { left, right, top, bottom } = board.getBoundingClientRect();
    const block = document.querySelector("#controls").getBoundingClientRect();
    const beside = block.left >= right || block.top >= bottom;
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && beside;
}"""
# Whether the words of an element fit into it, and whether nothing lies over the first line of them.
FITS_WITH_POINTS = "one => (one.dataset.points = '104') && one.scrollWidth <= one.clientWidth"
FIRST_LINE_SEEN = """(one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const { left, top, bottom } = words.getClientRects()[0];
    return one.contains(document.elementFromPoint(left + 4, bottom - 1));
}"""
# Whether the last words of an element are whole in its only line.
PACE_SEEN = """(one) => {
    const words = document.createRange();
    words.selectNodeContents(one.lastChild);
    const [line, ...more] = words.getClientRects();
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return !more.length && line.left >= left - 1 && line.right <= right + 1 && line.top >= top - 2
        && line.bottom <= bottom + 2;
}"""
# Whether nothing lies over the words of an element, nor over a picked tile with the frame round it.
WORDS_SEEN = """(one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return [...words.getClientRects()].every(({ left, right, bottom }) =>
        [left + 2, (left + right) / 2, right - 2].every((x) => one.contains(document.elementFromPoint(x, bottom - 1))));
}"""
FRAME_APART = """(tile) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(tile);
    const top = tile.getBoundingClientRect().top - parseFloat(outlineWidth) - parseFloat(outlineOffset);
    return top >= document.getElementById("preview").getBoundingClientRect().bottom - 1;
}"""
# Whether a sentence is in the rack's room and over no tile that lies face down.
BESIDE_BACKS = """(words) => {
    const { top, bottom } = words.getBoundingClientRect();
    const rack = document.getElementById("rack").getBoundingClientRect();
    const seen = [...document.querySelectorAll("#rack .back")].filter((back) =>
        back.checkVisibility({ visibilityProperty: true }));
    return top >= rack.top - 1 && bottom <= rack.bottom + 1 && seen.every((back) =>
        back.getBoundingClientRect().top >= bottom || back.getBoundingClientRect().bottom <= top);
}"""
APART_FOR_THUMBS = "([play, back]) => back.getBoundingClientRect().left - play.getBoundingClientRect().right > 7.9"
BESIDE_PLAYERS_AND_ZOOM = """(panel) => {
    const [here, ...others] = [panel, ...document.querySelectorAll("#scores > .player, #zoom")].map((one) =>
        one.getBoundingClientRect());
    return others.every(({ left, right, top, bottom }) =>
        here.right <= left || here.left >= right || here.bottom <= top || here.top >= bottom);
}"""
INSIDE_COLUMN = """(buttons) => {
    const { left, right } = document.querySelector("#scores > .player").getBoundingClientRect();
    return buttons.map((one) => one.getBoundingClientRect()).every((box) =>
        box.left >= left - 1 && box.right <= right + 1);
}"""
# Where the tiles and the buttons are; what a button says may change.
BLOCK = "#rack .tile, #actions .button:visible"
STARTS = "parts => [...new Set(parts.map((one) => Math.round(one.getBoundingClientRect().left)))]"
END = "board => board.getBoundingClientRect().right"
INSIDE_BAR = """points => points.every((one) =>
    one.getBoundingClientRect().right <= one.closest(".player").getBoundingClientRect().right)"""
SAME_START = "([one, other]) => Math.abs(one.getBoundingClientRect().left - other.getBoundingClientRect().left) <= 1"
PLACES = """all => all.map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.id, x, y, width, height];
})"""
SIDE = "cells => Math.min(...cells.map((cell) => cell.getBoundingClientRect().width))"
COVERED = """(cells) => {
    const uncovered = new Set();
    for (let y = 0; ; y += 40) {
        window.scrollTo({ top: y, behavior: "instant" });
        for (const cell of cells) {
            const { left, right, top, bottom } = cell.getBoundingClientRect();
            const inside = top >= 0 && bottom <= innerHeight;
            const [x, middle] = [(left + right) / 2, (top + bottom) / 2];
            if (inside && cell.contains(document.elementFromPoint(x, middle))) uncovered.add(cell.id);
        }
        if (y > document.documentElement.scrollHeight) break;
    }
    window.scrollTo({ top: 0, behavior: "instant" });
    return cells.map(({ id }) => id).filter((id) => !uncovered.has(id));
}"""


def resized(page: Page, sizes: Sizes = SIZES, *, loads: bool = THOROUGH) -> Iterator[tuple[int, int]]:
    """Give the page each of these sizes in turn, and yield it; under `script/test --thorough` it also loads there."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
        if loads:
            page.reload()
        yield width, height


def expect_whole_board_shown(page: Page, where: object) -> None:
    """Expect the whole board in the window beside or above the block of tiles and buttons, without scrolling."""
    expect(page.locator("#submit")).to_be_visible()
    assert page.locator("#view, :not(#pane) > #board").evaluate(WHOLE_BOARD_SHOWN), where


@cases("slug", GAMES, default=["digifeud", "summy"])
def test_tiles_and_button_are_in_reach_on_every_small_screen(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, small(*LOADED[slug]))
    for size in resized(page):
        expect_whole_board_shown(page, size)
        expect_in_reach_wherever_scrolled(page, size)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
        if size[0] > size[1]:  # the parts beside the board have one edge, apart from it
            (start,) = page.locator("#scores > .player, #status, #rack, #submit, .piles").evaluate_all(STARTS)
            assert start >= page.locator("#view, :not(#pane) > #board").evaluate(END) + 6, size
        if slug != "summy":  # its board is zoomed within its own frame
            assert page.locator("#board td[id]").evaluate_all(COVERED) == [], size
            assert page.locator("#board td[id]").evaluate_all(SIDE) >= SMALLEST, size
    # While scripts are late, the page is shown as one without them: nothing moves then.
    shown = page.locator("#scores > .player, #status, #view, :not(#pane) > #board, #rack, #submit")
    for width, height in (LOADED[slug], (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        places = shown.evaluate_all(PLACES)
        page.evaluate("delete document.documentElement.dataset.scripts")
        assert shown.evaluate_all(PLACES) == places, width
        page.evaluate("document.documentElement.dataset.scripts = 'running'")


@cases("slug", GAMES, default=["summy"])
def test_all_stays_in_sight_in_every_state(site: Site, window: Windows, tolerate: Tolerance, slug: str) -> None:
    """With a handicap, tiles laid, and without a connection; what asks is in test_choosing.py."""
    match, (session, _other) = start(site, slug, [], handicap="1", seed=WITH_A_BLANK)
    page = window(device=small(*LOADED[slug]))
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"/matches/{match}/")

    def expect_all(state: str) -> None:
        for size in resized(page, SIZES_OF_STATES, loads=THOROUGH and state != "offline"):
            where = state, size
            expect_whole_board_shown(page, where)
            expect_in_reach(page, where)
            assert page.locator("#scores .name").evaluate_all(OPEN) == [True, True], where

    expect(page.locator("#scores .given").first).to_be_attached()
    expect_all("handicap")
    story = Story.dealt(games()[slug], WITH_A_BLANK.to_bytes(32, "big"))
    lay(page, story, story.choice())
    expect(page.locator("#preview.legal")).to_be_visible()
    expect_all("laid")
    tolerate("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text("No connection")
    expect_all("offline")


def test_points_are_seen_beside_all_tiles_that_are_left(site: Site, window: Windows) -> None:
    """A match resigned early leaves full hands, which take the room of neither points nor the other player."""
    page = sit_alone(site, window, "digifeud", Story.begin(games()["digifeud"], 2).moves)
    resign(page)
    expect(page.locator("#scores .final-rack")).to_have_count(2)
    for width, height in (*SIZES, (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#scores .points").evaluate_all(INSIDE_BAR), (width, height)


def test_tiles_are_picked_to_be_exchanged_in_sight(site: Site, window: Windows) -> None:
    page = sit_alone(site, window, "summy", Story.begin(games()["summy"], 2).moves)
    for size in (*SIZES_OF_STATES, (1280, 800), (1280, 720)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
        page.locator(".picks summary").click()
        picking = page.locator(".picking")
        for place in (0, 3):
            picking.locator(".tile").nth(place).click()
        expect(picking.locator(".picked")).to_contain_text("2 picked.")
        assert all(picking.locator(".tile, .button").evaluate_all(OPEN)), size
        assert picking.evaluate(BESIDE_PLAYERS_AND_ZOOM), size
        for place in (0, 3):
            picking.locator(".tile").nth(place).click()
        page.keyboard.press("Escape")
        expect(picking).to_be_hidden()
        expect_in_reach(page, size)


@cases("language", ["en", "nl", "de", "fr", "pl"], default=["de"])
def test_the_buttons_and_what_is_said_fit_the_smallest_screens(site: Site, window: Windows, language: str) -> None:
    """A refusal, beside a picked tile, and why tiles lie face down; on a desk the buttons are in its column."""
    matches = begin(site, "anna", "bob")
    page = matches.sit_down(site, window, "summy", small(320, 568), locale=language)
    for size in resized(page):
        assert page.locator("#submit").evaluate(FITS_WITH_POINTS), size
        assert all(page.locator("#actions .button:visible").evaluate_all(OPEN)), size
        assert page.locator("#rack .tile:first-child, #submit").evaluate_all(SAME_START), size
        assert page.locator("#submit, #recall").evaluate_all(APART_FOR_THUMBS), size
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.locator("#actions .button:visible").evaluate_all(INSIDE_COLUMN)
    for slug, apart in (("summy", ("g9",)), ("digifeud", ("c9", "k9"))):  # which the longest sentences refuse
        page.goto(f"/matches/{matches.matches[slug]}/")
        for place, square in enumerate(apart):
            page.locator("#rack .tile").nth(place).click()
            page.locator(f"#{square}").click()
        page.locator("#rack .tile").nth(3).click()
        expect(page.locator("#preview.illegal")).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator("#preview").evaluate(WORDS_SEEN), (slug, width, height)
            assert page.locator("#rack .selected").evaluate(FRAME_APART), (slug, width, height)
    page.context.add_cookies([{"name": "sessionid", "value": matches.sessions[1], "url": site.url}])
    page.reload()
    for size in resized(page):
        assert page.locator("#rack > p").evaluate(BESIDE_BACKS), size


@cases("language", ["nl", "de", "fr", "pl"], default=["nl"])
def test_the_terms_are_one_line(site: Site, window: Windows, language: str) -> None:
    """The pace is whole at every width; what does not fit beside it is left out."""
    page = begin(site, "anna", "bob").sit_down(site, window, "sudoku", small(390, 664), locale=language)
    for width, height in (*SIZES, (768, 1024), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#game span").evaluate(PACE_SEEN), (width, height)


def test_nothing_moves_while_ways_to_play_are_open(site: Site, window: Windows) -> None:
    """Tiles and buttons stay where they are, in reach: with a best way, which is chosen, and with equal ones."""
    page = sit_alone(site, window, "tenbyten", EQUAL)
    for width, height in (*SIZES_OF_STATES, (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
        places = page.locator(BLOCK).evaluate_all(PLACES)
        for chip, ways in [("1", 2), ("2", 3)]:
            page.locator(f"#rack .tile[data-face='{chip}']:not(.used)").first.click()
            page.locator("#b2").click()
            expect(page.locator("#variants label")).to_have_count(ways)
            assert page.locator(BLOCK).evaluate_all(PLACES) == places, (width, height, chip)
            if width < 1280:
                expect_in_reach(page, (width, height, chip))
                expect_whole_board_shown(page, (width, height, chip))
            assert all(page.locator("#variants label").evaluate_all(OPEN)), (width, height, chip)
            assert page.locator("#variants label").evaluate_all(APART), (width, height, chip)
            expect(page.locator("#variants label").last).to_have_text("Take nothing")
            assert height < 352 or page.locator("#preview").evaluate(FIRST_LINE_SEEN), (width, height, chip)
            assert page.locator("#scores .name").evaluate_all(OPEN) == [True, True], (width, height, chip)
            expect(page.locator("#submit")).to_have_attribute("data-points", "4" if chip == "1" else "")
            page.locator("#recall").click()
            expect(page.locator("#variants")).to_be_hidden()


@pytest.mark.thorough  # by default: tiles of a match, and a guide in test_first_match.py
@cases("language", ["en", "nl", "de", "fr", "pl"], default=["fr"])
def test_tiles_are_in_reach_in_a_first_match_with_its_guide(window: Windows, language: str) -> None:
    page = window(device=small(*SIZES[0]), locale=language)
    page.goto("/games/digifeud/")
    page.locator("form.first button").click()
    arrive(page)
    expect(page.locator("#guide")).to_be_visible()
    for width, height in resized(page):
        expect_whole_board_shown(page, (width, height))
        expect_in_reach_wherever_scrolled(page, (width, height))
        assert page.locator("#board td[id]").evaluate_all(SIDE) >= SMALLEST, (width, height)
        assert page.locator("#board td[id]").evaluate_all(COVERED) == [], (width, height)
        assert page.locator("#guide .advice").evaluate(FITS), (width, height)
        assert all(page.locator("#guide .button:visible").evaluate_all(OPEN)), (width, height)
    page.locator("#rack .tile.number").first.click()
    page.locator("td.proposed").first.click()
    for width, height in resized(page):
        assert page.locator("#preview.illegal").evaluate(FITS), (width, height)


@cases("slug", GAMES, default=["tenbyten"])
def test_a_hint_is_read_beside_board_tiles_and_button(window: Windows, slug: str) -> None:
    """Its three steps take the place of the line, and mark the squares; the last one lays the move."""
    squares = ""
    while not squares:  # a hint to exchange tiles has none
        page = window(device=small(*LOADED[slug]))
        hint, proposed = page.locator("#hint"), page.locator("#board td.proposed")
        page.goto("/lobby/")
        page.locator("#computers .faces a").first.click()
        page.locator(f"#computer button[formaction*='/{slug}/']").click()
        arrive(page)
        expect(page.locator("#match_view")).to_have_attribute("data-turn", "mine")
        assert hint.locator("button").evaluate_all(OPEN) == [True]
        hint.locator("button").click()
        expect(hint.get_by_role("status")).to_contain_text("where", ignore_case=True)  # "Where", or "Nowhere"
        squares = hint.get_attribute("data-squares") or ""
    for step in ("1", "2", "3"):
        if step != "1":
            assert hint.locator("button").evaluate_all(OPEN) == [True], step
            hint.locator("button").click()
        expect(hint).to_have_attribute("data-step", step)
        expect(proposed.first).to_be_attached()
        expect(hint.locator("button")).to_be_visible()
        for size in resized(page, SIZES_OF_STATES):
            where = step, size
            expect_whole_board_shown(page, where)
            expect_in_reach(page, where)
            assert hint.locator("strong:visible, button").evaluate_all(OPEN) == [True, True], where
            assert page.locator("#scores .name").evaluate_all(OPEN) == [True, True], where
    hint.get_by_role("button", name="Show me").press("Enter")
    expect(page.locator("#preview.legal")).to_be_visible()
    expect(hint).to_be_hidden()
    expect(page.locator("#submit")).to_be_focused()
    page.locator("#submit").click()
    expect(page.locator("#match_view")).not_to_have_attribute("data-ply", "0")


@cases("slug", GAMES, default=["tenbyten"])
def test_tiles_are_in_reach_in_a_lesson(window: Windows, slug: str) -> None:
    page = window(device=small(*LOADED[slug]))
    page.goto(f"/games/{slug}/try/1/")
    for size in resized(page):
        expect_in_reach_wherever_scrolled(page, size)
