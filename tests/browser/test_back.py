"""What lies over the page on a phone: the way back closes it and then leaves by one step; a press beside it closes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.dealing import sit_alone
from tests.browser.devices import PHONE
from tests.browser.input_methods import middle
from tests.browser.test_conversation import open_chat
from tests.browser.waiting import until
from tests.serving import Site

OPEN = "dialog[open], #more:popover-open, #chat[open]"


def step_back(page: Page) -> None:
    """Go back as a gesture does, without waiting for another page."""
    page.evaluate("history.back()")


def open_over(page: Page, opener: str) -> None:
    """Press this, and wait until what opens has its step in the history, which is left of one that was closed too."""
    page.locator(opener).click()
    until(page, "history.state?.over")


def from_the_lobby(site: Site, window: Windows) -> tuple[Page, str]:
    """Open a match on a phone, to which the lobby is one step back; return its page and address."""
    anna = sit_alone(site, window, anna=PHONE)
    path = anna.url
    anna.goto("/lobby/")
    anna.goto(path)
    return anna, path


def test_a_step_back_closes_what_is_open(site: Site, window: Windows) -> None:
    anna, path = from_the_lobby(site, window)
    for opener, closed in (
        ("#more_open", "#more"),
        ("#commands [data-question]", "#question"),
        ("#chat > summary", "#chat .drawer"),
    ):
        open_over(anna, opener)
        expect(anna.locator(closed)).to_be_visible()
        step_back(anna)
        expect(anna.locator(OPEN)).to_have_count(0)
        until(anna, "!history.state")
        assert anna.url == path
    step_back(anna)
    anna.wait_for_url("**/lobby/")


def test_a_new_tab_is_left_by_one_step(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window, anna=PHONE)
    with anna.expect_popup() as opened:
        anna.evaluate("void open(location.href)")
    tab = opened.value
    assert tab.evaluate("history.length") == 1
    open_over(tab, "#chat > summary")
    tab.locator("#chat_close").click()
    until(tab, "!history.state")
    expect(tab.locator(OPEN)).to_have_count(0)
    open_over(tab, "#more_open")
    step_back(tab)
    expect(tab.locator(OPEN)).to_have_count(0)


def test_the_last_one_is_closed_first(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window, anna=PHONE)
    open_over(anna, "#chat > summary")
    anna.locator("#commands [data-question]").dispatch_event("click")
    until(anna, "history.state?.over === 2")
    step_back(anna)
    expect(anna.locator("#question")).to_be_hidden()
    expect(anna.locator("#chat .drawer")).to_be_visible()
    step_back(anna)
    expect(anna.locator(OPEN)).to_have_count(0)


@pytest.mark.thorough  # by default: a step back that closes what is open, and its buttons
def test_what_was_closed_by_its_button_needs_no_step(site: Site, window: Windows) -> None:
    anna, _path = from_the_lobby(site, window)
    open_over(anna, "#more_open")
    anna.keyboard.press("Escape")
    expect(anna.locator(OPEN)).to_have_count(0)
    anna.reload()
    open_over(anna, "#chat > summary")
    step_back(anna)
    expect(anna.locator(OPEN)).to_have_count(0)
    open_over(anna, "#chat > summary")
    anna.locator("#chat_close").click()
    step_back(anna)
    anna.wait_for_url("**/lobby/")


@pytest.mark.thorough  # by default: a step back, and a new tab that is left by one
def test_a_link_in_a_sheet_leaves_and_the_way_back_is_short(site: Site, window: Windows) -> None:
    anna, path = from_the_lobby(site, window)
    open_over(anna, "#more_open")
    anna.get_by_text("About this match").click()
    anna.get_by_role("link", name="Rules", exact=True).click()
    anna.wait_for_url("**/games/digifeud/")
    step_back(anna)
    anna.wait_for_url(path)
    expect(anna.locator(OPEN)).to_have_count(0)
    step_back(anna)
    anna.wait_for_url("**/lobby/")


@pytest.mark.thorough  # by default: steps on a phone
def test_the_chat_beside_a_board_is_no_step(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    path = anna.url
    anna.goto("/lobby/")
    anna.goto(path)
    open_chat(anna)
    step_back(anna)
    anna.wait_for_url("**/lobby/")


def test_a_press_beside_the_sheet_only_closes_it(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window, anna=PHONE)
    anna.locator("#rack .tile").first.click()
    anna.keyboard.press("Escape")  # who uses keys sees what has the focus
    for place in (anna.locator("#c3"), anna.locator("#rack .tile").first, anna.locator("#more_open")):
        open_over(anna, "#more_open")
        anna.evaluate("document.activeElement.blur()")
        anna.mouse.click(*middle(place))
        expect(anna.locator("#more")).to_be_hidden()
        expect(anna.locator("#board .cursor, #board .staged, #rack .selected")).to_have_count(0)
        expect(anna.locator("#board :focus, #rack :focus")).to_have_count(0)
