"""Play now, through the page: with a waiting opponent, with one who comes later, and on an empty site."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.names import COMPUTERS
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import DESKTOP, PHONE
from tests.browser.input_methods import DELIBERATE
from tests.browser.meeting import arrive, seek

COMPUTER = re.compile("|".join(COMPUTERS.values()))


def play(page: Page, game: str) -> None:
    """Open the home page and press the picture of the game."""
    page.goto("/")
    page.get_by_role("button", name=game).click()
    arrive(page)


@pytest.mark.thorough  # by default: test_first_move.py
def test_a_stranger_meets_bob_who_waits_live_for_this_game(newcomer: Newcomers, window: Windows) -> None:
    bob = newcomer("bob")
    bob.goto("/lobby/?game=summy")
    seek(bob, "Live", "Summy")
    expect(bob.locator("#waiting")).to_contain_text("Summy")
    expect(bob).to_have_url("/lobby/?game=summy")
    stranger = window(device=PHONE)
    play(stranger, "Summy")
    expect(stranger.locator("#scores")).to_contain_text("bob")
    arrive(bob)  # sent there by the lobby
    assert bob.url == stranger.url
    for page in (bob, stranger):
        expect(page.locator("#match_view")).to_have_attribute("data-turn", re.compile("mine|theirs"))


@pytest.mark.thorough  # by default: test_first_move.py
def test_who_is_away_with_a_correspondence_challenge_is_not_met(newcomer: Newcomers, window: Windows) -> None:
    carl = newcomer("carl")
    carl.goto("/lobby/?game=sudoku")
    seek(carl, "Correspondence", "Sudoku")
    expect(carl.locator("#waiting")).to_contain_text("3 days per move")
    carl.close()
    stranger = window(device=PHONE)
    play(stranger, "Sudoku")
    expect(stranger.locator("#scores")).to_contain_text(COMPUTER)
    expect(stranger.locator("#guide")).to_contain_text("Try")


@pytest.mark.thorough
def test_the_player_at_the_computers_board_is_told_that_dora_is_here(newcomer: Newcomers, window: Windows) -> None:
    stranger = window(device=PHONE)
    play(stranger, "10 BY 10")
    expect(stranger.locator("#scores")).to_contain_text(COMPUTER)
    board = stranger.url
    dora = newcomer("dora")
    dora.goto("/lobby/?game=tenbyten")
    dora.get_by_role("button", name="Play now").click()
    arrive(dora)
    toast = stranger.locator("#toasts").get_by_role("link", name="dora is here: play now")
    expect(toast).to_be_visible()
    assert axe_in_story(stranger) == []
    assert stranger.url == board
    stranger.locator("#toasts").get_by_role("button", name="Close").tap()
    expect(toast).to_have_count(0)
    stranger.reload()
    above = stranger.locator("#called").get_by_role("link", name="dora is here: play now")
    expect(above).to_be_visible()
    # Rack and buttons stick to the lower edge: the player's own bar, in part behind them, comes into view above them.
    stranger.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert axe_in_story(stranger) == []
    above.tap()
    arrive(stranger)
    assert stranger.url == dora.url
    expect(stranger.locator("#match_view")).to_have_attribute("data-turn", re.compile("mine|theirs"))


@pytest.mark.thorough
def test_without_javascript_the_next_page_tells_it(newcomer: Newcomers, window: Windows) -> None:
    stranger = window(device=DESKTOP, javascript=False)
    play(stranger, "Digifeud")
    expect(stranger.locator("#guide")).to_contain_text("Try")
    emil = newcomer("emil")
    seek(emil, "Live")
    arrive(emil)
    stranger.get_by_role("link", name="Lobby").first.click()
    link = stranger.locator("#mine").get_by_role("link", name="emil is here: play now")
    expect(link).to_be_visible()
    link.click()
    arrive(stranger)
    assert stranger.url == emil.url


@pytest.mark.thorough  # by default: tests/lobby/test_play_now.py
def test_pressed_again_it_leads_back_to_the_same_board(window: Windows) -> None:
    stranger = window(device=PHONE)
    play(stranger, "Digifeud")
    board = stranger.url
    stranger.goto("/lobby/?game=digifeud")
    expect(stranger.locator("#waiting .entries li")).to_have_count(1)
    stranger.get_by_role("radio", name="Play", exact=True).check()
    stranger.wait_for_timeout(DELIBERATE)
    stranger.get_by_role("button", name="Play now").tap()
    arrive(stranger)
    assert stranger.url == board
