"""A guest opens another player's finished match, continues it from one of its turns, and the computer answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.digifeud.model.board import DigifeudOptions
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.devices import PHONE
from tests.browser.input_methods import finger
from tests.browser.meeting import arrive
from tests.browser.playing import Player
from tests.serving import Site

USUAL = DigifeudOptions()
MAKE = """
from accounts.models import User
from games.catalogue import games
from games.matches.play import positions, services
from games.matches.time.control import TimeControl

anna, bob = (User.objects.create_user(name) for name in ("anna", "bob"))
game = games()["digifeud"]
terms = {"game_slug": "digifeud", "options": game.options_type(), "time_control": TimeControl.correspondence(days=3)}
match = services.start_match(first=anna, second=bob, **terms)
for ply in range(1, 7):
    position = positions.replay(match).position
    text = max(map(game.encode, game.legal_moves(position)), key=lambda text: (text != "pass", len(text), text))
    match = services.play_move(match.pk, match.player(position.to_move), ply, text)
print(services.resign(match.pk, anna).pk)
"""


@pytest.fixture(scope="module")
def over(site: Site) -> str:
    """Return the id of a match between anna and bob, which anna resigned after six moves."""
    return site.manage("shell", "-c", MAKE).splitlines()[-1]


@pytest.mark.thorough  # by default: tests/computers/test_play_on.py
def test_a_guest_plays_on_by_finger_and_the_computer_answers(window: Windows, over: str) -> None:
    page = window(device=PHONE)
    page.goto(f"/matches/{over}/4/")
    faces = page.locator("#board td[id] > b").all_inner_texts()
    page.locator("#play_on").get_by_role("button", name="Mila").tap()
    arrive(page)
    assert page.locator("#board td[id] > b").all_inner_texts() == faces
    expect(page.locator("#continues")).to_contain_text("turn 4 of anna against bob")
    assert axe_in_story(page) == []
    guest = Player("guest", page, [finger], options=USUAL)
    expect(page.locator("#match_view[data-turn='mine']")).to_be_attached()
    guest.send()
    expect(page.locator("#match_view[data-ply='2'][data-turn='mine']")).to_be_attached()
    page.locator("#continues a").tap()
    page.wait_for_url(f"**/matches/{over}/4/")


@pytest.mark.thorough
def test_without_javascript_the_other_seat_can_be_taken(window: Windows, over: str) -> None:
    page = window(javascript=False)
    page.goto(f"/matches/{over}/3/")
    page.get_by_label("You play as").select_option(label="anna")
    page.locator("#play_on").get_by_role("button", name="Pip").click()
    arrive(page)
    expect(page.locator("#match_view[data-ply='1'][data-turn='mine']")).to_be_attached()  # the computer was to move


@pytest.mark.thorough
def test_the_sealed_bag_of_a_match_is_found_from_the_foot_of_a_page(window: Windows, over: str) -> None:
    page = window()
    page.goto("/lobby/")
    page.get_by_role("link", name="Are the draws fair?").click()
    page.get_by_label("Address of a match").fill(f"http://localhost/matches/{over}/")
    page.get_by_role("button", name="Check its tiles").click()
    expect(page.locator("#proven")).to_have_class("yes")
    expect(page.locator("#proof .no")).to_have_count(0)
    page.get_by_role("link", name="How the draw works").click()
    expect(page).to_have_url("/fairness/")
