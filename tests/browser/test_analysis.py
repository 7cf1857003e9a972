"""After a match bob sees better moves: he resigns, requests the analysis, and looks at a better move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.dealing import sit_alone, sit_down
from tests.browser.input_methods import middle, on_rack, resign, tab_to, write
from tests.serving import Site

BOARD = "cells => cells.map(cell => cell.querySelector('b')?.textContent).join(' ')"  # without the badge


@pytest.mark.thorough
def test_bob_gives_up_and_sees_the_best_there_was(window: Windows, site: Site) -> None:
    anna, bob = sit_down(site, window)
    play(anna, "e7r 3+5=8")
    expect(bob.locator("#match_view")).to_have_attribute("data-ply", "1")
    resign(bob)
    bob.get_by_role("button", name="Analysis", exact=True).click()  # a sheet on his phone
    bob.get_by_role("button", name="Analyse this match").click()
    expect(bob.locator("#rows tbody tr")).to_have_count(1)
    expect(bob.locator("#moments h2")).to_have_text("What decided it")
    for width, height in ((1280, 800), (390, 664)):  # words, chart and boards share the first screen
        bob.set_viewport_size({"width": width, "height": height})
        assert bob.locator("#moments h2").evaluate("title => title.getBoundingClientRect().top") < height - 200
    bob.locator("#figures > summary").click()
    expect(bob.locator("#shares")).to_contain_text("You drew better than in")
    expect(anna.locator("#end #analysis_news")).to_contain_text("Accuracy: anna")  # on the page that she has open
    assert axe_in_story(anna) == []
    bob.locator("#rows").get_by_role("button", name="points").first.click()
    expect(bob.locator("#parts-1")).to_have_text("5 on blue + 8 for the answer = 13")
    assert axe_in_story(bob) == []
    bob.keyboard.press("Escape")
    bob.locator("#rows tbody a").click()
    expect(bob.locator("#status")).to_contain_text("anna: 3 + 5 = 8")
    bob.locator("#badge").tap()
    expect(bob.locator("#badge-parts")).to_be_visible()
    bob.keyboard.press("Escape")
    played = bob.locator("#board td").evaluate_all(BOARD)
    best = bob.locator("#best ol a")
    number = int("3 + 5 = 8" in best.first.inner_text())  # the first that is not the move she made
    best.nth(number).click()
    bob.wait_for_url(f"**/analysis/1/?move={number + 1}")
    expect(bob.locator("#status")).to_contain_text("Instead:")
    assert bob.locator("#board td").evaluate_all(BOARD) != played
    expect(bob.locator("#board td.last")).to_have_count(5)
    assert axe_in_story(bob) == []


@pytest.mark.thorough
def test_anna_touches_the_analysis_and_retries_the_turn(window: Windows, site: Site) -> None:
    """She looks at moves with the mouse and the arrow keys, lays one of her own, and follows it up."""
    anna, bob = sit_down(site, window)
    play(anna, "e7r 3+5=8")
    expect(bob.locator("#match_view")).to_have_attribute("data-ply", "1")
    resign(bob)
    anna.get_by_role("link", name="Analysis").click()
    anna.get_by_role("button", name="Analyse this match").click()
    anna.locator("#figures > summary").click()
    anna.locator("#rows tbody a").click()
    played = anna.locator("#board td").evaluate_all(BOARD)
    best = anna.locator("#best ol a")
    number = int("3 + 5 = 8" in best.first.inner_text())  # the first that is not the move she made
    other = best.nth(number)
    other.hover()
    expect(anna.locator("#formula")).not_to_have_text("")
    points = other.get_attribute("data-points") or ""
    expect(anna.locator("#board td.last > #badge")).to_have_attribute("data-points", points)
    formula = anna.locator("#formula").inner_text()
    expect(anna.locator("#badge-parts")).to_have_text(formula)
    assert anna.locator("#board td").evaluate_all(BOARD) != played
    anna.mouse.move(5, 5)
    expect(anna.locator("#board td.last")).to_have_count(5)
    assert anna.locator("#board td").evaluate_all(BOARD) == played
    other.focus()
    first = anna.locator("#board td").evaluate_all(BOARD)
    anna.keyboard.press("ArrowDown")
    expect(best.nth(number + 1)).to_be_focused()
    assert first != played
    assert axe_in_story(anna) == []
    anna.get_by_role("link", name="Retry this turn").click()
    expect(anna.locator("#task")).to_contain_text("what would you play?")
    expect(anna.locator("#best")).to_have_count(0)
    assert axe_in_story(anna) == []
    for square, face in (("e7", "5"), ("f7", "+"), ("g7", "8"), ("h7", "="), ("i7", "1"), ("i7", "3")):
        anna.mouse.move(*middle(on_rack(anna, face)))
        anna.mouse.down()
        anna.mouse.move(*middle(anna.locator(f"#{square}")), steps=3)
        anna.mouse.up()
    expect(anna.locator("#preview.legal")).to_contain_text("21 points")
    anna.locator("#submit").click()
    expect(anna.locator("#status")).to_contain_text("% of matches")
    anna.get_by_role("link", name="The best moves of bob").click()
    anna.locator("#best ol a").first.click()
    expect(anna.locator("#task")).to_contain_text("anna is to move")
    expect(anna.locator("#status")).to_contain_text("It is the best.")
    assert axe_in_story(anna) == []
    anna.get_by_role("link", name="Take it back").click()
    expect(anna.locator("#task")).to_contain_text("bob is to move")


@pytest.mark.thorough
def test_without_a_script_and_by_keyboard_it_is_there_too(window: Windows, site: Site) -> None:
    anna = sit_alone(site, window)
    play(anna, "e7r 3+5=8")
    resign(anna)
    expect(anna.locator("#match_view")).to_have_attribute("data-turn", "over")
    reader = window(javascript=False)
    reader.goto(f"{anna.url}analysis/")
    tab_to(reader, "#analysis button")
    reader.keyboard.press("Enter")
    reader.wait_for_url(re.compile(r"/analysis/$"))
    expect(reader.locator("#rows tbody tr")).to_have_count(1)  # the page polls by itself
    tab_to(reader, "#figures > summary")
    reader.keyboard.press("Enter")
    tab_to(reader, "#rows tbody a")
    reader.keyboard.press("Enter")
    reader.wait_for_url("**/analysis/1/")
    expect(reader.locator("#best")).to_contain_text("anna held:")


def play(page: Page, text: str) -> None:
    """Type a move and play it."""
    page.wait_for_load_state("load")
    write(page, text)
    expect(page.locator("#preview.legal")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#match_view")).to_have_attribute("data-ply", "1")
