"""A newcomer learns a game: by tapping through lessons on a phone, and by keyboard on a desktop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import display_of, games, lessons
from games.rules import Square
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers, Tolerance, Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.input_methods import DELIBERATE, pick, strike, tab_to, walk
from tests.sizes import cases


def tap(page: Page, tiles: str) -> None:
    """Tap each tile and then its square, such as `e7:5 f7:+`."""
    for square, face in (entry.split(":") for entry in tiles.split()):
        pick(page, face)
        page.locator(f"#{square}").tap()
        expect(page.locator(f"#{square} .staged").first).to_be_visible()


def begin(page: Page, game: str) -> None:
    """Go from the home page to the rules of the game, and to its first lesson."""
    page.goto("/")
    page.locator(f"#games a[href='/games/{game}/']").click()
    expect(page.locator("#course")).to_be_visible()
    assert axe_in_story(page) == []
    page.get_by_role("link", name="Try it: 3 minutes").click()
    page.wait_for_load_state("load")
    expect(page.locator("#rack .tile").first).to_be_visible()


@pytest.mark.thorough  # by default: tests/lessons, and tiles in reach in test_in_reach.py
def test_a_visitor_learns_on_a_phone(window: Windows, tolerate: Tolerance) -> None:
    tolerate("422")
    page = window(device=PHONE)
    begin(page, "digifeud")
    assert axe_in_story(page) == []

    tap(page, "g7:5 h7:+ i7:4 j7:= k7:9")  # a legal move, but not the solution
    expect(page.locator("#preview")).to_contain_text("scores 14 points")
    page.locator("#submit").tap()
    expect(page.locator("#preview")).to_contain_text("not the task. Try again")
    assert page.locator("#board .staged").count() == 5

    page.locator("#recall").tap()
    tap(page, "e7:5 f7:+ g7:8 h7:= i7:1 i7:3")
    expect(page.locator("#preview")).to_contain_text("5 + 8 = 13 scores 21 points.")
    page.locator("#submit").tap()
    expect(page.locator("#status")).to_contain_text("5 + 8 = 13 · 21 points")
    expect(page.locator("#i7")).to_have_text("13")
    assert axe_in_story(page) == []

    page.get_by_role("link", name="Next").tap()
    page.wait_for_load_state("load")
    expect(page.get_by_role("heading", level=1)).to_have_text("Build on a number")
    tap(page, "i8:- i9:9 i10:= i11:4")
    page.locator("#submit").tap()
    expect(page.locator("#status")).to_contain_text("13 − 9 = 4 · 13 points")


@pytest.mark.thorough
def test_a_line_is_taken_and_an_answer_is_shown(window: Windows) -> None:
    page = window(device=PHONE)
    page.goto("/games/tenbyten/try/2/")
    tap(page, "d1:4")
    expect(page.locator("#variants label")).to_have_count(2)
    expect(page.locator("#variants label:has(:checked)")).to_contain_text("scores 2 points")
    page.locator("#submit").tap()
    expect(page.locator("#status")).to_contain_text("2 kept")

    page.goto("/games/sudoku/try/5/")
    page.get_by_text("Hint").tap()
    expect(page.get_by_text("Only f1 has no 8")).to_be_visible()
    page.get_by_role("link", name="Show me").tap()
    expect(page.locator("#status")).to_contain_text("2 on f1 · 18 points")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert axe_in_story(page) == []


@pytest.mark.thorough
def test_a_visitor_learns_by_keyboard_at_a_desk(window: Windows) -> None:
    page = window(device=DESKTOP)
    begin(page, "summy")
    assert axe_in_story(page) == []
    tab_to(page, "#board td")
    walk(page, Square.parse("j13"))
    for face in "2x3=6":
        strike(page, face)
    expect(page.locator("#preview")).to_contain_text("2 × 3 = 6 scores 11 points.")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("2 × 3 = 6 · 11 points")

    expect(page.get_by_role("link", name="Next")).to_be_focused()
    page.wait_for_timeout(DELIBERATE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Build on it")


def expect_lit(page: Page, reason: str, squares: frozenset[Square]) -> None:
    lit = page.locator(f"#board td[data-lit='{reason}']")
    expect(lit).to_have_count(len(squares))
    assert set(lit.evaluate_all("cells => cells.map(({ id }) => id)")) == set(map(str, squares))


@pytest.mark.thorough
@cases("device", {"390": PHONE, "1280": DESKTOP}, default=["390"])
def test_squares_light_up_in_a_lesson(window: Windows, device: Device) -> None:
    page = window(device=device)
    page.goto("/games/digifeud/try/1/")
    game, position = games()["digifeud"], lessons("digifeud")[0].position
    page.locator("#rack .tile[data-face='=']").click()
    expect_lit(page, "fits", display_of(game).legal_squares(game.view(position, position.to_move), "="))
    assert axe_in_story(page) == []
    page.locator("#rack .tile[data-face='=']").click()
    expect(page.locator("#board [data-lit]")).to_have_count(0)

    page.goto("/games/sudoku/try/1/")
    page.locator("#board td[data-takes]").first.click()
    expect(page.locator("#board [data-lit=line]").first).to_be_visible()
    page.get_by_role("link", name="Show me").click()
    expect(page.locator("#match_view[data-turn=over]")).to_be_visible()
    expect(page.locator("#board [data-lit]")).to_have_count(0)


@pytest.mark.thorough
def test_a_sum_is_typed_with_the_keypad_of_a_lesson_and_gets_a_place(window: Windows) -> None:
    page = window(device=PHONE)
    page.goto("/games/digifeud/try/1/")
    page.locator("#type").tap()
    for key in "5+8=13":
        page.locator(f"#keypad button[data-key='{key}']").tap()
    expect(page.locator("#text")).to_have_value("5+8=13")
    expect(page.locator("#variants label").nth(1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert axe_in_story(page) == []
    page.locator("#variants input[value='e7r 5+8=13']").check()
    page.locator("#submit").tap()
    expect(page.locator("#status")).to_contain_text("5 + 8 = 13 · 21 points")


@pytest.mark.thorough
def test_who_turned_them_off_has_neither_lights_nor_keypad(newcomer: Newcomers) -> None:
    page = newcomer("dora")
    page.goto("/accounts/settings/")
    for label in ("Light up squares while I choose", "A keypad to type a sum"):
        with page.expect_response("**/accounts/settings/"):  # each is saved by itself
            page.get_by_label(label).uncheck()
    page.goto("/games/digifeud/try/1/")
    page.locator("#rack .tile[data-face='=']").click()
    page.locator("#type").click()
    expect(page.locator("#text")).to_be_visible()
    expect(page.locator("#keypad button")).to_have_count(0)
    expect(page.locator("#board [data-lit]")).to_have_count(0)


# A device with one voice, which notes what it is given and ends when told; the test browser itself has no voice.
VOICE = """
  const said = (window.said = []);
  const getVoices = () => [{ lang: "%s", localService: %s }];
  const voices = { getVoices, speak: (one) => said.push(one), cancel: () => said.splice(0) };
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: voices });
"""


@pytest.mark.thorough
@pytest.mark.own_windows
def test_a_lesson_is_read_aloud_by_keyboard_in_the_language_of_the_page(window: Windows) -> None:
    page = window(device=PHONE)
    page.add_init_script(VOICE % ("en_GB", "true"))
    page.goto("/games/digifeud/try/1/")
    button = page.get_by_role("button", name="Read aloud")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("said.map(({ lang }) => lang)[0]") == "en"
    assert page.evaluate("said[0].text") == page.get_by_role("heading", level=1).inner_text()
    assert axe_in_story(page) == []
    page.evaluate("said.at(-1).onend()")
    expect(button).to_have_attribute("aria-pressed", "false")

    button.press("Space")
    assert page.evaluate("said.length") > 1
    page.get_by_text("Hint").tap()
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    assert page.evaluate("said.length") == 0
    button.press("Enter")
    assert page.evaluate("said.length") > 2
    page.wait_for_timeout(DELIBERATE)
    button.press("Enter")
    assert page.evaluate("said.length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.own_windows
@pytest.mark.parametrize(("language", "local"), [("nl-NL", "true"), ("en-GB", "false")])
def test_a_device_without_a_voice_of_its_own_for_the_language_offers_nothing(
    language: str, local: str, window: Windows
) -> None:
    page = window(device=PHONE)
    page.add_init_script(VOICE % (language, local))
    page.goto("/games/digifeud/try/1/")
    expect(page.locator("script[data-runs=read]")).to_have_count(1)
    expect(page.locator("#read")).to_be_hidden()
