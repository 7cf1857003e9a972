"""The daily puzzle: a visitor fails, solves it, and shares the result."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from games.digifeud.display import display
from games.digifeud.model.moves import Calculation
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import SeededRandom
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE, SIZES, Device, small
from tests.browser.input_methods import agree, finger, keyboard, pick, write
from tests.browser.reach import OPEN, expect_in_reach_wherever_scrolled
from tests.serving import Site
from tests.sizes import cases

MAKE = """
import json
from games.puzzles.services.selection import choose_all
from tests.puzzles.conftest import make_puzzle
make_puzzle(for_daily=True)
(daily,) = choose_all()
puzzle = daily.puzzle
print(json.dumps({"id": puzzle.pk, "seed": bytes(puzzle.seed).hex(), "moves": puzzle.moves, "best": puzzle.best}))
"""


@dataclass(frozen=True)
class Daily:
    """Today's puzzle: its URL, its position, a move that is not the best, and one that is."""

    path: str
    position: DigifeudPosition
    wrong: Calculation
    best: Calculation


@pytest.fixture(scope="module")
def daily(site: Site) -> Daily:
    """Return the daily puzzle of Digifeud, from a match between two computers."""
    told = json.loads(site.manage("shell", "-c", MAKE).splitlines()[-1])
    seed = bytes.fromhex(told["seed"])
    position = game.setup(game.options_type(), SeededRandom(seed, 0))
    for ply, text in enumerate(told["moves"], 1):
        position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
    best = game.decode(told["best"])
    most = game.judge(position, best).points
    others = (move for move, points in game.scored_moves(position) if 0 < points < most)
    wrong = next(move for move in others if isinstance(move, Calculation))
    assert isinstance(best, Calculation)
    return Daily(f"/puzzles/{told['id']}/", position, wrong, best)


def open_daily(page: Page, daily: Daily) -> None:
    """Go from the home page to today's puzzle, and wait until it accepts tiles."""
    page.goto("/")
    page.get_by_role("link", name="All puzzles").click()
    page.get_by_role("link", name="Today’s puzzle", exact=True).first.click()
    page.wait_for_url(f"**{daily.path}")
    page.wait_for_load_state("load")
    expect(page.locator("#rack .tile").first).to_be_visible()


@pytest.mark.thorough  # by default: the same on the front page in test_today.py
def test_a_visitor_misses_it_then_finds_it_and_passes_it_on(window: Windows, daily: Daily) -> None:
    page = window(device=PHONE)
    open_daily(page, daily)
    assert axe_in_story(page) == []
    points = [game.judge(daily.position, move).points for move in (daily.wrong, daily.best)]

    finger(page, daily.position, daily.wrong)
    expect(page.locator("#status")).to_contain_text(f"Your move: {points[0]} of {points[1]} points.")
    expect(page.locator("#header .menu")).to_contain_text("Guest")  # the first try makes the visitor a guest
    page.wait_for_load_state("load")
    assert axe_in_story(page) == []

    finger(page, daily.position, daily.best)
    expect(page.locator("#status")).to_contain_text("Solved!")
    expect(page.locator("#status")).to_contain_text("You’re the first to solve it.")
    expect(page.locator("#status")).to_contain_text("Your streak: 1 day")
    shared = page.locator("#shared").input_value()
    assert shared.startswith("Numgames Digifeud #1 · solved in 2 tries · ")
    assert shared.endswith(f"█ {page.url}")
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_text("Your result is copied.")).to_be_visible()
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_it_is_solved_by_keyboard_at_a_desk(window: Windows, daily: Daily) -> None:
    page = window(device=DESKTOP)
    open_daily(page, daily)
    keyboard(page, daily.position, daily.best)
    expect(page.locator("#status")).to_contain_text("Solved!")
    expect(page.get_by_role("link", name="Your result of today")).to_be_focused()


@pytest.mark.thorough
def test_it_is_given_up_without_a_script(window: Windows, daily: Daily) -> None:
    page = window(device=PHONE, java_script_enabled=False)
    page.goto(daily.path)
    page.get_by_role("button", name="Show me").click()
    agree(page, "Show me")
    expect(page.locator("#status")).to_contain_text(f"{game.judge(daily.position, daily.best).points} points.")
    expect(page.locator("#shared")).to_have_value(f"Numgames Digifeud #1 · not solved {page.url}")
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()


COPIES = """
from copy import copy
from games.matches.models import new_id
from games.puzzles.models import Daily, Puzzle
puzzle = Daily.objects.get().puzzle
Puzzle.objects.exclude(pk=puzzle.pk).update(state="withheld")
for _number in range(6):
    Puzzle(**{**{f.attname: getattr(puzzle, f.attname) for f in Puzzle._meta.concrete_fields}, "id": new_id(),
        "source_id": None, "for_daily": False, "rating": 1300}).save(force_insert=True)
"""


