"""Matches in Firefox and WebKit: anna plays in the browser, bob's moves reach her page over the socket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import httpx
import pytest

from games.catalogue import games
from games.digifeud.model.board import BLANK
from games.digifeud.model.moves import Calculation
from games.rules import Position, Seat, Square
from tests.browser import input_methods
from tests.browser.engines import ENGINES, Engine, Window, running_engine
from tests.browser.sample_matches import GAMES
from tests.browser.stories import Story, post, start
from tests.serving import Site
from tests.sizes import cases, examples

InputMethod = Callable[[Window, Story, Any], None]  # moves are of any game

STOPS = 80  # more tab stops than any page has before its board
LAID = "square => document.querySelectorAll(`#${square} .staged`).length"
DISABLED = "() => document.querySelector('#submit').disabled"
BEHIND = """selector => document.activeElement !== document.body
    && !!(document.activeElement.compareDocumentPosition(document.querySelector(selector)) & 2)"""
AGREE = "#question[open] [value=yes]"
DEFAULT = ("firefox-tenbyten", "webkit-summy")
PLIES = examples(4, 1_000)  # more than any match has: by default the first turns


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Yield the running browser."""
    with running_engine(request.param, tmp_path_factory.mktemp("browser")) as engine:
        yield engine


def laid(story: Story, move: Any) -> list[tuple[Square, str, str]]:  # noqa: ANN401 - moves are of any game
    """Return the tiles of the move: the square, the face on the rack, and the digit of a blank."""
    if isinstance(move, Calculation):
        return input_methods.laid(story.position, move)  # type: ignore[arg-type] # a calculation is a move of Digifeud
    return [(square, face, "") for square, face in story.laid(move)]


def by_pointer(window: Window, story: Story, move: object) -> None:
    """Drag and click the tiles in turn, and click Play."""
    for number, (square, face, digit) in enumerate(laid(story, move)):
        tile, before = f"#rack .tile:not(.used)[data-face='{face}']", window.evaluate(LAID, str(square))
        if number % 2:
            window.drag(tile, f"#{square}")
        else:
            window.click(tile)
            window.click(f"#{square}")
        if digit:
            window.click(f"dialog.digits button[value='{digit}']")
        window.wait(f"(square, before) => ({LAID})(square) > before", str(square), before)
    choose(window, story.game.encode(move), lambda radio: window.click(f"#variants label:has({radio})"))
    window.click("#submit")


def by_keyboard(window: Window, story: Story, move: object) -> None:
    """Tab to the board, walk to every square and type what it gets; Enter plays the move."""
    for square, face, digit in laid(story, move):
        tab_to(window, "#board td")
        walk(window, square)
        before = window.evaluate(LAID, str(square))
        window.press(face)
        if face == BLANK:
            window.expect("dialog.digits[open]")
            window.press(digit)
        window.wait(f"(square, before) => ({LAID})(square) > before", str(square), before)

    def pick(radio: str) -> None:
        tab_to(window, "#variants input")
        while not window.count(f"#variants {radio}:checked"):
            window.press("ArrowDown")
        tab_to(window, "#submit")

    choose(window, story.game.encode(move), pick)
    window.press("Enter")


HANDS: tuple[InputMethod, ...] = (by_pointer, by_keyboard)


def tab_to(window: Window, selector: str) -> None:
    """Press Tab, or Shift and Tab if it lies behind, until an element that matches the selector has the focus."""
    for _stop in range(STOPS):
        if window.count(f"{selector}:focus"):
            return
        window.press("Shift+Tab" if window.evaluate(BEHIND, selector) else "Tab")
    raise AssertionError(f"Tab never gets to {selector}")


def walk(window: Window, goal: Square) -> None:
    """Move the board's cursor to a square with the arrow keys."""
    here = Square.parse(window.evaluate("() => document.activeElement.id"))
    for key, (down, right) in input_methods.ARROWS.items():
        window.press(*[key] * ((goal.row - here.row) * down + (goal.column - here.column) * right))
    window.expect(f"#{goal}:focus")


def choose(window: Window, text: str, pick: Callable[[str], object]) -> None:
    """Wait until the move is found legal, and pick the reading that is meant where there are several."""
    window.expect("#preview.legal")
    radio = f"input[value='{text}']"
    if window.count(f"#variants {radio}"):
        pick(radio)
    window.wait("text => document.querySelector('#text').value === text", text)
    window.wait(f"() => !({DISABLED})()")


def lays_tiles(text: str) -> bool:
    """Return whether this move is made with tiles; others are written."""
    return not text.startswith(("swap", "pass"))


def write(window: Window, text: str) -> None:
    """Type the move into the field for it, which the key M opens."""
    if window.evaluate("() => document.activeElement.id !== 'text'"):
        window.press("m")
        window.expect("#text:focus")
    window.press(*text)
    window.expect("#preview.legal")
    window.press("Enter")


@cases("engine, slug", [*ENGINES], GAMES, default=DEFAULT, fixtures=["engine"])
def test_a_match_by_pointer_and_by_keyboard_in_turn(engine: Engine, site: Site, slug: str) -> None:
    story = Story.begin(games()[slug], 0)
    match, sessions = start(site, slug, [])
    with engine.window() as anna:
        used = play(anna, site, match, sessions, story)
    assert min(used[hand] for hand in HANDS) > examples(0, 2)


def play(anna: Window, site: Site, match: str, sessions: list[str], story: Story) -> Counter[InputMethod]:
    """Play the match, anna's moves in this window, and compare the page at its end with the rules' result.

    Return how many moves each input method laid.
    """
    hands, used = cycle(HANDS), Counter[InputMethod]()
    anna.sign_in(site.url, sessions[0])
    anna.goto(f"{site.url}/matches/{match}/")
    anna.evaluate("() => { window.unbroken = true; }")
    with httpx.Client(base_url=site.url, cookies={"sessionid": sessions[1]}) as bob:
        while story.position.result is None and len(story.moves) < PLIES:
            move = story.choice()
            if story.position.to_move is Seat.FIRST:
                if lays_tiles(text := story.game.encode(move)):
                    used[hand := next(hands)] += 1
                    hand(anna, story, move)
                else:
                    write(anna, text)
                if anna.evaluate("() => !!document.querySelector('#question[open]')"):
                    anna.click(AGREE)
            else:
                post(bob, match, len(story.moves) + 1, story.game.encode(move))
            story.play(move)
            anna.expect(f"#match_view[data-ply='{len(story.moves)}']")
    if story.position.result:
        expect_result(anna, story.position)
    assert anna.evaluate("() => window.unbroken")  # the page was never reloaded
    assert anna.faults() == []
    return used


def expect_result(anna: Window, position: Position) -> None:
    """Compare the page of a match that is over with the rules' result."""
    assert position.result
    anna.expect("#match_view[data-turn='over']")
    shown = anna.evaluate("() => [...document.querySelectorAll('#scores .points')].map(place => place.textContent)")
    large = tallies[0] if (tallies := position.tallies) else position.scores
    assert [int(points) for points in shown] == list(large)
    result = {Seat.FIRST: "You win!", Seat.SECOND: "wins.", None: "A draw."}[position.result.winner]
    assert result in anna.evaluate("() => document.querySelector('#status').textContent")
