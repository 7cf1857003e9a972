"""An ending of several moves: each move is answered on the board, by keyboard and without a script."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from games.digifeud.model.moves import Calculation
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import SeededRandom
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE
from tests.browser.input_methods import agree, keyboard
from tests.serving import Site

MAKE = """
import json
from games.puzzles.making.lines import main_way
from tests.puzzles.conftest import make_puzzle
puzzle = make_puzzle(several=True)
seed, way = bytes(puzzle.seed).hex(), main_way(puzzle.line)
print(json.dumps({"id": puzzle.pk, "seed": seed, "moves": puzzle.moves, "way": way}))
"""


@dataclass(frozen=True)
class Ending:
    """An ending: its URL, and the positions and moves on the way to the win, the replies included."""

    path: str
    steps: list[tuple[DigifeudPosition, str]]


@pytest.fixture(scope="module")
def ending(site: Site) -> Ending:
    """Return an ending of several moves, from a match between two computers."""
    told = json.loads(site.manage("shell", "-c", MAKE).splitlines()[-1])
    seed = bytes.fromhex(told["seed"])
    position = game.setup(game.options_type(), SeededRandom(seed, 0))
    steps = []
    for ply, text in enumerate([*told["moves"], *told["way"]], 1):
        if ply > len(told["moves"]):
            steps.append((position, text))
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    return Ending(f"/puzzles/{told['id']}/", steps)


def play(page: Page, position: DigifeudPosition, text: str) -> None:
    """Make the move by keyboard: type a calculation, or press the button to pass."""
    move = game.decode(text)
    if isinstance(move, Calculation):
        keyboard(page, position, move)
    else:
        page.get_by_role("button", name="Pass").press("Enter")
        agree(page, "Pass")


@pytest.mark.thorough  # by default: test_puzzle_kinds.py
def test_it_is_won_by_keyboard_against_the_replies(window: Windows, ending: Ending) -> None:
    page = window(device=DESKTOP)
    page.goto(ending.path)
    page.wait_for_load_state("load")
    expect(page.locator("#task")).to_contain_text("Find a winning move each turn.")
    assert axe_in_story(page) == []
    for number, (position, text) in enumerate(ending.steps):
        if number % 2 == 0:
            play(page, position, text)
            if number + 1 < len(ending.steps):
                expect(page.locator("#status")).to_contain_text("Right! Your opponent: ")
                page.wait_for_load_state("load")  # the first try makes the visitor a guest
                assert axe_in_story(page) == []
    expect(page.locator("#status")).to_contain_text("Solved!")
    expect(page.locator("#status .line li")).to_have_count(len(ending.steps))
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_it_is_given_up_without_a_script(window: Windows, ending: Ending) -> None:
    page = window(device=PHONE, java_script_enabled=False)
    page.goto(ending.path)
    page.get_by_role("button", name="Show me").click()
    agree(page, "Show me")
    expect(page.locator("#status .line li")).to_have_count(len(ending.steps))
