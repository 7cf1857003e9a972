"""Whole matches of the games without stories of their own: by mouse on a desktop and by finger on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.catalogue import games
from games.rules import Seat
from tests.browser.conftest import Windows
from tests.browser.stories import Story, click, make, sit_down, tap
from tests.serving import Site

OWN_STORIES = {"digifeud", "reach"}  # tested in test_whole_match.py and test_example_game.py
LONGEST = 200


@pytest.mark.thorough
@pytest.mark.parametrize("slug", sorted(set(games()) - OWN_STORIES))
def test_a_whole_match_by_mouse_and_by_finger(site: Site, window: Windows, slug: str) -> None:
    story = Story.begin(games()[slug], 0)
    desk, phone = sit_down(site, window, slug, [])
    at = {story.position.to_move: (desk, click), story.position.to_move.other: (phone, tap)}
    for page in (desk, phone):
        page.evaluate("window.unbroken = true")
    while story.position.result is None:
        assert len(story.moves) < LONGEST
        page, touch = at[story.position.to_move]
        move = story.choice()
        make(page, touch, story, move)
        story.play(move)
        for one in (desk, phone):
            expect(one.locator("#match_view")).to_have_attribute("data-ply", str(len(story.moves)))
            expect(one.locator("#recall:visible:enabled")).to_have_count(0)  # no tile lies on the board
    for seat, (page, _touch) in at.items():
        expect(page.locator("#match_view")).to_have_attribute("data-turn", "over")
        tallies = story.position.tallies or (story.position.scores,)  # of 10 BY 10: the last game's chips, won games
        (own, other), *games_won = ((pair[seat.index], pair[seat.other.index]) for pair in tallies)
        expect(page.locator("#scores .points")).to_have_text([str(own), str(other)])
        expect(page.locator("#end .sums small")).to_have_text([f"{won} : {lost} games" for won, lost in games_won])
        assert page.evaluate("window.unbroken")
    won = story.position.result.winner
    winner = at[won or Seat.FIRST][0]
    expect(winner.locator("#status")).to_contain_text("You win!" if won else "A draw.")
