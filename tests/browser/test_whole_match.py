"""Two new players play Digifeud from sign-up to the result, only through the page."""

from __future__ import annotations

import re
from itertools import zip_longest

import pytest
from playwright.sync_api import Page, expect

from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Position, SeededRandom
from tests.browser.conftest import Newcomers, Tolerance, Windows
from tests.browser.devices import MOVING, PHONE, Device
from tests.browser.input_methods import finger, keyboard, mouse, open_sheet, typing
from tests.browser.meeting import MATCH, assert_mark, find_each_other, leave_mark, take_turn
from tests.browser.playing import ALL, Player
from tests.serving import Site
from tests.sizes import THOROUGH

MOTION: Device = MOVING if THOROUGH else {}  # by default that of single moves: test_alive.py


@pytest.mark.thorough
def test_a_whole_match_by_mouse_keyboard_and_finger(sign_up: Newcomers, window: Windows) -> None:
    anna = Player("anna", sign_up("anna", **MOTION), [mouse, keyboard])
    bob = Player("bob", sign_up("bob", device=PHONE, **MOTION), [finger])
    first, second = find_each_other(anna, bob)
    leave_mark(anna, bob)
    while anna.turn != "over":
        take_turn(anna, bob)
    assert_mark(anna, bob)

    visitor = window()
    visitor.goto(anna.page.url)
    positions = replayed(visitor, [move for turns in zip_longest(first.moves, second.moves) for move in turns if move])
    assert anna.points == bob.points == points(first, second, positions[-1])
    assert_result(first, second, positions[-1])
    walk_through_the_turns(anna, [points(first, second, position) for position in positions])
    play_again(anna, bob, starts=second)


@pytest.mark.thorough
@pytest.mark.both_stacks
def test_the_site_is_restarted_in_the_middle(newcomer: Newcomers, site: Site, tolerate: Tolerance) -> None:
    tolerate("WebSocket connection", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE")
    anna = Player("anna2", newcomer("anna2"), [keyboard, mouse])
    bob = Player("bob2", newcomer("bob2", device=PHONE), [finger])
    first, second = find_each_other(anna, bob)
    leave_mark(anna, bob)
    for _turn in range(4):
        take_turn(anna, bob)

    assert site.stop() == 0
    for player in (anna, bob):
        expect(player.page.locator("#connection")).to_have_text("No connection. Trying again…")
    first.send()
    site.start()
    for player in (anna, bob):
        player.sees(5)
        expect(player.page.locator("#connection")).to_be_empty()

    for _turn in range(3):
        take_turn(anna, bob)
    site.restart()
    take_turn(anna, bob)
    second.skip()
    first.sees(10)
    take_turn(anna, bob)
    second.skip()
    for player in (anna, bob):
        expect(player.page.locator("#status")).to_contain_text("passed twice in a row.")
    assert anna.points == bob.points
    assert_mark(anna, bob)


@pytest.mark.thorough  # by default: test_missing_scripts.py
def test_one_side_plays_without_javascript(newcomer: Newcomers) -> None:
    anna = Player("anna3", newcomer("anna3"), [mouse, keyboard])
    bob = Player("bob3", newcomer("bob3", device=PHONE, javascript=False), [typing], scripts=False)
    first, _second = find_each_other(anna, bob)
    leave_mark(anna)
    for _turn in range(2 if first is bob else 3):
        take_turn(anna, bob)

    ply = bob.ply
    bob.skip()
    anna.sees(ply + 1)
    expect(anna.page.locator("#status")).to_contain_text("bob3 passes.")
    anna.play()
    bob.look()
    bob.resign()
    expect(anna.page.locator("#status")).to_contain_text("You win!")
    expect(bob.page.locator("#status")).to_contain_text("anna3 wins.")
    assert anna.points == bob.points
    assert anna.points["bob3"] == 1
    assert_mark(anna)
    play_again(anna, bob, starts=anna if first is bob else bob)


def replayed(visitor: Page, moves: list[str]) -> list[DigifeudPosition]:
    """Replay the notation page's moves, which must be `moves`, from the fairness page's seed; return the positions."""
    match = visitor.url
    open_sheet(visitor)
    visitor.get_by_text("About this match").click()
    visitor.locator("#about .unfold summary").click()
    visitor.get_by_role("link", name="Notation").click()
    text = visitor.locator("pre").inner_text()
    assert re.findall(r"^\d+\. (.+)$", text, re.MULTILINE) == moves
    visitor.goto(match)
    open_sheet(visitor)
    visitor.get_by_text("About this match").click()
    visitor.get_by_role("link", name="Fair draw").click()
    expect(visitor.locator("#proven")).to_have_class("yes")
    expect(visitor.locator("#proof .no")).to_have_count(0)
    seed = bytes.fromhex(visitor.locator("#seed").text_content() or "")
    positions = [game.setup(ALL, SeededRandom(seed))]
    for ply, move in enumerate(moves, 1):
        positions.append(game.apply(positions[-1], game.decode(move), SeededRandom(seed, ply)))
    return positions


def points(first: Player, second: Player, position: Position) -> dict[str, int]:
    """Return the points of both players by name, as a page should show them."""
    return dict(zip((first.name, second.name), position.scores, strict=True))


def assert_result(first: Player, second: Player, end: Position) -> None:
    """Assert that both pages show the winner and the reason."""
    assert end.result
    winner = (first, second)[end.result.winner.index] if end.result.winner else None
    reason = str(end.result.reason.named((first.name, second.name)))
    for player in (first, second):
        verdict = "A draw." if winner is None else "You win!" if winner is player else f"{winner.name} wins."
        expect(player.page.locator("#status")).to_contain_text(verdict)
        expect(player.page.locator("#status")).to_contain_text(reason)


def walk_through_the_turns(player: Player, points: list[dict[str, int]]) -> None:
    """Step by keys from the last turn to the start and back to the end, then return to the match."""
    page = player.page
    match = page.url
    page.get_by_role("link", name="Replay turn by turn").click()
    page.wait_for_url(f"{match}{len(points) - 1}/")
    page.keyboard.press("Home")
    for ply, shown in enumerate(points[:-1]):
        page.wait_for_url(f"{match}{ply}/")
        assert player.points == shown
        page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="To the match").click()
    page.wait_for_url(match)


def play_again(anna: Player, bob: Player, *, starts: Player) -> None:
    """Have both players request a rematch; it opens on both pages, and the other player starts."""
    over = anna.page.url
    anna.page.get_by_role("button", name="Rematch", exact=True).click()
    expect(anna.page.get_by_text("You asked for a rematch.")).to_be_visible()
    bob.look()
    bob.page.get_by_role("button", name="Accept the rematch").tap()
    for player in (anna, bob):
        player.page.wait_for_url(lambda url: url != over and bool(MATCH.search(url)))
    assert starts.turn == "mine"
    expect(starts.page.locator("#status")).to_contain_text("You begin.")
