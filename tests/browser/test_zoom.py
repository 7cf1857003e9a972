"""A board too large for a phone: it zooms and scrolls in a view of fixed size, and every square can be hit."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.dealing import START, staged
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.waiting import until
from tests.serving import Site

HIT = 26  # pixels of the smallest square that a finger can hit


@pytest.fixture(scope="module")
def match(site: Site) -> tuple[str, str]:
    """Return a match of Summy before its first move, and a session of anna's, who begins."""
    script = START.replace("digifeud", "summy").format(confirm="never", names=["zoe", "zack"], seed=1, many=1)
    address, anna, _bob = json.loads(site.manage("shell", "--verbosity", "0", "--command", script).splitlines()[-1])
    return address, anna


def open_board(site: Site, window: Windows, match: tuple[str, str], device: Device, *, javascript: bool = True) -> Page:
    """Open the match in a window of anna's."""
    page = window(device=device, javascript=javascript)
    page.context.add_cookies([{"name": "sessionid", "value": match[1], "url": site.url}])
    page.goto(f"/matches/{match[0]}/")
    return page


def size(page: Page) -> float:
    """Return the side of a square in pixels."""
    box = page.locator("#m13").bounding_box()
    assert box
    return box["width"]


def in_view(page: Page, square: str) -> bool:
    """Return whether the whole square is visible in the view."""
    script = """cell => {
        const [a, b] = [cell, document.getElementById("pane")].map((one) => one.getBoundingClientRect());
        return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
    }"""
    return bool(page.locator(f"#{square}").evaluate(script))


def zoom(page: Page, how: str) -> None:
    """Press one of the buttons below the board."""
    page.locator(f"[data-zoom={how}]").click()


def test_a_press_on_the_map_shows_that_part(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, PHONE)
    for x, y, square in ((12, 12, "a1"), (38, 38, "y25"), (38, 12, "y1")):
        page.locator("#map").tap(position={"x": x, "y": y})
        assert in_view(page, square)


def test_a_phone_begins_with_squares_that_can_be_hit(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, PHONE)
    expect(page.locator("#rack .tile")).to_have_count(8)

    assert size(page) >= HIT
    assert in_view(page, "m13")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_the_view_keeps_its_size(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, PHONE)
    before = page.locator("#view").bounding_box()

    for how in ("in", "in", "whole", "in", "out"):
        zoom(page, how)
        assert page.locator("#view").bounding_box() == before
    zoom(page, "whole")
    assert in_view(page, "a1")
    assert in_view(page, "y25")


@pytest.mark.thorough
def test_a_tap_on_a_small_square_zooms_there_and_the_second_lays(
    site: Site, window: Windows, match: tuple[str, str]
) -> None:
    page = open_board(site, window, match, PHONE)
    zoom(page, "whole")
    page.locator("#rack .tile").first.tap()

    page.locator("#d4").tap()
    assert staged(page) == ""
    assert size(page) >= HIT
    assert in_view(page, "d4")

    page.locator("#d4").tap()
    assert staged(page).startswith("d4:")


@pytest.mark.thorough
def test_eight_tiles_take_no_more_than_two_taps_each(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, PHONE)
    zoom(page, "whole")
    page.locator("#p20").tap()
    for number in range(8):
        page.locator("#rack .tile").nth(number).tap()

    expect(page.locator("#board .staged")).to_have_count(8)
    assert page.locator("#rack .tile.used").count() == 8
    assert in_view(page, "w20")


@pytest.mark.thorough
def test_two_fingers_zoom(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, PHONE)
    before = size(page)
    box = page.locator("#pane").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touches = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if apart else []
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    assert size(page) > before * 1.5
    assert in_view(page, "m13")


@pytest.mark.thorough
def test_the_view_follows_the_cursor(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, DESKTOP)
    page.locator("#m13").focus()
    for _step in range(3):
        page.keyboard.press("PageDown")
    assert size(page) > 2 * HIT - 1
    for _step in range(10):
        page.keyboard.press("ArrowDown")

    expect(page.locator("#m23")).to_be_focused()
    until(page, "document.getElementById('pane').scrollTop > 400")
    assert in_view(page, "m23")


@pytest.mark.thorough
def test_the_wheel_zooms_only_with_ctrl(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, DESKTOP)
    before = size(page)
    page.locator("#g7").hover()
    page.mouse.wheel(0, -100)
    page.locator("#g7").hover()
    assert size(page) == before

    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    until(page, f"document.getElementById('g7').getBoundingClientRect().width > {before}")
    assert in_view(page, "g7")


def test_a_desk_shows_the_whole_board(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, DESKTOP)
    assert size(page) >= HIT
    assert in_view(page, "a1")
    assert in_view(page, "y25")
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_without_a_script_the_board_scrolls(site: Site, window: Windows, match: tuple[str, str]) -> None:
    page = open_board(site, window, match, PHONE, javascript=False)
    assert size(page) >= HIT
    expect(page.locator("#zoom")).to_be_hidden()
    page.locator("#y25").scroll_into_view_if_needed()
    assert in_view(page, "y25")
