"""A new visitor plays a first match against the computer, with the guide, and leaves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.digifeud.model.board import DigifeudOptions
from games.digifeud.model.moves import Calculation
from games.digifeud.rules import game
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.devices import PHONE
from tests.browser.input_methods import agree, finger
from tests.browser.meeting import arrive
from tests.browser.playing import position_on

TOO_WIDE = "Math.max(0, document.scrollingElement.scrollWidth - innerWidth)"
FIRST = "Your first match: with a guide"


def proposed(page: Page) -> Calculation:
    """Return the move that the guide proposes."""
    move = game.decode(page.get_by_role("button", name="Show me").get_attribute("value") or "")
    assert isinstance(move, Calculation)
    return move


def shows(page: Page, ply: int, turn: str) -> None:
    """Wait until the page shows this many moves and this turn."""
    expect(page.locator(f"#match_view[data-ply='{ply}'][data-turn='{turn}']")).to_be_attached()


def test_a_guest_on_a_phone_is_led_through_the_first_turns_and_leaves(window: Windows) -> None:
    page = window(device=PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    arrive(page)
    guide = page.locator("#guide")
    expect(guide).to_contain_text("with a number on the centre")
    expect(page.locator("#scores .badge")).to_have_text("computer")
    assert axe_in_story(page) == []
    assert page.evaluate(TOO_WIDE) == 0
    page.evaluate("window.unbroken = true")

    move = proposed(page)
    expect(page.locator("td.proposed")).to_have_count(5)
    finger(page, position_on(page, DigifeudOptions()), move)
    expect(guide).to_contain_text("it is Pip’s turn")
    shows(page, 2, "mine")
    expect(guide).to_contain_text("Pip has answered")
    expect(page.locator("td.proposed").first).to_be_attached()

    page.get_by_role("button", name="Show me").tap()
    expect(page.locator("#preview.legal")).to_contain_text("scores")
    shows(page, 2, "mine")  # it is shown, not played
    page.locator("#submit").tap()
    shows(page, 4, "mine")
    assert page.evaluate("window.unbroken")

    guide.get_by_role("button", name="Leave").tap()
    agree(page, "Leave")
    page.wait_for_url("**/lobby/")
    expect(page.locator("#messages")).to_contain_text("You left the match.")
    expect(page.locator("#mine")).to_contain_text("No matches yet.")
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_the_guide_leads_without_javascript_and_can_be_hidden(window: Windows) -> None:
    page = window(javascript=False)
    page.goto("/games/sudoku/")
    page.get_by_role("button", name=FIRST).click()
    expect(page.locator("#guide")).to_contain_text("Try")
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Play", exact=True).click()
    shows(page, 2, "mine")  # the page polls by itself
    expect(page.locator("#guide")).to_contain_text("Pip has answered")
    page.get_by_role("button", name="Hide the guide").click()
    expect(page.locator("#guide")).to_have_count(0)
    shows(page, 2, "mine")
