"""Whole matches of the games that lay one thing after another: by mouse at a desk and by finger on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.rules import Seat
from tests.browser.conftest import Windows
from tests.browser.stories import Story, sit_down
from tests.serving import Site

OWN_STORIES = {"digifeud", "reach"}  # told in test_whole_match.py and test_fifth_game.py
LATE = {"summy": 20}  # moves made before the story begins, so that it is about the end
LONGEST = 200

Touch = Callable[[Page, str], None]


def click(page: Page, selector: str) -> None:
    page.locator(selector).first.click()


def tap(page: Page, selector: str) -> None:
    page.locator(selector).first.tap()


def make(page: Page, touch: Touch, story: Story, move: object) -> None:
    """Makes the move through the page; a square too small to hit takes a second tap."""
    text = story.game.encode(move)
    if text.startswith("swap"):
        page.locator("#text").fill(text)
    else:
        for square, face in story.laid(move):
            touch(page, f"#rack .tile:not(.used)[data-face='{face}']")
            touch(page, f"#{square}")
            if not page.locator(f"#{square} .staged").count():
                touch(page, f"#{square}")
            expect(page.locator(f"#{square} .staged")).to_be_visible()
        expect(page.locator("#preview.legal")).to_be_visible()
        if (chosen := page.locator(f"#variants input[value='{text}']")).count():
            chosen.check()
    expect(page.locator("#text")).to_have_value(text)
    touch(page, "#submit")
    if (yes := page.get_by_role("button", name="Yes", exact=True)).is_visible():
        yes.click()


@pytest.mark.parametrize("slug", sorted(set(games()) - OWN_STORIES))
def test_a_whole_match_by_mouse_and_by_finger(site: Site, window: Windows, slug: str) -> None:
    story = Story.begin(games()[slug], LATE.get(slug, 0))
    desk, phone = sit_down(site, window, slug, story.moves)
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
            expect(one.locator("#table")).to_have_attribute("data-ply", str(len(story.moves)))
    for seat, (page, _touch) in at.items():
        expect(page.locator("#table")).to_have_attribute("data-turn", "over")
        own, other = (story.position.scores[one.index] for one in (seat, seat.other))
        expect(page.locator("#scores .points")).to_have_text([str(own), str(other)])
        assert page.evaluate("window.unbroken")
    won = story.position.result.winner
    winner = at[won or Seat.FIRST][0]
    expect(winner.locator("#status")).to_contain_text("You win!" if won else "A draw.")
