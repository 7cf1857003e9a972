"""What is said again is announced again: a live region announces changes only."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Tolerance, Windows
from tests.browser.devices import DESKTOP
from tests.browser.sample_matches import begin
from tests.browser.waiting import until
from tests.serving import Site

COUNT = """region => {
    window.announced = 0;
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) window.announced += Boolean(node.textContent.trim());
    }).observe(region, { childList: true, subtree: true, characterData: true });
}"""
REFUSED = """() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    document.execCommand = () => false;
}"""


def expect_announced(page: Page, times: int) -> None:
    until(page, "times => window.announced >= times", arg=times)
    assert page.evaluate("window.announced") == times


def test_a_notice_is_announced_each_time(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP)
    page.locator("#notice").evaluate(COUNT)
    page.locator("#submit").click()
    expect_announced(page, 1)
    expect(page.locator("#notice")).to_have_text("Place something first.")
    page.wait_for_timeout(400)
    page.locator("#submit").click()
    expect_announced(page, 2)
    expect(page.locator("#notice")).to_have_text("Place something first.")


@pytest.mark.thorough
def test_the_answer_to_a_question_is_announced_each_time(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP)
    page.keyboard.press("m")
    page.locator("#text").fill("my tiles")
    expect(page.locator("#preview.told")).to_contain_text("Your tiles")
    page.locator("#preview").evaluate(COUNT)
    for times in (1, 2):
        page.keyboard.press("Enter")
        expect_announced(page, times)
        page.wait_for_timeout(400)
    expect(page.locator("#preview.told")).to_contain_text("Your tiles")


@pytest.mark.thorough
def test_a_refusal_is_announced_each_time(window: Windows, tolerate: Tolerance) -> None:
    tolerate("422")
    page = window(device=DESKTOP)
    page.goto("/games/digifeud/try/1/")
    page.keyboard.press("m")
    page.locator("#text").fill("e7r 5+9=13")
    expect(page.locator("#preview.illegal")).to_be_visible()
    page.locator("#preview").evaluate(COUNT)
    for times in (1, 2):
        page.keyboard.press("Enter")
        until(page, "times => window.announced >= times", arg=times)
        page.wait_for_timeout(400)


@pytest.mark.thorough
def test_what_was_not_copied_is_not_said_to_be(site: Site, window: Windows) -> None:
    page = window(device=DESKTOP)
    page.goto("/games/digifeud/")
    page.evaluate(REFUSED)
    page.evaluate("import('/static/js/copy.js')")
    page.evaluate(
        """document.body.insertAdjacentHTML("beforeend", `<input id=here value=address>
            <button type=button id=copies data-copy=here data-copied="The link is copied.">Copy</button>`)"""
    )
    page.locator("#toasts").evaluate(COUNT)
    for times in (1, 2):
        page.locator("#copies").click()
        expect_announced(page, times)
    expect(page.locator("#toasts")).to_contain_text("Your browser did not copy it.")
    expect(page.locator("#toasts .toast")).to_have_count(1)
    expect(page.locator("#here")).to_be_focused()
    assert page.evaluate("getSelection().toString()") == "address"
