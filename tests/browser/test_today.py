"""Today's puzzle on the front page: solved where it stands, without a script by its form, on phone and desktop."""

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
from tests.browser.devices import DESKTOP, PHONE, Device, small
from tests.browser.input_methods import finger, keyboard
from tests.serving import Site
from tests.sizes import cases

MAKE = """
import json
from games.puzzles.services.selection import choose_all
from tests.puzzles.conftest import make_puzzle
make_puzzle(for_daily=True)
(daily,) = choose_all()
puzzle = daily.puzzle
told = {"id": puzzle.pk, "seed": bytes(puzzle.seed).hex(), "moves": puzzle.moves, "best": puzzle.best}
print(json.dumps({**told, "points": puzzle.best_points}))
"""


@dataclass(frozen=True)
class Today:
    """The puzzle: its address, its position, the best move and its points, and a move that is not the best."""

    path: str
    position: DigifeudPosition
    wrong: Calculation
    best: Calculation
    points: int


@pytest.fixture(scope="module")
def today(site: Site) -> Today:
    """Return the puzzle of the front page, from a match between two computers."""
    told = json.loads(site.manage("shell", "-c", MAKE).splitlines()[-1])
    seed = bytes.fromhex(told["seed"])
    position = game.setup(game.options_type(), SeededRandom(seed, 0))
    for ply, text in enumerate(told["moves"], 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    best = game.decode(told["best"])
    others = (move for move, points in game.scored_moves(position) if 0 < points < told["points"])
    wrong = next(move for move in others if isinstance(move, Calculation))
    assert isinstance(best, Calculation)
    return Today(f"/puzzles/{told['id']}/", position, wrong, best, told["points"])


@pytest.fixture
def front(screen: Device, window: Windows, today: Today) -> Page:
    """Open the front page on this screen."""
    page = window(device=screen)
    page.goto("/")
    expect(page.locator("#today #rack .tile").first).to_be_visible()
    return page


@cases("screen", {"390": PHONE, "1280": DESKTOP}, default=["390"])
def test_a_visitor_misses_it_then_solves_it_on_the_front_page(front: Page, today: Today, screen: Device) -> None:
    assert axe_in_story(front) == []
    answer = game.encode(today.best)
    assert answer not in front.content()

    move = finger if screen is PHONE else keyboard
    move(front, today.position, today.wrong)
    expect(front.locator("#status")).to_contain_text(f" of {today.points} points.")
    expect(front.locator("#header .menu")).to_contain_text("Guest")
    assert answer not in front.content()

    front.locator("#recall").click()
    move(front, today.position, today.best)
    expect(front.locator("#status")).to_contain_text("Solved!")
    expect(front.locator("#status")).to_contain_text("Your streak: 1 day")
    expect(front).to_have_url("/")
    expect(front.get_by_role("link", name="Your result of today")).to_be_visible()
    assert axe_in_story(front) == []

    front.get_by_role("button", name="Play Digifeud").click()
    expect(front).not_to_have_url("/")
    expect(front.locator("#match, #lobby")).to_be_visible()


def test_on_a_phone_board_and_buttons_of_the_puzzle_are_in_sight(window: Windows, today: Today) -> None:
    page = window(device=small(390, 664))
    page.goto("/")
    page.locator("#board").evaluate("board => scrollTo(0, board.getBoundingClientRect().top + scrollY)")
    block, tabs = page.locator("#controls").bounding_box(), page.locator("#tabs").bounding_box()
    assert block
    assert tabs
    assert block["y"] + block["height"] <= tabs["y"]
    page.locator("#task").evaluate("task => scrollTo(0, task.getBoundingClientRect().bottom + scrollY - innerHeight)")
    block, task = page.locator("#controls").bounding_box(), page.locator("#task").bounding_box()
    assert block
    assert task
    assert block["y"] >= task["y"] + task["height"]


@pytest.mark.thorough
def test_keys_belong_to_the_page_until_the_board_has_the_focus(window: Windows, today: Today) -> None:
    page = window(device=DESKTOP)
    page.goto("/")
    page.get_by_text("Choose a name").click()
    page.get_by_label("Your name").press_sequentially("num 7+3")
    expect(page.get_by_label("Your name")).to_have_value("num 7+3")
    assert page.locator("#board .staged").count() == 0


@pytest.mark.thorough
def test_without_a_script_the_form_leads_to_the_page_of_the_puzzle(window: Windows, today: Today) -> None:
    page = window(device=PHONE, javascript=False)
    page.goto("/")
    page.locator("#today #text").fill(game.encode(today.best))
    page.get_by_role("button", name="Try it").click()
    expect(page).to_have_url(today.path)
    expect(page.locator("#status")).to_contain_text("Solved!")


@cases("screen", {"upright": small(390, 664), "on its side": small(740, 360)})
def test_a_toast_leaves_the_way_back_the_task_and_the_tiles_of_a_puzzle(
    window: Windows, today: Today, screen: Device
) -> None:
    page = window(device=screen)
    page.goto(today.path)
    page.evaluate("document.dispatchEvent(new CustomEvent('toast', { detail: { name: 'said', text: 'Copied.' } }))")
    toast = page.locator(".toast")
    expect(toast.get_by_role("button", name="Close")).to_be_visible()
    left = page.locator("#task > nav a, #task > p, #board, #rack, #actions").evaluate_all(
        """all => all.filter((one) => {
          const [a, b] = [one, document.querySelector(".toast")].map((each) => each.getBoundingClientRect());
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert left == []
    toast.get_by_role("button").tap()
    expect(toast).to_have_count(0)
