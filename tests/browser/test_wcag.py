"""Criteria of WCAG 2.2 on the match page that axe does not decide: see docs/accessibility.md for the whole list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Unpack

import pytest
from playwright.sync_api import Browser, ElementHandle, FloatRect, Page, expect

from games.catalogue import games
from tests.browser.axe import axe, axe_colors
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE, TABLET, Device
from tests.browser.sample_matches import GAMES, begin
from tests.browser.stories import Story, start
from tests.serving import Site
from tests.sizes import cases

NARROW: Device = {"viewport": {"width": 320, "height": 640}}
DOUBLE: Device = {"viewport": {"width": 640, "height": 400}}  # a window of 1280 by 800 at 200 %
STOPS = 150  # more than the page has
SPACING = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }"""
ADOPT = """css => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
}"""
CUT = """() => [...document.querySelectorAll("#match button, #match a, #status, #preview, #scores .name, #game")]
    .filter((one) => one.checkVisibility() && !one.matches("#board *") && getComputedStyle(one).overflow !== "visible")
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.outerHTML.slice(0, 120))"""
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"
# Links in a line of text are excepted by the criterion, and hidden fields have a label that is pressed instead.
SMALL = """() => [...document.querySelectorAll("#match :is(a[href], button, input, select, summary)")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(".visually-hidden"))
    .filter((one) => getComputedStyle(one).display !== "inline")
    .filter((one) => {
        const {width, height} = one.getBoundingClientRect();
        return width > 1 && (width < 24 || height < 24);
    })
    .map((one) => {
        const {width, height} = one.getBoundingClientRect();
        return `${Math.round(width)}x${Math.round(height)} ${one.outerHTML.slice(0, 120)}`;
    })"""
FOCUSED = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const points = [.1, .5, .9].flatMap((x) => [.1, .5, .9].map((y) =>
        [left + x * (right - left), top + y * (bottom - top)]));
    const seen = points.some(([x, y]) => {
        const found = document.elementFromPoint(x, y);
        return found && (one.contains(found) || found.contains(one) || one.labels?.[0]?.contains(found));
    });
    return {seen, what: one.outerHTML.slice(0, 120), inMatch: Boolean(one.closest("#match"))};
}"""

SHAPE = 3  # the contrast of what is no text
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Measures pictures: how many pixels of two differ by a contrast, and that of the line which the left side shows.
LENS = """<script>
const linear = Array.from({length: 256}, (_none, part) => part / 255)
    .map((part) => (part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4));
