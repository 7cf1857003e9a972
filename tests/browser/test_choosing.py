"""Moves that need more than laying: choosing a variant, answering a question, picking tiles, a board in parts."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from playwright.sync_api import Page, Route, expect

from games.catalogue import games
from games.rules import Position, SeededRandom
from tests.browser.conftest import Windows
from tests.browser.devices import SIZES, small
from tests.browser.input_methods import open_sheet
from tests.browser.reach import OPEN
from tests.browser.stories import SEED, sit_down, start
from tests.browser.test_layout import edges, overlap
from tests.browser.waiting import until
from tests.serving import Site
from tests.sizes import cases

MOST_MOVES = 20
WITH_A_BLANK = 8  # the seed of a deal of Digifeud that has one
# Which of these and of the question's parts are whole in the window, these not under it, and its words in their place.
BESIDE = """(all) => {
    const question = document.querySelector("dialog[open]"), words = document.createRange();
    words.selectNodeContents(question.querySelector("p"));
    const box = (one) => one.getBoundingClientRect();
    const inside = ({ left, right, top, bottom }) =>
        top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    const parts = [box(question), box(words), ...[...question.querySelectorAll("button")].map(box)];
    const beside = (one) => parts.every(({ left, right, top, bottom }) =>
        right <= one.left || left >= one.right || bottom <= one.top + 1 || top >= one.bottom - 1);
    return [...parts.map(inside), ...all.map(box).map((one) => inside(one) && beside(one))];
}"""


def expect_all_beside_the_question(page: Page, where: str) -> None:
    """Expect both players, board, tiles and Play whole beside a question, answered in the thumb's reach, at each size.

    Yes and no are beside Play; digits are in the line above the tiles upright, and beside Play on its side.
    """
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")  # a click of Playwright's may scroll
        buttons = page.locator("dialog[open] button").evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert min(buttons) >= (33 if where == "digit" else 44), (where, width, height, buttons)
        seen = page.locator("#scores > .player, #view, :not(#pane) > #board, #rack .tile, #submit").evaluate_all(BESIDE)
        assert len(seen) > 7, (where, width, height)
        assert all(seen), (where, width, height, seen)
        place, answers = (page.locator(one).bounding_box() for one in ("#actions", "dialog[open]"))
        assert place
        assert answers
        assert abs(place["y"] - answers["y"]) <= 1, (where, width, height)


def until_there_is_a_choice() -> tuple[list[str], Position]:
    """Return moves of 10 BY 10 that lead to a position with a capture, and that position."""
    game, seed = games()["tenbyten"], SEED.to_bytes(32, "big")
    position, moves = game.setup(game.options_type(), SeededRandom(seed)), list[str]()
    while len(moves) < MOST_MOVES:
        legal = list(game.legal_moves(position))
        if any(move.lines for move in legal):
            return moves, position
        moves.append(game.encode(legal[len(legal) // 2]))
        position = game.apply(position, legal[len(legal) // 2], SeededRandom(seed, len(moves)))
    raise AssertionError("nobody could ever capture")


@pytest.mark.thorough
def test_a_tap_on_a_line_takes_it_and_another_leaves_it(site: Site, window: Windows) -> None:
    moves, position = until_there_is_a_choice()
    anna, bob = sit_down(site, window, "tenbyten", moves)
    game = games()["tenbyten"]
    capture = next(move for move in game.legal_moves(position) if move.lines)
    square = next(str(square) for square in capture.captured)
    anna.locator(f"#rack .tile[data-face='{capture.chip}']").first.click()
    anna.locator(f"#{capture.square}").click()
    expect(anna.locator("#variants input").first).to_be_checked()  # what captures most
    expect(anna.locator("#submit")).to_have_attribute("data-points", re.compile(r"[1-9]"))
    expect(anna.locator(f"#{square}")).to_have_class(re.compile(r"\bchosen\b"))
    anna.locator(f"#{square}").click()
    expect(anna.locator("#variants input").last).to_be_checked()
    expect(anna.locator("#submit")).to_have_attribute("data-points", "")
    anna.locator(f"#{square}").click()
    expect(anna.locator("#variants input").first).to_be_checked()
    anna.locator(f"#variants input[value='{game.encode(capture)}']").check()
    expect(anna.locator("#text")).to_have_value(game.encode(capture))
    anna.locator("#submit").click()
    for page in (anna, bob):
        expect(page.locator("#match_view")).to_have_attribute("data-ply", str(len(moves) + 1))
        expect(page.locator("#board .chosen, #board .choice")).to_have_count(0)
        expect(page.locator(f"#{square} b")).to_have_count(0)


@cases("language", ["en", "nl", "de", "fr", "pl"], default=["de"])
def test_a_question_on_a_phone_leaves_all_in_sight(site: Site, window: Windows, language: str) -> None:
    """Which digit a blank is, whether to resign, and the longest: a second pass in a row."""
    match, sessions = start(site, "digifeud", ["pass", "pass"], seed=WITH_A_BLANK)
    page = window(device=small(*SIZES[0]), locale=language)
    page.context.add_cookies([{"name": "sessionid", "value": sessions[0], "url": site.url}])
    page.goto(f"/matches/{match}/")
    blank = page.locator("#rack .tile[data-face='?']")
    blank.click()
    page.locator("#g7").click()
    expect(page.locator("dialog.digits button")).to_have_count(11)
    expect_all_beside_the_question(page, "digit")
    page.locator("dialog.digits button[value='']").click()
    expect(page.locator("dialog.digits")).to_have_count(0)
    blank.click()  # it was still held
    page.locator("#commands [data-question]").click()
    expect(page.locator("#question")).to_be_visible()
    expect_all_beside_the_question(page, "pass")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    open_sheet(page)
    page.locator(".resigns button").click()
    expect(page.locator("#question")).to_be_visible()
    expect_all_beside_the_question(page, "resign")


@pytest.mark.thorough
def test_a_wrong_square_is_asked_about(site: Site, window: Windows) -> None:
    game = games()["sudoku"]
    position = game.setup(game.options_type(), SeededRandom(SEED.to_bytes(32, "big")))
    wrong = next(move for move in game.legal_moves(position) if game.judge(position, move).warning)
    anna, bob = sit_down(site, window, "sudoku", [])
    anna.locator("#rack .tile").click()
    anna.locator(f"#{game.encode(wrong)}").click()
    expect(anna.locator("#preview .warning")).to_be_visible()
    anna.locator("#submit").click()
    board, question = anna.locator("#board").bounding_box(), anna.locator("#question").bounding_box()
    assert board
    assert question
    assert question["x"] >= board["x"] + board["width"]  # the board can be read
    anna.locator("#question button[value='no']").click()
    expect(anna.locator("#match_view")).to_have_attribute("data-ply", "0")
    anna.locator("#submit").click()
    anna.locator("#question button[value='yes']").click()
    for page in (anna, bob):
        expect(page.locator("#match_view")).to_have_attribute("data-ply", "1")


@pytest.mark.thorough  # by default: pieces that are picked in test_in_reach.py
def test_pieces_to_exchange_are_large_and_beside_the_players(site: Site, window: Windows) -> None:
    seed = SEED.to_bytes(32, "big")
    game = games()["summy"]
    first = game.encode(next(islice(game.legal_moves(game.setup(game.options_type(), SeededRandom(seed))), 1)))
    match, sessions = start(site, "summy", [first])
    page = window(device=small(*SIZES[0]))
    page.context.add_cookies([{"name": "sessionid", "value": sessions[1], "url": site.url}])
    page.goto(f"/matches/{match}/")
    page.locator("#sort").click()
    page.locator(".picks summary").click()
    faces = page.locator("#rack .tile").evaluate_all("all => all.map((one) => one.dataset.face)")
    assert faces == page.locator(".picking input[name='pick']").evaluate_all("all => all.map((one) => one.value)")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        tiles = page.locator(".picking .tile").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert min(tiles) >= 24, (width, height, tiles)
        expect(page.locator(".picks summary .icon")).to_be_in_viewport(ratio=1)
        panel = page.locator(".picking").bounding_box()
        assert panel
        for points in page.locator(".player > .points").all():
            box = points.bounding_box()
            assert box
            middle = box["y"] + box["height"] / 2
            assert not panel["y"] < middle < panel["y"] + panel["height"], (width, height)
    page.locator(".picks summary").click()
    expect(page.locator(".picking")).to_be_hidden()


@pytest.mark.thorough  # by default: tests/summy, and pieces that are picked in test_in_reach.py
def test_pieces_are_exchanged_and_only_their_player_sees_which(site: Site, window: Windows) -> None:
    game, seed = games()["summy"], SEED.to_bytes(32, "big")
    position = game.setup(game.options_type(), SeededRandom(seed))
    first = game.encode(next(islice(game.legal_moves(position), 1)))
    bob, anna = sit_down(site, window, "summy", [first])
    expect(anna.locator(".picks")).to_be_hidden()
    bob.locator(".picks summary").click()
    picking = bob.locator(".picking")
    expect(picking.get_by_role("button")).to_be_disabled()
    picked = [picking.locator("input[name='pick']").nth(place).get_attribute("value") or "" for place in (0, 3)]
    for place in (0, 3):
        picking.locator(".tile").nth(place).click()
    expect(picking.locator(".picked")).to_contain_text("2 picked.")
    open_sheet(anna)
    anna.get_by_text("About this match").click()
    anna.locator("#about .unfold summary").click()
    for part in ("#about", "#about .unfold"):
        bob.locator(part).evaluate("about => (about.open = true)")  # a click would close the menu
    bob.evaluate("document.addEventListener('htmx:after:swap', () => (window.swapped = true))")
    picking.get_by_role("button").press("Enter")
    bob.locator("#question button[value='yes']").click()
    until(bob, "() => window.swapped")
    for page in (anna, bob):
        expect(page.locator("#turn-2")).to_contain_text("exchanges 2 pieces")
    for page, seen in ((bob, "".join(sorted(picked))), (anna, "2")):
        page.get_by_role("link", name="Notation").click()
        shown = re.search(r"2\. swap (\S+)", page.locator("pre").inner_text())
        assert shown
        assert "".join(sorted(shown[1])) == seen


@cases("how", ["usual", "anchorless"])
def test_a_page_stays_where_it_is_when_a_question_is_answered(site: Site, window: Windows, how: str) -> None:
    """And the board can be read meanwhile, also in a browser without anchors."""
    match, sessions = start(site, "digifeud", [])
    page = window(device=small(320, 568))
    page.context.add_cookies([{"name": "sessionid", "value": sessions[0], "url": site.url}])
    if how == "anchorless":
        page.route(re.compile(r"\.css$"), anchorless)
    page.goto(f"/matches/{match}/")
    page.locator("#commands [data-question]").click()
    for width, height in SIZES[::-1]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#question, #question button").evaluate_all(OPEN) == [True] * 3, (width, height)
        question, players = edges(page.locator("#question")), page.locator("#scores > .player").all()
        over = [one for one in (page.locator("#board"), *players) if overlap(question, edges(one))]
        assert over == [], (width, height)
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator("#question [value=yes]").click()
    expect(page.locator("#match_view")).to_have_attribute("data-ply", "1")
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    assert page.evaluate("() => scrollY") == 0


def anchorless(route: Route) -> None:
    """Answer with the style sheet as a browser reads it that has no anchors."""
    sheet = route.fetch()
    route.fulfill(response=sheet, body=re.sub(r"(anchor-name|anchor\(|position-a)", r"no-\1", sheet.text()))


def test_a_large_board_opens_where_tiles_are_laid(site: Site, window: Windows) -> None:
    match, sessions = start(site, "summy", [])
    page = window(device=small(390, 664))
    page.context.add_cookies([{"name": "sessionid", "value": sessions[0], "url": site.url}])
    page.goto(f"/matches/{match}/")
    page.locator("#rack .tile").first.tap()
    page.locator("#l13").tap()
    expect(page.locator("#l13.placed")).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator("#l13.placed")).to_be_in_viewport(ratio=1)
