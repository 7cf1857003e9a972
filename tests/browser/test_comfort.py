"""What lights up while players choose, in each game, and the keypad that finds the places of a sum."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.catalogue import display_of, games
from games.rules import Light, Position, Reason, Square
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import DESKTOP
from tests.browser.input_methods import open_sheet
from tests.browser.sample_matches import begin
from tests.browser.stories import Story, click, sit_alone, sit_down, tap
from tests.browser.waiting import until
from tests.serving import Site
from tests.sizes import cases

LIT = """([reason, squares]) => {
    const lit = [...document.querySelectorAll(`#board td[data-lit='${reason}']`)].map(({ id }) => id);
    return lit.sort().join() === squares.join();
}"""
LATE = {"digifeud": 4, "summy": 4, "sudoku": 12, "tenbyten": 6}


def lit(page: Page, reason: str) -> Locator:
    return page.locator(f"#board td[data-lit='{reason}']")


def expect_lit(page: Page, reason: str, squares: frozenset[Square]) -> None:
    """Wait until these squares light up for this reason, and no others."""
    until(page, LIT, arg=[reason, sorted(map(str, squares))])


def seated(site: Site, window: Windows, slug: str) -> tuple[Page, Page, Position]:
    """Open a match in its middle for the player to move (desktop) and the other one (phone)."""
    story = Story.begin(games()[slug], LATE[slug])
    mover, other = sit_down(site, window, slug, story.moves)
    expect(mover.locator("#match_view")).to_have_attribute("data-turn", "mine")
    return mover, other, story.position


@cases("slug", ["digifeud", "summy"], default=["digifeud"])
def test_a_picked_tile_lights_the_squares_where_it_can_lie(site: Site, window: Windows, slug: str) -> None:
    anna, bob, position = seated(site, window, slug)
    game = games()[slug]
    for page, seat in ((anna, position.to_move), (bob, position.to_move.other)):
        view = game.view(position, seat)
        rack = [tile.face for tile in display_of(game).rack(view, seat) or ()]
        face = next(face for face in [*rack[::-1]] if display_of(game).legal_squares(view, face))
        page.locator(f"#rack .tile[data-face='{face}']").first.click()
        expect_lit(page, "fits", display_of(game).legal_squares(view, face))
        square = next(iter(sorted(display_of(game).legal_squares(view, face))))
        expect(page.locator(f"#{square}")).to_have_attribute("aria-label", re.compile("can be used"))
        assert axe_in_story(page) == []
        page.locator(f"#rack .tile[data-face='{face}']").first.click()
        expect(lit(page, "fits")).to_have_count(0)


@pytest.mark.thorough
def test_in_digifeud_a_number_on_the_board_lights_up_where_it_can_be_used(site: Site, window: Windows) -> None:
    anna, _bob, position = seated(site, window, "digifeud")
    game = games()["digifeud"]
    view = game.view(position, position.to_move)
    numbers = [cell.square for cell in display_of(game).board(view).cells if cell.face and cell.kind == "number"]
    square, light = next(
        (square, found[0]) for square in numbers if (found := display_of(game).highlights(view, (), square))
    )
    anna.locator(f"#{square}").click()
    expect_lit(anna, "fits", light.squares)


@pytest.mark.thorough  # by default: tests/matches/test_lights.py, and lights of a tile
def test_in_sudoku_a_square_shows_its_lines_equal_digits_and_conflicts(site: Site, window: Windows) -> None:
    anna, bob, position = seated(site, window, "sudoku")
    game = games()["sudoku"]
    view = game.view(position, position.to_move)
    wrong = next(move for move in game.legal_moves(position) if game.judge(position, move).warning)
    filled = next(cell.square for cell in display_of(game).board(view).cells if cell.face)
    for square in (wrong, filled):
        anna.locator(f"#{square}").click()
        for light in display_of(game).highlights(view, (), square):
            if light.reason is not Reason.LINE:
                expect_lit(anna, light.reason.value, light.squares)
        expect(lit(anna, "line").first).to_be_visible()
    assert axe_in_story(anna) == []
    anna.locator("#rack .tile").click()
    anna.locator(f"#{wrong}").click()
    expect(lit(anna, "conflict").first).to_be_visible()
    anna.keyboard.press("Escape")
    expect(anna.locator("#board [data-lit]")).to_have_count(0)
    bob.locator(f"#{filled}").focus()
    bob.keyboard.press("ArrowRight")
    expect(lit(bob, "line").first).to_be_visible()
    assert axe_in_story(bob) == []


@pytest.mark.thorough  # by default: a tap that lays a tile in test_laying.py and test_one_frame.py
def test_in_sudoku_one_tap_lays_the_tile_and_the_next_one_moves_it(site: Site, window: Windows) -> None:
    story = Story.begin(games()["sudoku"], LATE["sudoku"])
    for page, touch in zip(sit_down(site, window, "sudoku", story.moves), (click, tap), strict=True):
        expect(page.locator("#match_view")).to_have_attribute("data-turn", "mine")
        game, position = story.game, story.position
        view = game.view(position, position.to_move)
        first, second = islice((move for move in game.legal_moves(position) if game.judge(position, move).points), 2)
        filled = next(cell.square for cell in display_of(game).board(view).cells if cell.face)

        touch(page, f"#{first}")
        expect(page.locator(f"#{first} .staged")).to_be_visible()
        expect(lit(page, "line").first).to_be_visible()
        touch(page, f"#{second}")
        expect(page.locator("#board .staged")).to_have_count(1)
        expect(page.locator(f"#{second} .staged")).to_be_visible()
        expect(page.locator("#badge")).to_have_attribute("data-points", str(game.judge(position, second).points))
        assert axe_in_story(page) == []
        touch(page, f"#{filled}")  # its lines, and the tile stays
        for light in display_of(game).highlights(view, ((second, ""),), filled):
            if light.reason is not Reason.LINE:
                expect_lit(page, light.reason.value, light.squares)
        expect(page.locator(f"#{second} .staged")).to_be_visible()
        touch(page, f"#{second}")
        expect(page.locator("#board .staged")).to_have_count(0)

        touch(page, f"#{second}")
        expect(page.locator(f"#{second} .staged")).to_be_visible()
        touch(page, "#submit")
        story.play(second)
        expect(page.locator("#match_view")).to_have_attribute("data-ply", str(len(story.moves)))


@pytest.mark.thorough
def test_in_sudoku_one_tap_only_chooses_where_moves_are_confirmed(site: Site, window: Windows) -> None:
    anna, _bob, position = seated(site, window, "sudoku")
    anna.locator("#match").evaluate("match => { match.dataset.confirm = 'always'; }")  # as the setting does
    square = next(iter(games()["sudoku"].legal_moves(position)))
    anna.locator(f"#{square}").click()
    expect(lit(anna, "line").first).to_be_visible()
    expect(anna.locator("#board .staged")).to_have_count(0)
    anna.locator("#rack .tile").click()
    expect(anna.locator(f"#{square} .staged")).to_be_visible()


@pytest.mark.thorough
def test_in_10_by_10_the_groups_of_ten_glow_while_choosing(site: Site, window: Windows) -> None:
    game = games()["tenbyten"]
    story = Story.begin(game, 0)
    while not any(move.lines for move in game.legal_moves(story.position)):
        story.play(next(islice(game.legal_moves(story.position), 3, 4)))
    anna = sit_alone(site, window, "tenbyten", story.moves)
    capture = next(move for move in game.legal_moves(story.position) if move.lines)
    (light,) = display_of(game).highlights(
        game.view(story.position, story.position.to_move), ((capture.square, capture.chip),)
    )
    assert light == Light(Reason.WHOLE, light.squares)
    anna.locator(f"#rack .tile[data-face='{capture.chip}']").first.click()
    anna.locator(f"#{capture.square}").hover()
    expect_lit(anna, "whole", light.squares)
    anna.locator(f"#{capture.square}").click()
    expect_lit(anna, "whole", light.squares)
    assert axe_in_story(anna) == []
    anna.locator("#recall").click()
    expect(anna.locator("#board [data-lit]")).to_have_count(0)


@pytest.mark.thorough
def test_in_summy_the_line_that_reads_as_a_sum_glows(site: Site, window: Windows) -> None:
    anna, _bob, position = seated(site, window, "summy")
    game = games()["summy"]
    move = next(move for move in game.legal_moves(position) if game.judge(position, move).points)
    anna.locator("#type").click()
    anna.locator("#text").fill(move.text)
    expect(anna.locator("#preview")).to_have_class("legal")
    view = game.view(position, position.to_move)
    faces = {cell.square: cell.face for cell in display_of(game).board(view).cells}
    anna.locator("#text").fill("")
    for square, face in zip(move.squares, move.text, strict=True):
        if not faces[square]:
            anna.locator(f"#rack .tile[data-face='{face}']:not(.used)").first.click()
            anna.locator(f"#{square}").click()
    expect(lit(anna, "whole").first).to_be_visible()
    assert set(map(str, move.squares)) <= set(lit(anna, "whole").evaluate_all("cells => cells.map(({ id }) => id)"))
    assert axe_in_story(anna) == []


@pytest.mark.thorough
@cases("slug", ["digifeud", "summy"], default=["summy"])
def test_a_sum_typed_on_the_keypad_shows_its_places_and_one_is_played(site: Site, window: Windows, slug: str) -> None:
    anna, bob, position = seated(site, window, slug)
    game = games()[slug]
    view = game.view(position, position.to_move)
    texts = {game.encode(move).partition(" ")[2].replace("?", "") for move in game.legal_moves(position)}
    places = {text: found for text in sorted(texts) if (found := display_of(game).moves_making(view, text))}
    text, moves = max(places.items(), key=lambda item: len(item[1]))
    assert len(moves) > 1
    anna.locator("#type").click()
    for sign in text:
        anna.locator(f"#keypad [data-key='{sign}']").click()
    expect(anna.locator("#variants input")).to_have_count(len(moves))
    expect(anna.locator("#variants input:checked")).to_have_count(0)
    assert axe_in_story(anna) == []
    anna.locator("#submit").click()
    expect(anna.locator("#notice")).to_contain_text("Choose a place")
    anna.locator("#variants label").nth(1).click()
    expect(anna.locator("#text")).to_have_value(game.encode(moves[1]))
    expect(anna.locator("#board .chosen").first).to_be_visible()
    anna.locator("#submit").click()
    for page in (anna, bob):
        expect(page.locator("#match_view")).to_have_attribute("data-ply", str(LATE[slug] + 1))


@cases("language", ["en", "nl", "de", "fr", "pl"], default=["de"])
def test_no_key_moves_when_a_first_one_is_pressed(site: Site, window: Windows, language: str) -> None:
    """What is typed is told to be no move yet, in German in four lines."""
    anna = begin(site, f"key-{language}", f"other-{language}").sit_down(
        site, window, "digifeud", DESKTOP, locale=language
    )
    anna.locator("#type").click()
    key = anna.locator("#keypad button").first
    place = key.bounding_box()
    key.click()
    expect(anna.locator("#preview.illegal")).to_be_visible()
    assert key.bounding_box() == place


@pytest.mark.thorough
def test_on_a_phone_the_keypad_is_large_enough(site: Site, window: Windows) -> None:
    _anna, bob, _position = seated(site, window, "digifeud")
    bob.locator("#type").click()
    expect(bob.locator("#keypad button").first).to_be_focused()  # and the device's own keyboard stays away
    for sign in "1+1=3⌫2":
        bob.locator(f"#keypad [data-key='{sign}']").click()
    expect(bob.locator("#text")).to_have_value("1+1=2")
    box = bob.locator("#keypad button").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 40
    assert bob.evaluate("document.documentElement.scrollWidth") == 390
    assert axe_in_story(bob) == []


@pytest.mark.thorough
def test_what_is_turned_off_stays_dark_and_the_match_says_so(site: Site, window: Windows) -> None:
    anna, _bob, position = seated(site, window, "digifeud")
    match = anna.url
    open_sheet(anna)
    anna.get_by_text("About this match").click()
    anna.locator("#about .unfold summary").click()
    expect(anna.locator("#helps .lights")).to_contain_text("On.")
    expect(anna.locator("#helps .lights .off")).to_be_hidden()
    anna.goto("/accounts/settings/")
    anna.get_by_label("Light up squares while I choose").uncheck()
    anna.get_by_label("A keypad to type a sum").uncheck()
    expect(anna.locator("#appearance .saved")).to_contain_text("Saved.")
    anna.goto(match)
    open_sheet(anna)
    anna.get_by_text("About this match").click()
    anna.locator("#about .unfold summary").click()
    expect(anna.locator("#helps .lights .off")).to_be_visible()
    expect(anna.locator("#helps .keypad .off")).to_be_visible()
    open_sheet(anna)
    anna.get_by_text("About this match").click()
    anna.locator("#rack .tile[data-face='=']").click()
    expect(anna.locator("#rack .selected")).to_have_count(1)
    anna.locator("#type").click()
    expect(anna.locator("#text")).to_be_visible()
    expect(anna.locator("#keypad button")).to_have_count(0)
    expect(anna.locator("#board [data-lit]")).to_have_count(0)
    assert position.to_move


@pytest.mark.thorough
def test_zen_shows_only_the_board_and_leads_back_to_the_settings(site: Site, window: Windows) -> None:
    anna, bob, _position = seated(site, window, "digifeud")
    for page in (anna, bob):
        before = page.locator("#board").bounding_box()
        match = page.url
        page.goto("/accounts/settings/")
        page.get_by_label("Zen: a match shows only the board").check()
        expect(page.locator("#appearance .saved")).to_contain_text("Saved.")
        expect(page.get_by_label("Zen: a match shows only the board")).to_be_checked()
        page.goto(match)
        for hidden in ("#header", "#footer", "#turns"):
            expect(page.locator(hidden)).to_be_hidden()
        for seen in ("#board", "#rack", "#actions", "#status"):
            expect(page.locator(seen)).to_be_visible()
        after = page.locator("#board").bounding_box()
        assert before
        assert after
        assert after["width"] >= before["width"]
        assert axe_in_story(page) == []
        page.locator("#leave-zen").click()
        page.get_by_label("Zen: a match shows only the board").uncheck()
        expect(page.locator("#appearance .saved")).to_contain_text("Saved.")
        expect(page.get_by_label("Zen: a match shows only the board")).not_to_be_checked()


@pytest.mark.thorough
def test_the_page_says_saved_when_the_last_of_several_changes_is_saved(newcomer: Newcomers) -> None:
    anna = newcomer("anna9")
    anna.goto("/accounts/settings/")
    held: list[Route] = []
    anna.route("**/accounts/settings/", lambda route: held.append(route))
    for label in ("For the left hand", "Small", "Wood"):
        anna.get_by_label(label, exact=True).check()
    saved = anna.locator("#appearance .saved")
    with anna.expect_request("**/accounts/settings/"):  # the other two changes wait for the answer to the first one
        held[0].continue_()
    expect(saved).to_have_text("")
    held[1].continue_()
    expect(saved).to_contain_text("Saved.")
    anna.unroute("**/accounts/settings/")
    anna.reload()
    expect(anna.locator("html[data-tiles='wood']")).to_have_count(1)


@pytest.mark.thorough
def test_an_older_tab_undoes_nothing(newcomer: Newcomers) -> None:
    older = newcomer("anna10")
    newer = older.context.new_page()
    tabs = ((older, "For the left hand"), (newer, "Wood"), (older, "Small"))
    for page in (older, newer):
        page.goto("/accounts/settings/")
    for page, label in tabs:
        with page.expect_response("**/accounts/settings/"):
            page.get_by_label(label, exact=True).check()
    newer.reload()
    for _page, label in tabs:
        expect(newer.get_by_label(label, exact=True)).to_be_checked()


@pytest.mark.thorough
def test_the_left_hand_and_a_small_board_on_wood(site: Site, window: Windows) -> None:
    anna, _bob, _position = seated(site, window, "digifeud")
    match = anna.url
    large = anna.locator("#board").bounding_box()
    anna.goto("/accounts/settings/")
    for label in ("For the left hand", "Small", "Wood"):
        anna.get_by_label(label, exact=True).check()
    expect(anna.locator("#appearance .saved")).to_contain_text("Saved.")
    anna.reload()
    expect(anna.locator("html[data-tiles='wood']")).to_have_count(1)
    expect(anna.get_by_label("Wood", exact=True)).to_be_checked()
    anna.goto(match)
    small, rack = anna.locator("#board").bounding_box(), anna.locator("#rack").bounding_box()
    assert large
    assert small
    assert rack
    assert small["width"] < 0.8 * large["width"]
    assert rack["x"] < small["x"]
    for theme in ("light", "dark"):
        anna.emulate_media(color_scheme=theme)
        assert axe_in_story(anna) == []