async function pixels(png) {
    const map = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))]));
    const context = new OffscreenCanvas(map.width, map.height).getContext("2d");
    context.drawImage(map, 0, 0);
    const {data} = context.getImageData(0, 0, map.width, map.height);
    const light = Array.from({length: data.length / 4}, (_none, at) =>
        .2126 * linear[data[at * 4]] + .7152 * linear[data[at * 4 + 1]] + .0722 * linear[data[at * 4 + 2]]);
    return {light, width: map.width, height: map.height};
}
const contrast = (one, other) => (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
async function changed([before, after], least) {
    const [one, other] = [await pixels(before), await pixels(after)];
    return one.light.filter((light, at) => contrast(light, other.light[at]) >= least).length;
}
async function crossed(picture) {
    const {light, width, height} = await pixels(picture);
    const way = light.slice(Math.floor(height / 2) * width).slice(0, width);
    const inside = way[8];
    return Math.max(...way.slice(0, 8).map((here) => Math.min(contrast(here, way[0]), contrast(here, inside))));
}
</script>"""
# The marks of squares, which the test sets as the scripts do: on which squares, and in which games.
MARKS = {
    "last": ("number symbol", GAMES),
    "cursor": ("number symbol empty", GAMES),
    "over": ("empty", GAMES),
    "staged": ("number symbol", GAMES),
    "choice": ("number empty", ["tenbyten"]),
    "chosen": ("number empty", ["tenbyten"]),
    "lit fits": ("empty", ["digifeud", "summy"]),
    "lit line": ("number empty", ["sudoku"]),
    "lit equal": ("number", ["sudoku"]),
    "lit conflict": ("number", ["sudoku"]),
    "lit whole": ("number symbol empty", ["summy", "tenbyten"]),
}
SQUARES = {
    "number": "#board td:not(.symbol, .grey):has(> b)",
    "symbol": "#board td.symbol:has(> b)",
    "empty": "#board td[id]:not(.void, .red, .blue, :has(> b))",
}
MARK = """(square, mark) => {
    const [name, lit] = mark.split(" ");
    if (lit) square.dataset.lit = lit;
    else (name === "staged" ? square.querySelector("b") : square).classList.add(name);
}"""
COPY = """() => {
    const board = document.getElementById("board");
    board.replaceWith(board.cloneNode(true)); // no script draws on the copy
}"""
UNMARK = """() => document.querySelectorAll("#board td, #board b").forEach((one) => {
    one.classList.remove("last", "cursor", "over", "staged", "choice", "chosen");
    delete one.dataset.lit;
})"""
BOX = """(one) => {
    one.scrollIntoViewIfNeeded();
    const {x, y, width, height} = one.getBoundingClientRect();
    return {x: x + scrollX, y: y + scrollY, width, height};
}"""
FOCUS = "(one) => one.focus({focusVisible: true, preventScroll: true})"
BLUR = f"""(one) => {{
    one.blur();
    ({UNMARK})(); // the cursor stays on a square
}}"""
BORDERED = ["#text", "#keypad .button >> nth=0", "#map", SQUARES["empty"]]
STOPPED = "#match :is(a[href], button:enabled, input, summary, [tabindex='0']):visible"


def sit_down(site: Site, window: Windows, slug: str, device: Device, **more: Unpack[Device]) -> Page:
    """Open the match of this game for anna, who begins, with the field to type a move."""
    page = begin(site, "anna", "bob").sit_down(site, window, slug, device, **more)
    page.keyboard.press("m")
    expect(page.get_by_role("textbox", name="Move", exact=True)).to_be_visible()
    return page


# By default the other two games at 200 percent; nothing is wider than the window: test_in_reach.py
@cases("slug", GAMES, default=["sudoku"])
def test_1_4_10_nothing_but_the_board_scrolls_sideways_at_320_pixels(site: Site, window: Windows, slug: str) -> None:
    page = sit_down(site, window, slug, NARROW)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT) == []


@cases("slug", GAMES, default=["summy"])
def test_1_4_4_at_200_percent_nothing_is_cut(site: Site, window: Windows, slug: str) -> None:
    page = sit_down(site, window, slug, DOUBLE)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT) == []


def least_square(page: Page) -> float:
    """Return the shorter side of a square of the board, in pixels."""
    square = page.locator("#board td[id]").first.bounding_box()
    assert square is not None
    return min(square["width"], square["height"])


@cases("slug, screen", GAMES, {"390": PHONE, "1280": DESKTOP}, default=["tenbyten-390"])
def test_1_4_3_and_1_4_12_and_2_5_8_colours_have_contrast_text_may_be_spaced_and_targets_are_large(
    site: Site, window: Windows, slug: str, screen: Device
) -> None:
    """Look at one page for all three criteria: the colours in light and dark, and last the spaced text."""
    page = sit_down(site, window, slug, screen)
    assert page.evaluate(SMALL) == []
    assert least_square(page) >= 24
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe_colors(page) == []
    page.evaluate(ADOPT, SPACING)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT) == []


@cases(
    "slug, screen", GAMES, {"320": NARROW, "768": TABLET, "1280": DESKTOP}, default=["digifeud-320", "digifeud-1280"]
)
def test_2_1_2_and_2_4_11_the_focus_goes_through_the_page_and_is_never_covered(
    site: Site, window: Windows, slug: str, screen: Device
) -> None:
    page = sit_down(site, window, slug, screen)
    page.reload()  # the focus begins at the top again, and the field stays open
    covered = []
    for key in ("Tab", "Shift+Tab"):
        stops = 0
        for _stop in range(STOPS):
            page.keyboard.press(key)
            found = page.evaluate(FOCUSED)
            if found is None or "#main" in found["what"]:
                if stops:
                    break
                continue
            stops += found["inMatch"]
            if not found["seen"]:
                covered.append(f"{key} {found['what']}")
        else:
            raise AssertionError(f"{key} never leaves the page")
        assert stops > 5, key
    assert covered == []


def shown(one: ElementHandle) -> FloatRect:
    """Scroll to this element if need be, and return where on the page it is."""
    box: FloatRect = one.evaluate(BOX)
    return box


class Camera:
    """Takes pictures of small parts of a page, hundreds of them: Playwright's screenshots take twice the time."""

    def __init__(self, page: Page) -> None:
        """Have the page show no caret, which blinks."""
        self._line = page.context.new_cdp_session(page)
        page.evaluate(ADOPT, "* { caret-color: transparent !important; }")

    def picture(self, box: FloatRect, around: int = 4) -> str:
        """Return a picture of this rectangle and as many pixels around it, in base64."""
        x, y, width, height = (round(side) for side in (box["x"], box["y"], box["width"], box["height"]))
        clip = {"x": x - around, "y": y - around, "width": width + 2 * around, "height": height + 2 * around}
        asked = {"format": "png", "clip": clip | {"scale": 1}, "optimizeForSpeed": True}
        data: str = self._line.send("Page.captureScreenshot", asked)["data"]
        return data


def perimeter(box: FloatRect) -> float:
    """Return the length of the line around this rectangle."""
    return 2 * (box["width"] + box["height"])


@pytest.fixture(scope="module")
def lens(chromium: Browser) -> Iterator[Page]:
    """Yield a page that measures pictures."""
    with chromium.new_page() as page:
        page.set_content(LENS)
        yield page


def mid_match(site: Site, window: Windows, slug: str, tiles: str = "classic") -> Page:
    """Open a match of this game after some moves, with these tiles and the field to type a move."""
    match, sessions = start(site, slug, Story.begin(games()[slug], 8).moves)
    page = window(device=DESKTOP)
    cookies = {"sessionid": sessions[0], "match": f"{tiles}-live.{tiles}-days"}
    page.context.add_cookies([{"name": name, "value": value, "url": site.url} for name, value in cookies.items()])
    page.goto(f"/matches/{match}/")
    page.keyboard.press("m")
    expect(page.get_by_role("textbox", name="Move", exact=True)).to_be_visible()
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    return page


@cases("slug, tiles", GAMES, ["classic", "wood", "contrast"], default=["sudoku-classic"])
def test_1_4_11_borders_and_marks_stand_out(site: Site, window: Windows, lens: Page, slug: str, tiles: str) -> None:
    page = mid_match(site, window, slug, tiles)
    page.evaluate(COPY)
    page.evaluate(UNMARK)
    camera = Camera(page)
    borders = {part: page.query_selector(part) for part in BORDERED}
    squares = {kind: page.query_selector(selector) for kind, selector in SQUARES.items()}
    weak = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for part, one in borders.items():
            if one and one.is_visible():
                found = lens.evaluate("crossed", camera.picture(shown(one), around=1))
                if found < SHAPE:
                    weak.append(f"{scheme}: the border of {part}: {found:.1f}")
        for mark, (where, slugs) in MARKS.items():
            for kind in where.split() if slug in slugs else []:
                if square := squares[kind]:
                    box = shown(square)
                    before = camera.picture(box)
                    square.evaluate(MARK, mark)
                    found = lens.evaluate(f"pair => changed(pair, {SHAPE})", [before, camera.picture(box)])
                    page.evaluate(UNMARK)
                    if found < perimeter(box) / 2:
                        weak.append(f"{scheme}: {mark} on {kind}: {found} pixels of {perimeter(box)}")
    assert "\n".join(weak) == ""


@pytest.mark.thorough
@cases("tiles", ["classic", "wood", "contrast"], default=["wood"])
def test_1_4_11_a_button_that_waits_for_a_second_press_stands_out(
    site: Site, window: Windows, lens: Page, tiles: str
) -> None:
    page = mid_match(site, window, "digifeud", tiles)
    camera, button = Camera(page), page.query_selector("#submit")
    assert button
    weak = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        box = shown(button)
        before = camera.picture(box, around=6)
        button.evaluate("one => one.classList.add('armed')")
        found = lens.evaluate(f"pair => changed(pair, {SHAPE})", [before, camera.picture(box, around=6)])
        button.evaluate("one => one.classList.remove('armed')")
        if found < perimeter(box):
            weak.append(f"{scheme}: {found} pixels of {perimeter(box)}")
    assert weak == []


@pytest.mark.thorough
@cases("slug", GAMES, default=["summy"])
def test_1_4_11_and_2_4_7_the_focus_is_seen(site: Site, window: Windows, lens: Page, slug: str) -> None:
    page = mid_match(site, window, slug)
    camera, weak = Camera(page), []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        stops = page.query_selector_all(STOPPED)
        assert len(stops) > 10
        for stop in stops:
            box = shown(stop)
            before = camera.picture(box, around=6)
            stop.evaluate(FOCUS)
            found = lens.evaluate(f"pair => changed(pair, {SHAPE})", [before, camera.picture(box, around=6)])
            stop.evaluate(BLUR)
            if found < perimeter(box):
                weak.append(f"{scheme}: {stop.evaluate('one => one.outerHTML.slice(0, 80)')}: {found} pixels")
    assert "\n".join(weak) == ""
