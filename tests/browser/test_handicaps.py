"""The proof of fair deals of a match with a handicap, which in 10 BY 10 also says when the next game is dealt."""

from __future__ import annotations

from playwright.sync_api import expect

from games.catalogue import games
from tests.browser.conftest import Windows
from tests.browser.stories import SEED, start
from tests.playing import play
from tests.serving import Site
from tests.sizes import cases

HANDICAPS = {"tenbyten": "4/3", "digifeud": "-7", "sudoku": "30", "summy": "-20"}


@cases("slug", HANDICAPS.keys(), default=["tenbyten"])
def test_the_browser_deals_a_match_with_a_handicap_again(slug: str, site: Site, window: Windows) -> None:
    game = games()[slug]
    played = play(game, game.options_type(handicap=HANDICAPS[slug]), SEED)
    moves = [game.encode(move) for move in played.moves]
    match, _sessions = start(site, slug, moves, handicap=HANDICAPS[slug])
    page = window()
    page.goto(f"/matches/{match}/fairness/")
    expect(page.locator("#proof[aria-busy=false]")).to_be_attached()
    expect(page.locator("#proof .no")).to_have_count(0)
    expect(page.locator("#proof [data-check=tiles]")).to_have_class("yes")
