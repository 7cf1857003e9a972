"""Criteria of WCAG 2.2 on the match page that axe does not decide: see docs/accessibility.md for the whole list."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe, axe_colors
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE, TABLET
from tests.browser.sample_matches import GAMES, begin
from tests.serving import Site

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
DOUBLE: dict[str, Any] = {"viewport": {"width": 640, "height": 400}}  # a window of 1280 by 800 at 200 %
STOPS = 150  # more than the page has
SPACING = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }"""
SPACED = """css => {
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


def sit_down(site: Site, window: Windows, slug: str, device: dict[str, Any], **more: Any) -> Page:
    """Open the match of this game for anna, who begins, with the field to type a move."""
    page = begin(site, "anna", "bob").sit_down(site, window, slug, device, **more)
    page.keyboard.press("m")
    expect(page.get_by_role("textbox", name="Move", exact=True)).to_be_visible()
    return page


@pytest.mark.parametrize("slug", GAMES)
def test_1_4_10_nothing_but_the_board_scrolls_sideways_at_320_pixels(site: Site, window: Windows, slug: str) -> None:
    page = sit_down(site, window, slug, NARROW)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("slug", GAMES)
def test_1_4_4_at_200_percent_nothing_is_cut(site: Site, window: Windows, slug: str) -> None:
    page = sit_down(site, window, slug, DOUBLE)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_1_4_12_text_may_be_spaced(site: Site, window: Windows, slug: str, screen: dict[str, Any]) -> None:
    page = sit_down(site, window, slug, screen)
    page.evaluate(SPACED, SPACING)
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_2_5_8_targets_are_large_enough(site: Site, window: Windows, slug: str, screen: dict[str, Any]) -> None:
    assert sit_down(site, window, slug, screen).evaluate(SMALL) == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("screen", [NARROW, TABLET, DESKTOP], ids=["320", "768", "1280"])
def test_2_1_2_and_2_4_11_the_focus_goes_through_the_page_and_is_never_covered(
    site: Site, window: Windows, slug: str, screen: dict[str, Any]
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


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_3_1_1_and_3_1_2_the_page_says_its_language_and_that_of_foreign_words(
    site: Site, window: Windows, language: str
) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP, locale=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    for foreign, name in (("en", "English"), ("nl", "Nederlands"), ("de", "Deutsch")):
        expect(page.get_by_role("button", name=name)).to_have_attribute("lang", foreign)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_1_4_3_colours_have_contrast_in_light_and_dark(
    site: Site, window: Windows, slug: str, screen: dict[str, Any]
) -> None:
    page = sit_down(site, window, slug, screen)
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe_colors(page) == []
