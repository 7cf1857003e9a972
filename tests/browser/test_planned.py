"""bob plans moves while anna thinks: laid ones and typed ones, played by themselves or refused with the reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Tolerance, Windows
from tests.browser.dealing import sit_down
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.input_methods import agree, tab_to, write
from tests.serving import Site
from tests.sizes import cases


def reach(page: Page, ply: int) -> None:
    expect(page.locator("#match_view")).to_have_attribute("data-ply", str(ply))


def play(page: Page, text: str, *, ply: int) -> None:
    """Type a move and play it."""
    write(page, text)
    expect(page.locator("#preview.legal")).to_be_visible()
    page.keyboard.press("Enter")
    reach(page, ply)


@pytest.mark.thorough
@cases("device", {"390": PHONE, "1280": DESKTOP}, default=["390"])
def test_bobs_planned_move_is_played_when_anna_has_moved(site: Site, window: Windows, device: Device) -> None:
    anna, bob = sit_down(site, window, anna=device)
    play(anna, "e7r 5+8=13", ply=1)
    reach(bob, 1)
    play(bob, "g3d 2x4=8", ply=2)
    reach(anna, 2)
    expect(bob.locator("#later")).to_be_hidden()  # nothing is laid or typed
    expect(anna.locator("#later")).to_be_hidden()
    write(bob, "pass")
    expect(bob.locator("#preview.legal")).to_be_visible()
    bob.locator("#later").click()
    expect(bob.locator("#planned ol li")).to_have_count(1)
    assert axe_in_story(bob) == []
    write(anna, "pass")
    anna.keyboard.press("Enter")
    agree(anna, "Pass")  # as its button asks
    reach(anna, 4)  # anna's pass, and at once bob's
    reach(bob, 4)
    expect(bob.locator("#planned ol li")).to_have_count(0)
    expect(anna.locator("#match_view")).to_have_attribute("data-turn", "mine")


@pytest.mark.thorough
def test_a_plan_is_made_and_removed_by_keyboard(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    play(anna, "e7r 5+8=13", ply=1)
    reach(bob, 1)
    play(bob, "g3d 2x4=8", ply=2)
    write(bob, "pass")
    expect(bob.locator("#preview.legal")).to_be_visible()
    tab_to(bob, "#later")
    bob.keyboard.press("Enter")
    expect(bob.locator("#planned ol li")).to_have_count(1)
    tab_to(bob, "#planned ol button")
    bob.keyboard.press("Enter")
    expect(bob.locator("#planned ol li")).to_have_count(0)
    write(bob, "e7r 9+9=19")
    expect(bob.locator("#preview.illegal")).to_be_visible()
    expect(bob.locator("#later")).to_be_hidden()


@pytest.mark.thorough
def test_without_a_script_a_move_is_planned_by_the_form(site: Site, window: Windows, tolerate: Tolerance) -> None:
    tolerate("422")
    anna, bob = sit_down(site, window)
    play(anna, "e7r 5+8=13", ply=1)
    reach(bob, 1)
    play(bob, "g3d 2x4=8", ply=2)
    plain = window(javascript=False)
    session = next(one for one in bob.context.cookies() if one.get("name") == "sessionid")
    plain.context.add_cookies([{"name": "sessionid", "value": session.get("value", ""), "url": site.url}])
    plain.goto(bob.url)
    plain.locator("#text").fill("e7r 9+9=19")
    plain.locator("#later").click()
    expect(plain.locator("#preview.illegal")).to_be_visible()
    plain.goto(bob.url)
    plain.locator("#text").fill("pass")
    plain.locator("#later").click()
    expect(plain.locator("#planned ol li")).to_have_count(1)
    plain.locator("#planned ol button").click()
    expect(plain.locator("#planned ol li")).to_have_count(0)
