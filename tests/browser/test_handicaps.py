"""What goes together in a challenge, and the proof of fair deals of a match with a handicap."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.catalogue import games
from tests.browser.conftest import Newcomers, Windows
from tests.browser.stories import SEED, start
from tests.playing import play
from tests.serving import Site
from tests.sizes import cases

HANDICAPS = {"tenbyten": "4/3", "digifeud": "-7", "sudoku": "30", "summy": "-20"}


@pytest.mark.thorough  # by default: tests/fairness/test_redealing.py
@cases("slug", HANDICAPS.keys(), default=["tenbyten"])
def test_the_browser_deals_a_match_with_a_handicap_again(slug: str, site: Site, window: Windows) -> None:
    game = games()[slug]
    played = play(game, game.options_type(handicap=HANDICAPS[slug]), SEED)
    moves = [game.encode(move) for move in played.moves]
    match, _sessions = start(site, slug, moves, handicap=HANDICAPS[slug])
    page = window()
    page.goto(f"/matches/{match}/fairness/")
    expect(page.locator("#proof[aria-busy=false]")).to_be_attached()
    expect(page.locator("#proof .no")).to_have_count(0)
    expect(page.locator("#proof [data-check=tiles]")).to_have_class("yes")


def test_what_is_for_correspondence_is_ticked_with_it_alone(newcomer: Newcomers) -> None:
    anna = newcomer("anna")
    anna.goto("/lobby/new/?game=digifeud")
    anna.get_by_text("More options").click()
    time, mirror = anna.get_by_label("Time", exact=True), anna.get_by_label("Mirror match")
    time.select_option(time.locator("optgroup").first.locator("option").first.get_attribute("value"))
    always = anna.get_by_label("Always one match running")
    for box in (mirror, always):
        box.check()
    time.select_option("5+8")
    for box in (mirror, always):
        expect(box).to_be_disabled()
        expect(box).not_to_be_checked()
    anna.locator("#new_offer").get_by_role("link", name="Summy").click()  # another form, which keeps the time
    expect(anna.locator("#new_offer [aria-current]")).to_have_text("Summy")
    expect(mirror).to_be_disabled()
