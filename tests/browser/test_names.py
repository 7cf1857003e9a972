"""The board for those who do not see it: anna hears the names of squares, and asks about the position in words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP
from tests.browser.sample_matches import begin
from tests.serving import Site


@pytest.mark.thorough
def test_squares_have_names_and_questions_have_answers(site: Site, window: Windows) -> None:
    page = begin(site, "anna", "bob").sit_down(site, window, "digifeud", DESKTOP)
    expect(page.locator("#a1")).to_have_attribute(
        "aria-label", "a1, 2×, empty, red: the answer counts double, any other number twice extra"
    )
    expect(page.locator("#b2")).to_have_attribute("aria-label", "b2, not used")

    page.locator("#rack .tile").first.click()
    page.locator("#g7").click()
    expect(page.locator("#g7")).not_to_have_attribute("aria-label", re.compile("empty"))
    page.locator("#recall").click()
    expect(page.locator("#g7")).to_have_attribute("aria-label", re.compile(r"g7, 1×, empty, blue: "))

    page.keyboard.press("m")
    field = page.get_by_role("textbox", name="Move")
    field.fill("my tiles")
    expect(page.locator("#preview.told")).to_contain_text("Your tiles: ")
    field.press("Enter")
    expect(page.locator("#preview.told")).to_be_visible()
    assert page.locator("#match_view").get_attribute("data-ply") == "0"
