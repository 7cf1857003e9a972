"""After a move the next match is one tap away, or opens by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Windows
from tests.browser.dealing import sit_alone
from tests.browser.devices import DESKTOP, MOVING, PHONE, Device
from tests.browser.test_laying import type_on
from tests.serving import Site
from tests.sizes import cases

DESK, HAND = DESKTOP | MOVING, PHONE | MOVING


@pytest.mark.thorough
def test_by_a_setting_the_next_match_opens_by_itself(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window, anna=HAND)
    anna.locator("#match").evaluate("match => match.dataset.advance = ''")  # as the setting does
    here = anna.url
    type_on(anna, "e7", "5+8=13")
    anna.keyboard.press("Enter")
    expect(anna).not_to_have_url(here)
    expect(anna.locator("#match_view")).to_have_attribute("data-turn", "mine")


def test_a_second_tap_on_play_does_not_leave(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window, anna=HAND)
    here = anna.url
    type_on(anna, "e7", "5+8=13")
    anna.locator("#submit").tap()
    way = anna.locator("#actions").get_by_role("link", name="Next turn")
    way.tap()
    anna.wait_for_timeout(1_100)
    assert anna.url == here
    way.tap()
    expect(anna).not_to_have_url(here)


@pytest.mark.thorough
@cases("device", {"390": HAND, "1280": DESK}, default=["390"])
def test_after_a_move_the_next_match_is_one_tap_away(site: Site, window: Windows, device: Device) -> None:
    anna = sit_alone(site, window, anna=device)
    expect(anna.locator("#submit")).to_be_visible()
    type_on(anna, "e7", "5+8=13")
    anna.keyboard.press("Enter")
    way = anna.locator("#actions").get_by_role("link", name="Next turn")

    expect(way).to_be_in_viewport(ratio=1)
    expect(anna.locator("#submit")).to_be_hidden()
    here = anna.url
    way.click()
    expect(anna.locator("#match_view")).to_have_attribute("data-turn", "mine")
    assert anna.url != here
