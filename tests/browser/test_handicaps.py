"""What goes together in a challenge, and the proof of fair deals of a match with a handicap."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.catalogue import games
from tests.browser.conftest import Newcomers, Tolerance, Windows
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


def test_what_is_for_correspondence_is_ticked_with_it_alone(newcomer: Newcomers, tolerate: Tolerance) -> None:
    tolerate("status of 422")
    for page, scripts in ((newcomer("anna", ""), True), (newcomer("bob", "", javascript=False), False)):
        page.goto("/lobby/new/?game=digifeud&opponent=dora")
        page.get_by_text("More options").click()
        time = page.get_by_label("Time", exact=True)
        boxes = [page.get_by_label("Mirror match"), page.get_by_label("Always one match running")]
        for value in ("5+8", "own", "3"):
            time.select_option(value)
            for box in boxes:
                expect(box).to_be_visible(visible=value == "3")
        for box in boxes:
            box.check()
        time.select_option("5+8")
        for box in boxes:  # what was ticked is seen until it is no longer, and sent no less
            expect(box).to_be_visible(visible=not scripts)
            expect(box).to_be_checked(checked=not scripts)
    page.get_by_role("button", name="Create challenge").click()
    for box in boxes:
        expect(box).to_be_checked()
        expect(box.locator("xpath=..").locator(".wrong")).to_contain_text("correspondence")
    expect(time).to_have_value("5+8")


def test_another_game_keeps_the_time_and_what_goes_with_it(newcomer: Newcomers) -> None:
    anna = newcomer("anna2", "/lobby/new/?game=digifeud")
    anna.get_by_text("More options").click()
    mirror = anna.get_by_label("Mirror match")
    mirror.check()
    anna.get_by_label("Time", exact=True).select_option("5+8")
    anna.locator("#new_offer").get_by_role("link", name="Summy").click()
    expect(anna.locator("#new_offer [aria-current]")).to_have_text("Summy")
    expect(anna.get_by_label("Time", exact=True)).to_have_value("5+8")
    expect(mirror).to_be_hidden()
    expect(mirror).not_to_be_checked()
