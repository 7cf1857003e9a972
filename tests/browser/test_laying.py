"""Laying tiles: by mouse, by finger, by tapping, by keyboard, and by typing the move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe, axe_in_story
from tests.browser.conftest import Windows
from tests.browser.dealing import ANNAS, BOBS, rack, sit_alone, sit_down, staged
from tests.browser.input_methods import middle, on_rack, write
from tests.browser.meeting import expect_notice, record_notices
from tests.browser.touch_events import drag
from tests.serving import Site

FIRST = {"e7": "5", "f7": "+", "g7": "8", "h7": "=", "i7": "13"}  # D1 of the rules: 21 points


def type_on(page: Page, square: str, keys: str) -> None:
    """Focus a square and type."""
    page.locator(f"#{square}").focus()
    page.keyboard.type(keys)


def open_with_d1(anna: Page, bob: Page) -> None:
    """Have anna play 5+8=13 across the middle, and wait until bob sees it."""
    type_on(anna, "e7", "5+8=13")
    anna.keyboard.press("Enter")
    expect(bob.locator("#match_view")).to_have_attribute("data-turn", "mine")


def test_anna_drags_her_tiles_with_the_mouse(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)

    for square, faces in FIRST.items():
        for face in faces:
            anna.mouse.move(*middle(on_rack(anna, face)))
            anna.mouse.down()
            anna.mouse.move(*middle(anna.locator(f"#{square}")), steps=3)
            expect(anna.locator(f"#{square}.target")).to_be_visible()
            anna.mouse.up()

    expect(anna.locator("#preview.legal")).to_contain_text("5 + 8 = 13 scores 21 points.")
    anna.locator("#submit").click()
    expect(bob.locator("#i7.last")).to_have_text("13")
    expect(anna.locator("#status")).to_contain_text("21 points")
    assert staged(anna) == ""
    assert anna.locator("#text").input_value() == ""


@pytest.mark.thorough
def test_a_tile_goes_to_the_nearest_square_that_takes_it(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    x, y = middle(anna.locator("#f6"))  # always empty, between e7, g7, e5 and g5

    anna.mouse.move(*middle(on_rack(anna, "8")))
    anna.mouse.down()
    anna.mouse.move(x + 9, y + 9, steps=3)
    anna.mouse.up()

    assert staged(anna) == "g7:8"
    anna.mouse.move(*middle(anna.locator("#g7 .staged")))
    anna.mouse.down()
    anna.mouse.move(*middle(anna.locator("#status")), steps=3)
    anna.mouse.up()
    assert staged(anna) == ""


def test_bob_drags_with_his_finger(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    open_with_d1(anna, bob)
    tiles = bob.locator("#rack .tile")

    drag(bob, on_rack(bob, "6"), bob.locator("#g9"))
    assert staged(bob) == "g9:6"
    drag(bob, bob.locator("#g9 .staged"), bob.locator("#m13"))
    assert staged(bob) == "m13:6"
    drag(bob, bob.locator("#m13 .staged"), tiles.first)
    assert staged(bob) == ""
    drag(bob, tiles.nth(0), tiles.nth(4), lift=0)
    assert sorted(rack(bob)) == sorted(BOBS)
    order = rack(bob)
    assert order != BOBS

    bob.reload()
    assert rack(bob) == order


def test_bob_taps_a_tile_and_then_its_square(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    open_with_d1(anna, bob)

    on_rack(bob, "6").tap()
    expect(bob.locator("#rack [aria-pressed=true]")).to_have_attribute("data-face", "6")
    bob.locator("#g9").tap()
    on_rack(bob, "4").tap()
    bob.locator("#g9").tap()
    assert staged(bob) == "g9:64"

    bob.locator("#g9 .staged", has_text="6").tap()
    assert staged(bob) == "g9:4"
    bob.locator("#rack .used").tap()
    assert staged(bob) == ""


@pytest.mark.thorough
def test_bob_taps_a_square_and_then_its_tiles(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    open_with_d1(anna, bob)

    bob.locator("#g3").tap()
    bob.locator("#g3").tap()  # a second time: downwards
    for face in "6+2=":
        on_rack(bob, face).tap()

    expect(bob.locator("#preview.legal")).to_contain_text("6 + 2 = 8 scores 14 points.")
    bob.locator("#submit").tap()
    expect(anna.locator("#g3.last")).to_have_text("6")
    expect(bob.locator("#board .cursor")).to_have_count(0)


@pytest.mark.thorough
def test_old_numbers_are_read_when_they_are_typed(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    open_with_d1(anna, bob)

    bob.locator("#g3").focus()
    bob.keyboard.press("Space")
    bob.keyboard.type("6+2=8")

    assert staged(bob) == "g3:6 g4:+ g5:2 g6:="
    bob.keyboard.press("Enter")
    expect(anna.locator("#status")).to_contain_text("14 points")
    anna.locator("#i7").focus()
    anna.keyboard.press("Space")
    anna.keyboard.type("13-")
    assert staged(anna) == "i8:−"


def test_the_keyboard_takes_back_and_turns(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    type_on(anna, "e7", "5+8*")
    expect(anna.locator("#notice")).to_be_empty()
    assert staged(anna) == "e7:5 f7:+ g7:8 h7:×"

    anna.keyboard.press("Backspace")
    expect(anna.locator("#h7")).to_be_focused()
    anna.keyboard.type("=13")
    assert staged(anna) == "e7:5 f7:+ g7:8 h7:= i7:13"

    anna.keyboard.press("Escape")
    assert staged(anna) == ""
    anna.keyboard.press("Home")
    expect(anna.locator("#a7")).to_be_focused()
    record_notices(anna)
    anna.keyboard.press("Space")
    expect(anna.locator("#a7.cursor")).to_have_attribute("data-direction", "d")
    expect_notice(anna, "You type downwards.")
    anna.keyboard.type("+")
    assert staged(anna) == "a8:+"


def test_a_blank_asks_what_it_is_to_be(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    dialog = anna.locator("dialog.digits")

    type_on(anna, "g7", "?")
    expect(dialog).to_be_visible()
    assert axe(anna) == []
    anna.keyboard.press("9")
    expect(dialog).to_have_count(0)
    assert staged(anna) == "g7:9"
    expect(anna.locator("#g7")).to_be_focused()

    anna.keyboard.press("Escape")
    on_rack(anna, "?").click()
    anna.locator("#g7").click()
    dialog.get_by_role("button", name="7").click()
    assert staged(anna) == "g7:7"

    anna.keyboard.press("Backspace")
    anna.keyboard.type("?")
    anna.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert staged(anna) == ""


@pytest.mark.thorough  # by default: a blank that asks
def test_who_types_fast_need_not_wait_for_the_question_to_close(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)

    type_on(anna, "e7", "?")
    expect(anna.locator("dialog.digits")).to_be_visible()
    anna.keyboard.type("8-3=5")  # the 8 on the rack stays there
    expect(anna.locator("#preview.legal")).to_have_attribute("data-text", "e7r ?8-3=5")
    anna.keyboard.press("Enter")

    expect(bob.locator("#e7.last")).to_have_text("8")
    expect(bob.locator("#turn-1")).to_contain_text("8 − 3 = 5")


@pytest.mark.thorough  # by default: a blank that asks
def test_a_digit_that_is_not_on_the_rack_is_laid_by_the_blank(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)

    type_on(anna, "e7", "9-3=6")

    expect(anna.locator("#preview.legal")).to_have_attribute("data-text", "e7r ?9-3=6")
    anna.keyboard.press("Backspace")
    record_notices(anna)
    anna.keyboard.type("2")
    expect_notice(anna, "You have no 2 left.")
    anna.keyboard.type("6")
    anna.keyboard.press("Enter")
    expect(bob.locator("#e7.last")).to_have_text("9")


@pytest.mark.thorough
def test_a_move_may_be_written_by_hand(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)
    type_on(anna, "e7", "5")

    write(anna, "e7r 5+8=14")
    expect(anna.locator("#preview.illegal")).to_be_visible()
    assert staged(anna) == ""
    write(anna, "e7r 5+8=13")
    expect(anna.locator("#preview.legal")).to_contain_text("21 points")
    anna.keyboard.press("Enter")

    expect(bob.locator("#i7.last")).to_have_text("13")


@pytest.mark.thorough  # by default: tiles that are taken back by keyboard
def test_recall_and_shuffle(site: Site, window: Windows) -> None:
    anna = sit_alone(site, window)
    expect(anna.locator("#recall")).to_be_disabled()
    type_on(anna, "e7", "5+8")

    anna.locator("#recall").click()
    assert staged(anna) == ""
    while rack(anna) == ANNAS:
        anna.locator("#shuffle").click()
    assert sorted(rack(anna)) == sorted(ANNAS)
    assert axe_in_story(anna) == []


@pytest.mark.thorough  # by default: two presses that are apart in test_scripts_alone.py
def test_who_wants_is_asked_before_each_move(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window, confirm="always")
    question = anna.locator("#question")
    type_on(anna, "e7", "5+8=13")

    anna.keyboard.press("Enter")
    expect(question).to_contain_text("5 + 8 = 13 scores 21 points. Play it?")
    question.get_by_role("button", name="Go back").click()
    assert staged(anna) == "e7:5 f7:+ g7:8 h7:= i7:13"

    anna.locator("#submit").click()
    question.get_by_role("button", name="Play", exact=True).click()
    expect(bob.locator("#i7.last")).to_have_text("13")


@pytest.mark.thorough
def test_the_rack_keeps_its_order_in_two_groups(site: Site, window: Windows) -> None:
    anna, bob = sit_down(site, window)

    anna.locator("#sort").click()
    assert rack(anna) == "1 1 3 3 5 6 8 ? + - = x"
    anna.locator("#rack .tile[data-face='8']").focus()
    anna.keyboard.press("Shift+ArrowLeft")
    expect(anna.locator("#rack .tile[data-face='8']")).to_be_focused()
    assert rack(anna) == "1 1 3 3 5 8 6 ? + - = x"
    anna.reload()
    assert rack(anna) == "1 1 3 3 5 8 6 ? + - = x"

    write(anna, "e7r 3+5=8")
    anna.locator("#submit").click()
    expect(bob.locator("#turn-1")).to_be_attached()
    expect(anna.locator("#match_view")).to_have_attribute("data-ply", "1")
    after = rack(anna).split()
    assert [after[place] for place in (0, 1, 2, 6, 7)] == ["1", "1", "3", "6", "?"]  # new ones fill the gaps
    assert set(after[8:]) <= set("+-x=")
    assert axe(anna) == []
