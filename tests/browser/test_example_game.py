"""A fifth game is one folder: without other changes it is in the lobby and is played through the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers
from tests.browser.devices import PHONE
from tests.browser.input_methods import open_sheet
from tests.browser.meeting import arrive, show
from tests.example_games.reach.rules import TILES, game
from tests.serving import Site, running

GOAL = 15


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return the site with one more package of games."""
    with running(tmp_path_factory.mktemp("site"), env={"GAME_PACKAGES": "games,tests.example_games"}) as site:
        yield site


@pytest.mark.thorough
def test_two_people_play_the_fifth_game(newcomer: Newcomers) -> None:
    anna, bob = newcomer("anna"), newcomer("bob", device=PHONE)
    anna.goto("/lobby/new/")
    chosen = anna.locator("#new_offer").get_by_role("link", name=game.name)
    chosen.click()
    expect(chosen).to_have_attribute("aria-current", "true")
    anna.get_by_text("More options").click()
    anna.get_by_role("group", name="Goal").get_by_text(f"{GOAL} points").click()
    anna.get_by_role("button", name="Create challenge").click()
    show(bob, "People")
    offer = bob.locator("#offers li", has_text=game.name)
    expect(offer).to_contain_text(f"{GOAL} points")
    offer.get_by_role("button", name="Accept").tap()
    for page in (anna, bob):
        arrive(page)
        expect(page.locator("#board td")).to_have_count(10)  # nine squares and the corner
        expect(page.locator("#notation-help")).to_contain_text(game.example)
        assert axe_in_story(page) == []

    points = play_to_the_end(anna, bob)
    reason = "The goal is reached." if max(points) >= GOAL else "The board is full."  # as the tiles were dealt
    for page in (anna, bob):
        expect(page.locator("#status")).to_contain_text(reason)
        assert sorted(map(int, page.locator("#scores .points").all_inner_texts())) == sorted(points)
    open_sheet(anna)
    anna.get_by_text("About this match").click()
    anna.get_by_role("link", name="Fair draw").click()
    expect(anna.locator("#proven")).to_have_class("yes")
    expect(anna.locator("#proof .no")).to_have_count(0)
    expect(anna.locator(".sealed .tile")).to_have_count(len(TILES))


def play_to_the_end(anna: Page, bob: Page) -> list[int]:
    """Have the player to move lay the highest tile on a free square; return the points that they should have."""
    points = [0, 0]
    while turn_of(anna) != "over":
        mover, other = (anna, bob) if turn_of(anna) == "mine" else (bob, anna)
        ply = int(mover.locator("#match_view").get_attribute("data-ply") or 0)
        points[ply % 2] += lay(mover)
        for page in (mover, other):
            expect(page.locator("#match_view")).to_have_attribute("data-ply", str(ply + 1))
    return points


def lay(page: Page) -> int:
    """Click the highest tile, a free square and Play; return the tile's points."""
    faces = page.locator("#rack .tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.face)")
    best = max(faces, key=int)
    page.locator(f"#rack .tile[data-face='{best}']").first.click()
    page.locator("#board td[data-takes]").first.click()
    expect(page.locator("#preview")).to_contain_text("score")
    page.locator("#submit").click()
    return int(best)


def turn_of(page: Page) -> str:
    """Return whose turn it is according to the page."""
    return page.locator("#match_view").get_attribute("data-turn") or ""
