"""A match whose seed both browsers mixed, checked in the browser; and one of a player without JavaScript."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers
from tests.browser.devices import PHONE
from tests.browser.input_methods import finger, keyboard
from tests.browser.meeting import arrive, find_each_other, take_turn
from tests.browser.playing import Player
from tests.serving import Site, running

BOTH = "Both browsers added a random value."
ALL = ["commitment", "seed", "own", "start", "log", "tiles"]

LOOKS = 15  # for the line of a deal in the log, two seconds apart


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site whose deals are not fixed, as the usual one's are: here the browsers' values count."""
    with running(tmp_path_factory.mktemp("mixed")) as site:
        yield site


def check(page: Page) -> list[str]:
    """Open the proof of the match on this page; return the checks that the browser made, all of them green.

    The scheduler gives the deal its line in the public log some seconds after it was made.
    """
    page.goto(f"{re.sub(r'[?#].*', '', page.url)}fairness/")
    for _look in range(LOOKS):
        if page.locator("#proof").get_attribute("data-line"):
            break
        page.wait_for_timeout(2000)
        page.reload()
    proof = page.locator("#proof[aria-busy=false]")
    expect(proof).to_be_attached()
    assert page.locator("#proof li.no").count() == 0
    expect(page.locator("#proven")).to_have_class("yes")
    return [item.get_attribute("data-check") or "" for item in page.locator("#proof li.yes").all()]


@pytest.mark.thorough
def test_a_match_that_both_browsers_mixed_is_checked_in_both(newcomer: Newcomers) -> None:
    anna = Player("anna", newcomer("anna"), [keyboard])
    bob = Player("bob", newcomer("bob", device=PHONE), [finger])
    find_each_other(anna, bob)
    for _turn in range(2):
        take_turn(anna, bob)
    expect(anna.page.locator("#mixed")).to_have_text(BOTH)
    bob.resign()
    anna.page.locator("#match_view[data-turn=over]").wait_for()
    match = anna.page.url
    file = json.loads(anna.page.request.get(f"{match}match.json").text())
    assert re.fullmatch(r"[0-9a-f]{64} [0-9a-f]{64}", file["mixed"])
    assert check(anna.page) == ALL
    assert check(bob.page) == [*ALL[:3], "theirs", *ALL[3:]]  # he had seen the hash of her value
    expect(bob.page.locator("#mixed")).to_have_text(BOTH)
    assert axe_in_story(bob.page) == []
    for player in (anna, bob):
        player.page.goto(match)
    anna.page.get_by_role("button", name="Rematch", exact=True).click()
    bob.page.get_by_role("button", name="Accept the rematch").tap()
    for player in (anna, bob):
        expect(player.page).not_to_have_url(match)
        expect(player.page.locator("#mixed")).to_have_text(BOTH)
    stranger = newcomer("carl")
    stranger.goto(match)
    assert check(stranger) == [name for name in ALL if name != "own"]


@pytest.mark.thorough
def test_a_value_that_is_not_in_the_seed_is_seen(newcomer: Newcomers) -> None:
    page = newcomer("dora")
    page.goto("/lobby/")
    page.locator("#computers .faces a").first.click()
    page.locator("#computer button[formaction*='/tenbyten/']").click()
    arrive(page)
    expect(page.locator("#mixed")).to_have_text(re.compile("dora’s browser added a random value."))
    page.evaluate(
        "localStorage.setItem('numgames.mixes', localStorage.getItem('numgames.mixes').replace(/[0-9a-f]/, 'x'))"
    )
    address = page.url
    page.goto(f"{address}resign/")
    page.locator("main button").first.click()
    page.goto(f"{address}fairness/")
    expect(page.locator("#proof [data-check=own]")).to_have_class("no")
    expect(page.locator("#proof [data-check=tiles]")).to_have_class("yes")
    page.get_by_role("link", name="How the draw works").click()
    expect(page).to_have_url("/fairness/")
    assert axe_in_story(page) == []
    page.get_by_role("link", name="All tiles of all matches, compared with chance").click()
    expect(page).to_have_url("/fairness/draws/")
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_without_javascript_the_page_says_whose_value_counts(newcomer: Newcomers) -> None:
    page = newcomer("emma", javascript=False)
    page.goto("/lobby/")
    page.locator("#computers .faces a").first.click()
    page.locator("#computer button[formaction*='/summy/']").click()
    expect(page).to_have_url(re.compile(r"/matches/\w{10}/$"))
    expect(page.locator("#mixed")).to_have_text("No browser added a random value.")