@pytest.mark.thorough
@cases("device", {"390": PHONE, "1280": DESKTOP}, default=["1280"])
def test_a_sprint_goes_from_puzzle_to_puzzle_and_ends_in_the_table(
    site: Site, window: Windows, daily: Daily, device: Device
) -> None:
    site.manage("shell", "-c", COPIES)
    page = window(device=device)
    page.goto("/puzzles/")
    digifeud = page.locator(".games-of-today > li", has_text="Digifeud")
    digifeud.get_by_text("Practise").click()
    digifeud.get_by_role("link", name="Sprint").click()
    assert axe_in_story(page) == []
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/puzzles/run/*/")
    timer = page.get_by_role("timer", name="Time left")
    left = timer.inner_text()
    assert "2:00" < left < "3:00"
    expect(timer).not_to_have_text(left)
    assert timer.inner_text() < left
    assert axe_in_story(page) == []

    keyboard(page, daily.position, daily.best)
    expect(page.locator(".run-figures")).to_contain_text("1 solved")
    expect(page.locator("#board .staged")).to_have_count(0)
    keyboard(page, daily.position, daily.wrong)
    expect(page.locator("#status")).to_contain_text("Missed: ")
    expect(page.locator(".run-figures")).to_contain_text("1 of 3 misses")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("heading", name="1 of 2 puzzles solved")).to_be_visible()
    assert axe_in_story(page) == []


@pytest.mark.thorough
@cases("device", {"320": small(320, 568), "1280": DESKTOP}, default=["1280"])
def test_a_streak_has_one_skip_and_ends_with_a_miss(site: Site, window: Windows, daily: Daily, device: Device) -> None:
    site.manage("shell", "-c", COPIES)
    page = window(device=device)
    page.goto("/puzzles/streak/digifeud/")
    assert axe_in_story(page) == []
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/puzzles/run/*/")
    expect(page.get_by_role("timer")).to_have_count(0)
    assert axe_in_story(page) == []
    page.get_by_role("button", name="Skip").press("Enter")
    expect(page.locator("#status")).to_contain_text("Skipped.")
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)
    keyboard(page, daily.position, daily.best)
    expect(page.locator(".run-figures")).to_contain_text("1 solved")
    keyboard(page, daily.position, daily.wrong)
    expect(page.get_by_role("heading", name="1 of 3 puzzles solved")).to_be_visible()
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_when_its_time_is_over_the_page_shows_the_result(site: Site, window: Windows, daily: Daily) -> None:
    site.manage("shell", "-c", COPIES)
    page = window(device=PHONE)
    page.goto("/puzzles/sprint/digifeud/")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/puzzles/run/*/")
    over = "from games.puzzles.models import *; from datetime import *; from django.utils import timezone as tz;"
    site.manage("shell", "-c", over + "Run.objects.update(ends_at=tz.now() + timedelta(seconds=4))")
    page.reload()
    expect(page.get_by_role("heading", name="0 of 0 puzzles solved")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["", "/"], ids=["page", "home"])
def test_squares_light_up_and_a_sum_gets_its_places(window: Windows, daily: Daily, path: str) -> None:
    page = window(device=PHONE)
    page.goto(path or daily.path)
    view = game.view(daily.position, daily.position.to_move)
    tiles = (tile.face for tile in display.rack(view, daily.position.to_move) or ())
    face = next(face for face in tiles if display.legal_squares(view, face))
    pick(page, face)
    expect(page.locator("#board td[data-lit=fits]")).to_have_count(len(display.legal_squares(view, face)))
    assert axe_in_story(page) == []

    page.locator("#type").tap()
    for key in (text := "".join(daily.best.texts).replace("?", "")):
        page.locator(f"#keypad button[data-key='{key}']").tap()
    expect(page.locator("#preview:is(.legal, .choosing), #variants label").first).to_be_visible()
    places = display.moves_making(view, text)
    assert places
    if len(places) > 1:
        expect(page.locator("#variants label")).to_have_count(len(places))
    else:
        expect(page.locator("#preview.legal")).to_have_attribute("data-text", game.encode(places[0]))
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert axe_in_story(page) == []


@pytest.mark.thorough  # by default: matches in test_in_reach.py, and the puzzle of the front page in test_today.py
def test_tiles_are_in_reach_on_every_small_screen(window: Windows, daily: Daily) -> None:
    page = window(device=small(*SIZES[0]))
    open_daily(page, daily)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_in_reach_wherever_scrolled(page, (width, height))


@pytest.mark.thorough
@cases("size", {"390": (390, 664), "320": (320, 568)}, default=["320"])
def test_the_answer_to_a_try_is_in_sight_on_a_small_screen(
    window: Windows, daily: Daily, size: tuple[int, int]
) -> None:
    page = window(device=small(*size))
    open_daily(page, daily)
    write(page, game.encode(daily.best))
    expect(page.locator("#preview.legal > .parts")).to_be_visible()
    words = page.locator("#preview").bounding_box()
    assert words
    assert words["x"] >= 0
    assert words["width"] <= size[0]
    page.reload()
    finger(page, daily.position, daily.wrong)
    expect(page.locator("#status")).to_contain_text("Your move:")
    assert page.locator("#status").evaluate_all(OPEN) == [True]
