"""A tile answers in the task of the tap or key that lays it, and no style of the other squares is computed for it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.rules import Square
from tests.browser.conftest import Windows
from tests.browser.stories import Story, sit_down
from tests.serving import Site
from tests.sizes import cases

LATE = {"digifeud": 4, "summy": 4, "sudoku": 12, "tenbyten": 6}
ENOUGH = 200  # elements whose styles one tile may have computed: its square, the rack, the line below, the buttons
WATCH = """
window.answers = [];
for (const name of ["click", "keydown"])
  addEventListener(name, () => answers.push([
    document.querySelectorAll("#rack .selected").length,
    [...document.querySelectorAll("#board .staged")].map((tile) => tile.closest("td").id).join(" "),
  ]));
"""


def seated(site: Site, window: Windows, slug: str) -> tuple[Page, Square, str]:
    """Open a match for the player to move; return the page with a square and the tile of a move."""
    story = Story.begin(games()[slug], LATE[slug])
    mover, _other = sit_down(site, window, slug, story.moves)
    expect(mover.locator("#match_view")).to_have_attribute("data-turn", "mine")
    square, face = next(iter(story.laid(story.choice())))
    return mover, square, face


@cases("slug", [*LATE], default=["digifeud"])
def test_a_tile_lies_on_its_square_when_the_tap_has_been_handled(site: Site, window: Windows, slug: str) -> None:
    anna, square, face = seated(site, window, slug)
    anna.context.set_offline(True)
    anna.evaluate(WATCH)

    # The last listener of a click sees what its task left: nothing waits for an answer or for a frame.
    anna.locator(f"#rack .tile[data-face='{face}']").first.click()
    anna.locator(f"#{square}").click()

    assert anna.evaluate("answers") == [[1, ""], [0, str(square)]]


@pytest.mark.thorough  # by default: a tile that is tapped
def test_a_typed_tile_lies_on_its_square_when_the_key_has_been_handled(site: Site, window: Windows) -> None:
    anna, square, face = seated(site, window, "sudoku")
    anna.evaluate(WATCH)

    anna.locator(f"#{square}").focus()
    anna.keyboard.press(face)

    assert anna.evaluate("answers") == [[0, str(square)]]


@cases("slug", [*LATE], default=["summy"])  # the largest board
def test_a_tile_has_no_styles_computed_but_those_it_changes(site: Site, window: Windows, slug: str) -> None:
    anna, square, face = seated(site, window, slug)
    browser = anna.context.browser
    assert browser

    browser.start_tracing(page=anna, categories=["devtools.timeline"])
    anna.locator(f"#rack .tile[data-face='{face}']").first.click()
    anna.locator(f"#{square}").click()
    expect(anna.locator("#preview:is(.legal, .illegal)")).to_be_attached()
    events = json.loads(browser.stop_tracing())["traceEvents"]

    ended = (event["args"] for event in events if event["name"] == "UpdateLayoutTree")
    computed = [told["elementCount"] for told in ended if "elementCount" in told]  # without the one that is cut off
    assert computed
    assert max(computed) < ENOUGH, computed
