"""Helpers for two players who meet in the lobby and take turns, and a check that their pages were never reloaded."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.playing import Player
from tests.browser.waiting import until

MATCH = re.compile(r"/matches/\w{10}/$")


def find_each_other(anna: Player, bob: Player) -> tuple[Player, Player]:
    """Have anna make an offer and bob accept it; return both on their match pages, the player to move first."""
    anna.page.goto("/lobby/new/")
    anna.page.get_by_text("More options").click()
    for field, answer in (("Directions", "All four directions"), ("Calculations", "All four operations")):
        anna.page.get_by_role("group", name=field).get_by_text(answer).click()
    anna.page.get_by_role("button", name="Create challenge").click()
    expect(anna.page.locator("#waiting")).to_contain_text("Looking for an opponent")
    bob.look()
    show(bob.page, "People")
    bob.page.locator("#offers li", has_text=anna.name).get_by_role("button", name="Accept").click()
    for player in (anna, bob):
        arrive(player.page)
    return (anna, bob) if anna.turn == "mine" else (bob, anna)


def seek(page: Page, pace: str, game: str = "Digifeud") -> None:
    """Look for an opponent from the lobby, `Live` or by `Correspondence`, until it shows the challenge or a match."""
    quick = page.locator("#quick")
    quick.get_by_label(pace).check()
    quick.get_by_role("button", name=game).click()
    expect(page.locator("#waiting", has_text=game).or_(page.locator("#match_view"))).to_be_visible()
    page.wait_for_load_state("load")


def show(page: Page, place: str) -> None:
    """Show one of the lobby's three places on a phone; a desktop shows all of them."""
    tab = page.get_by_role("radio", name=place, exact=True)
    if tab.is_visible():
        tab.check()


def arrive(page: Page) -> None:
    """Wait until the page is that of a match and its scripts are ready; earlier input would be lost."""
    expect(page).to_have_url(MATCH)
    page.wait_for_load_state("load")


def record_notices(page: Page) -> None:
    """Have the page keep its notices from now on: each disappears after seconds, too soon for a busy machine."""
    page.evaluate("""() => {
        const place = document.getElementById("notice");
        window.notices = [];
        new MutationObserver(() => place.textContent && notices.push(place.textContent))
            .observe(place, {childList: true});
    }""")


def expect_notice(page: Page, text: str) -> None:
    """Wait until the page has shown a notice with this text since `record_notices`."""
    until(page, "text => notices.some((notice) => notice.replace(/\\s/g, ' ').includes(text))", arg=text)


def take_turn(one: Player, two: Player) -> None:
    """Have the player to move play, and wait until the other sees it."""
    mover, other = (one, two) if one.turn == "mine" else (two, one)
    mover.play()
    other.look()
    other.sees(mover.ply)
    expect(other.page.locator("#match_view")).to_have_attribute("data-turn", re.compile("mine|over"))


def leave_mark(*players: Player) -> None:
    """Leave a mark on each page, which a reload would remove."""
    for player in players:
        player.page.evaluate("window.unbroken = true")


def assert_mark(*players: Player) -> None:
    """Assert that no page was reloaded since the marks were left."""
    for player in players:
        assert player.page.evaluate("window.unbroken"), player.name
