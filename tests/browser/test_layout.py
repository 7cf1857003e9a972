"""The layout of a match page at common widths: nothing is squeezed, covered or cut off."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.four import GAMES, begin
from tests.browser.meeting import arrive
from tests.serving import Site

TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
LARGE: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
ZOOMED: dict[str, Any] = {"viewport": {"width": 320, "height": 256}}  # a window of 1280 by 1024 at 400 %
STYLE = """tile => {
    const style = getComputedStyle(tile);
    return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]));
}"""
SEEN = """tile => {
    const box = tile.getBoundingClientRect();
    const at = (y) => document.elementFromPoint(box.x + box.width / 2, y);
    return tile.contains(at(box.top + 2)) && tile.contains(at(box.bottom - 2));
}"""


def box(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower edges of the element."""
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Return whether two boxes share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("slug", GAMES)
def test_the_facts_have_room_on_a_large_screen(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, LARGE)
    facts = [box(page, f"#about > :nth-child({number})") for number in range(1, 5)]
    parts = [box(page, f"#{part}") for part in ("board", "scores", "status", "rack", "actions", "about")]
    parts += [box(page, "#zoom")] if slug == "summy" else []

    assert min(right - left for left, _top, right, _bottom in facts) >= 200
    assert [(a, b) for a in parts for b in parts if a is not b and overlap(a, b)] == []
    assert max(bottom for *_edges, bottom in parts) <= 1080
    tiles = [box(page, f"#rack > :nth-child({number + 1})") for number in range(page.locator("#rack .tile").count())]
    assert len({top for _left, top, *_far in tiles}) == (2 if len(tiles) > 8 else 1)


@pytest.mark.parametrize("slug", GAMES)
def test_a_tablet_shows_board_rack_and_buttons_together(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, TABLET)
    board, rack, bar = (box(page, selector) for selector in ("#board", "#rack", "#actions"))

    assert board[1] >= 0
    assert rack[3] <= bar[1] <= bar[3] <= 1024
    assert board[3] <= rack[1]
    assert board[2] - board[0] > 600
    assert page.locator("#rack .tile").evaluate_all(f"tiles => tiles.every({SEEN})")


def test_so_does_a_lesson(window: Windows) -> None:
    page = window(device=TABLET)
    page.goto("/games/summy/try/1/")

    assert box(page, "#rack")[3] <= box(page, "#actions")[1]
    assert page.locator("#rack .tile").evaluate_all(f"tiles => tiles.every({SEEN})")


@pytest.mark.parametrize("width", [390, 640, 768, 1280])
def test_the_button_of_the_conversation_covers_nothing(site: Site, window: Windows, width: int) -> None:
    screen = {"viewport": {"width": width, "height": 800}}
    page = begin(site, "anna", "bob").sit_down(site, window, "sudoku", screen)
    button = box(page, "#talk > summary")
    named = page.locator("#header .logo span").evaluate("name => getComputedStyle(name).position !== 'absolute'")

    assert not overlap(button, box(page, "#header .logo img"))
    assert not (named and overlap(button, box(page, "#header .logo span")))
    assert not overlap(button, box(page, "#header nav"))


@pytest.mark.parametrize("slug", ["summy", "tenbyten"])
def test_at_400_percent_no_page_is_wider_than_the_window(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, ZOOMED)
    visitor = window(device=ZOOMED)
    pages = [(page, page.url), (page, "/lobby/"), (page, f"/games/{slug}/"), (page, "/accounts/settings/")]
    pages += [(visitor, "/"), (visitor, "/lobby/"), (visitor, f"/games/{slug}/")]

    for who, path in pages:
        who.goto(path)
        assert who.evaluate("document.documentElement.scrollWidth") <= 320, path
    page.goto(pages[0][1])
    page.locator("#rack").scroll_into_view_if_needed()
    assert page.locator("#rack .tile").first.evaluate(SEEN)
    assert page.locator("#actions").evaluate("bar => getComputedStyle(bar).position") == "relative"


def test_chips_look_alike_with_and_without_a_conversation(site: Site, window: Windows) -> None:
    with_talk = begin(site, "anna", "bob").sit_down(site, window, "tenbyten", LARGE)
    without = window(device=LARGE)
    without.goto("/games/tenbyten/")
    without.get_by_role("button", name="Your first match: with a guide").click()
    arrive(without)
    expect(with_talk.locator("#talk")).to_have_count(1)
    expect(without.locator("#talk")).to_have_count(0)

    chips = [page.locator("#rack .tile.chip").first.evaluate(STYLE) for page in (with_talk, without)]

    assert {name: (value, chips[1][name]) for name, value in chips[0].items() if value != chips[1][name]} == {}
    assert chips[0]["border-top-left-radius"] == "50%"
