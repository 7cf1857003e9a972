"""A live match is lost on time while both players watch, on desktop and phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Newcomers
from tests.browser.devices import PHONE
from tests.browser.meeting import arrive, assert_mark, expect_notice, leave_mark, record_notices, show
from tests.browser.playing import Player
from tests.browser.test_device import expect_heard, listen
from tests.browser.waiting import until
from tests.serving import Site

pytestmark = pytest.mark.both_stacks

LOST = "() => heard.slice(-3).map(Math.round).join() === '392,330,262'"  # it may have warned once more before
# The player to move is left less than half a minute, of which the page warns, and later a moment.
SHORTEN = """
from datetime import timedelta
from django.utils import timezone
from games.matches.play.updates import update_if
from games.matches.models import Match
from games.matches.time.control import GRACE
match, now, left = Match.objects.get(), timezone.now(), timedelta(seconds={seconds})
clock = dict(clock_since=now, first_left=left, second_left=left, deadline_at=now + left + GRACE)
assert update_if(match, expected=dict(), changes=clock)
"""


@pytest.mark.thorough
def test_a_live_match_is_lost_on_time_in_front_of_both(newcomer: Newcomers, site: Site) -> None:
    anna = Player("anna", newcomer("anna"), [])
    bob = Player("bob", newcomer("bob", device=PHONE), [])
    anna.page.goto("/lobby/new/")
    offer = anna.page.get_by_role("region", name="New challenge")
    offer.get_by_label("Time", exact=True).select_option("own")
    anna.page.get_by_label("Minutes on each clock").fill("10")  # none is low before it is shortened
    anna.page.get_by_label("Seconds added per move").fill("0")
    anna.page.get_by_role("button", name="Create challenge").click()
    expect(anna.page.locator("#waiting")).to_contain_text("live, 10 min + 0 s per move")
    show(bob.page, "People")
    bob.page.locator("#offers li", has_text="anna").get_by_role("button", name="Accept").click()
    for player in (anna, bob):
        arrive(player.page)
        expect(player.page.locator("#away")).to_contain_text("Without a first move the match is cancelled in")
    leave_mark(anna, bob)
    for _first_move in range(2):
        skip(mover(anna, bob))
    first, second = (anna, bob) if anna.turn == "mine" else (bob, anna)
    for page in (anna.page, bob.page):
        expect(page.locator("#away")).to_be_hidden()
        expect(page.locator("#scores .clock.running")).to_have_count(1)

    second.page.goto("/lobby/")
    expect(first.page.locator("#away")).to_contain_text(f"Away: {second.name}.")
    second.page.go_back()
    arrive(second.page)
    expect(first.page.locator("#away")).to_be_hidden()
    leave_mark(first, second)

    for page in (first.page, second.page):
        record_notices(page)
    listen(first.page, second.page)
    shorten(site, 29, first.page, second.page)
    for page in (first.page, second.page):
        expect(page.locator("#scores .clock.running.low")).to_have_text(re.compile(r"0:[12]\d"))  # not just at its end
    expect_notice(first.page, "Less than 30 seconds left.")
    expect_heard(first.page, 440, 440)  # its clock is low
    shorten(site, 2, first.page, second.page)
    for player, sentence in ((first, f"{second.name} wins."), (second, "You win!")):
        expect(player.page.locator("#match_view")).to_have_attribute("data-turn", "over")
        expect(player.page.locator("#status")).to_contain_text(sentence)
        expect(player.page.locator("#status")).to_contain_text("ran out of time")
        expect(player.page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    assert second.page.evaluate("notices") == []
    until(first.page, LOST)
    expect_heard(second.page, 523, 659, 784, 1047)
    assert_mark(first, second)


def shorten(site: Site, seconds: int, *pages: Page) -> None:
    """Leave the player to move so many seconds, and have the pages look: this process pushes nothing to them."""
    site.manage("shell", "-v0", "-c", SHORTEN.format(seconds=seconds))
    for page in pages:
        page.evaluate("window.dispatchEvent(new Event('focus'))")


def mover(anna: Player, bob: Player) -> Player:
    """Return the player to move, once both pages agree on it."""
    bob.sees(anna.ply)
    expect(bob.page.locator("#match_view")).to_have_attribute("data-turn", "theirs" if anna.turn == "mine" else "mine")
    return anna if anna.turn == "mine" else bob


def skip(player: Player) -> None:
    """Pass, which is legal in any first turn, and wait until the page shows it."""
    ply = player.ply
    player.skip()
    player.sees(ply + 1)
