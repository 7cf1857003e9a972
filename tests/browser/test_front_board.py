"""A visitor looks at the front page while anna and bob play: its board moves with theirs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.catalogue import games
from tests.browser.conftest import Windows
from tests.browser.devices import PHONE
from tests.browser.stories import Story, click, make, sit_alone, start
from tests.serving import Site

BEGUN = 5  # turns of a match that the front page shows: the last one brings the first chips


@pytest.mark.thorough  # by default: tests/lobby/test_watch.py, and a move that is seen in test_alive.py
def test_the_board_of_the_front_page_goes_to_a_match_that_begins_and_follows_it(site: Site, window: Windows) -> None:
    start(site, "sudoku", Story.begin(games()["sudoku"], 1000).moves)
    visitor = window(device=PHONE)
    visitor.goto("/")
    board = visitor.locator("#alive")
    expect(board).to_contain_text("From a finished match")

    story = Story.begin(games()["tenbyten"], BEGUN)
    anna = sit_alone(site, window, "tenbyten", story.moves)
    visitor.evaluate("dispatchEvent(new Event('focus'))")  # as a look elsewhere; else within some seconds
    expect(board).to_contain_text("Being played now")
    make(anna, click, story, story.choice())
    expect(board.locator(f"img[src$='/{BEGUN + 1}.svg']")).to_be_visible()
