"""How two players find each other in the lobby and take turns, and the proof that their pages were never reloaded."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.playing import Player

MATCH = re.compile(r"/matches/\w{10}/$")


def find_each_other(anna: Player, bob: Player) -> tuple[Player, Player]:
    """Anna makes an offer, bob sees it come and accepts; both are at the board, who starts is first."""
    for field, answer in (("Directions", "All four directions"), ("Calculations", "divided by")):
        anna.page.get_by_role("group", name=field).get_by_text(answer).click()
    anna.page.get_by_role("button", name="Make the offer").click()
    expect(anna.page.locator("#waiting")).to_contain_text("We are looking for an opponent")
    bob.look()
    bob.page.locator("#offers li", has_text=anna.name).get_by_role("button", name="Accept").click()
    for player in (anna, bob):
        arrive(player.page)
    return (anna, bob) if anna.turn == "mine" else (bob, anna)


def arrive(page: Page) -> None:
    """Waits until the page is that of a match, and ready for tiles: what is touched before its scripts is lost."""
    expect(page).to_have_url(MATCH)
    page.wait_for_load_state("load")


def take_turn(one: Player, two: Player) -> None:
    """Whoever is to move plays, and the other sees it."""
    mover, other = (one, two) if one.turn == "mine" else (two, one)
    mover.play()
    other.look()
    other.sees(mover.ply)
    expect(other.page.locator("#table")).to_have_attribute("data-turn", re.compile("mine|over"))


def leave_mark(*players: Player) -> None:
    """Leaves a mark on each page, which any reload would wipe away."""
    for player in players:
        player.page.evaluate("window.unbroken = true")


def assert_mark(*players: Player) -> None:
    """No page was ever loaded anew since the marks were left."""
    for player in players:
        assert player.page.evaluate("window.unbroken"), player.name
