"""Touch on every board: a tile goes where it is dropped, or to the square tapped last."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Windows
from tests.browser.dealing import staged
from tests.browser.devices import PHONE
from tests.browser.input_methods import middle
from tests.browser.meeting import arrive
from tests.browser.sample_matches import GAMES, begin
from tests.browser.touch_events import Finger, aim
from tests.serving import Site
from tests.sizes import cases, examples

TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
DRAGS = examples(4, 20)
STEPS = (8, 100, 20, 12, 30)  # quick and slow fingers
IN_VIEW = """kind => {
    const view = (document.getElementById("view") ?? document.getElementById("board")).getBoundingClientRect();
    const whole = (cell) => {
        const box = cell.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom
            && cell.contains(top);
    };
    return [...document.querySelectorAll(`#board td[data-takes=${kind}]`)].filter(whole).map((cell) => cell.id);
}"""


def spread(squares: list[str], count: int) -> list[str]:
    """Return `count` of the squares, evenly spread, including the first and the last."""
    return [squares[number * (len(squares) - 1) // (count - 1)] for number in range(count)]


def kind_of(tile: Locator) -> str:
    """Return the kind of a tile of the rack: the squares that take it have the same."""
    kind: str = tile.evaluate("({ classList, dataset }) => dataset.kind ?? classList[1]")
    return kind


def hits(page: Page) -> list[tuple[str, str]]:
    """Drag tiles to squares all over the visible board; return each target, and the square where the tile was laid."""
    tiles = page.locator("#rack .tile")
    found = []
    for number in range(DRAGS):
        tile = tiles.nth(number % tiles.count())
        middle(tile)  # scrolls the page if necessary, before the squares are measured
        kind = kind_of(tile)
        goal = spread(page.evaluate(IN_VIEW, kind), DRAGS)[number]
        finger = Finger(page)
        finger.press(*middle(tile))
        finger.move(*aim(middle(tile), middle(page.locator(f"#{goal}"))), steps=STEPS[number % len(STEPS)])
        finger.lift()
        if (digit := page.locator("dialog.digits button")).count():
            digit.first.click()
        found.append((goal, staged(page).partition(":")[0]))
        page.keyboard.press("Escape")
        expect(page.locator("#board .staged")).to_have_count(0)
    return found


@pytest.mark.thorough  # by default: bob's finger in test_laying.py
@cases("slug", GAMES, default=["summy"])
def test_every_drag_from_the_rack_hits_its_square(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, PHONE)

    assert [pair for pair in hits(page) if pair[0] != pair[1]] == []


@pytest.mark.thorough
def test_it_does_so_under_the_guide_too(site: Site, window: Windows) -> None:
    page = window(device=PHONE)
    page.goto("/games/summy/")
    page.get_by_role("button", name="Your first match: with a guide").tap()
    arrive(page)
    expect(page.locator("#guide")).to_be_visible()

    assert [pair for pair in hits(page) if pair[0] != pair[1]] == []


@pytest.mark.thorough
def test_a_tile_that_comes_back_to_the_edge_scrolls_the_board(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "summy", PHONE)
    pane = page.locator("#pane")
    box = pane.bounding_box()
    assert box
    left, top, width, height = box["x"], box["y"], box["width"], box["height"]
    at = "document.getElementById('pane').scrollTop"
    before = page.evaluate(at)
    start = middle(page.locator("#rack .tile").first)
    finger = Finger(page)
    finger.press(*start)

    finger.move(*aim(start, (left + width / 2, top + height - 5)), steps=100)
    assert page.evaluate(at) == before  # it has not been on the board yet
    finger.move(*aim(start, (left + width / 2, top + height / 2)), steps=10)
    page.evaluate(TWO_FRAMES)  # the page checks the tile's place once a frame
    assert page.evaluate(at) == before
    finger.move(*aim(start, (left + width / 2, top + height - 2)), steps=10)

    patience = 100
    while page.evaluate(at) < before + 60 and (patience := patience - 1):  # held there, it keeps scrolling
        page.wait_for_timeout(100)
    finger.move(*aim(start, (left + width / 2, top + height / 2)), steps=10)
    page.evaluate(TWO_FRAMES)
    rested = page.evaluate(at)
    target = page.locator("#board .target").get_attribute("id")
    finger.lift()
    assert page.evaluate(at) == rested
    assert staged(page).startswith(f"{target}:")


@pytest.mark.thorough
@cases("slug", GAMES, default=["digifeud", "sudoku"])
def test_a_tile_goes_to_the_square_tapped_last(site: Site, window: Windows, slug: str) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, slug, PHONE)
    tile = page.locator("#rack .tile:not(.blank)").first
    free = page.evaluate(IN_VIEW, kind_of(tile))
    one, two, three = free[0], free[len(free) // 2], free[-1]
    taken = "#board td[id]:not([data-takes])"
    others = page.locator(taken).evaluate_all("cells => cells.map((cell) => cell.id)") if slug == "sudoku" else []

    for before in [one, *others[:1]]:
        page.locator(f"#{before}").tap()
        tile.tap()
        page.locator(f"#{two}").tap()
        expect(page.locator("#board .staged")).to_have_count(1)
        assert staged(page).partition(":")[0] == two
        page.locator(f"#{three}").tap()  # the tile is laid: another tap does not move it, unless it is the only one
        assert staged(page).partition(":")[0] == (three if slug == "sudoku" else two)
        page.locator("#recall").tap()
        expect(page.locator("#board .cursor")).to_have_count(0)


@pytest.mark.thorough
def test_an_old_tile_that_was_tapped_holds_no_tile_back(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "sudoku", PHONE)
    taken = page.locator("#board td[id]:has(> b)").first
    free = page.evaluate(IN_VIEW, kind_of(page.locator("#rack .tile")))

    taken.tap()
    page.locator("#rack .tile").tap()
    assert staged(page) == ""
    expect(page.locator("#rack .tile.selected")).to_have_count(1)
    page.locator(f"#{free[3]}").tap()

    assert staged(page).partition(":")[0] == free[3]
