"""A puzzle of each kind: its question in three languages, a miss, the answer by keyboard, and without a script."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.rules import Position, SeededRandom
from tests.browser.axe import axe_in_story
from tests.browser.conftest import Windows
from tests.browser.devices import DESKTOP, PHONE, Device
from tests.browser.input_methods import DELIBERATE, agree, write
from tests.puzzles.kinds import ASKED, KINDS, LANGUAGES
from tests.serving import Site
from tests.sizes import cases

MAKE = """
import json
from games.puzzles.making.lines import main_way
from tests.puzzles.conftest import make_puzzle
puzzle = make_puzzle("{slug}", {number}, **{how})
told = {{"id": puzzle.pk, "seed": bytes(puzzle.seed).hex(), "moves": puzzle.moves}}
answers = list(puzzle.line) or puzzle.solutions
print(json.dumps(told | {{"answers": answers, "way": main_way(puzzle.line) or [puzzle.best]}}))
"""
NEXT = re.compile("^(Next puzzle|Today’s next: .*|Your result of today)$")  # of another day, or of today
each_kind = pytest.mark.parametrize("kind", KINDS)


@dataclass(frozen=True)
class Made:
    """A puzzle: its URL, a legal move that does not solve it, and the moves on the way to its end with the replies."""

    path: str
    wrong: str
    way: list[str]


_made: dict[tuple[Site, str], Made] = {}  # by site and kind


def made(site: Site, kind: str) -> Made:
    """Return the puzzle of this kind, made by the site once."""
    if (site, kind) not in _made:
        slug, how = KINDS[kind]
        number = list(KINDS).index(kind) + 1
        told = json.loads(site.manage("shell", "-c", MAKE.format(slug=slug, number=number, how=how)).splitlines()[-1])
        game, seed = games()[slug], bytes.fromhex(told["seed"])
        position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
        for ply, text in enumerate(told["moves"], 1):
            position = game.apply(position, game.decode(text), SeededRandom(seed, ply))
        scored = {game.encode(move): points for move, points in game.scored_moves(position)}
        best = scored[told["way"][0]]
        answers = {text for text in scored if scored[text] == best} if kind == "sum" else set(told["answers"])
        turns = {text: game.judge(position, game.decode(text)) for text in scored if text not in answers}
        wrong = next(text for text, turn in turns.items() if turn.squares and not turn.warning)  # no pass
        _made[site, kind] = Made(f"/puzzles/{told['id']}/", wrong, told["way"])
    return _made[site, kind]


def type_in(page: Page, text: str) -> None:
    """Type the move into its field, choose its way where there are several, and press Enter; a pass is a button."""
    if text == "pass":
        page.get_by_role("button", name="Pass").press("Enter")
        agree(page, "Pass")
    else:
        write(page, text)
        expect(page.locator("#preview.legal:not([aria-busy])")).to_be_visible()
        way, field = page.locator(f"#variants input[value='{text}']"), page.locator("#text")
        if way.count():
            way.press("Space")
            expect(field).to_have_value(text)
        field.press("Enter")


@pytest.mark.thorough  # by default: tests/puzzles/test_kinds.py
@cases("kind, device", [*KINDS], {"390": PHONE, "1280": DESKTOP})
def test_it_says_what_to_find_in_three_languages(site: Site, window: Windows, kind: str, device: Device) -> None:
    for language, words in zip(LANGUAGES, ASKED[kind], strict=True):
        page = window(device=device, locale=language)
        page.goto(made(site, kind).path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#task")).to_contain_text(words)
        expect(page.locator("#rack .tile").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe_in_story(page) == []


@pytest.mark.thorough
@cases("kind", [*KINDS], default=["line"])
def test_it_is_missed_and_then_solved_by_keyboard(site: Site, window: Windows, kind: str) -> None:
    puzzle, page = made(site, kind), window(device=DESKTOP)
    page.goto(puzzle.path)
    page.wait_for_load_state("load")
    type_in(page, puzzle.wrong)
    expect(page.locator("#status")).to_contain_text("Try again.")
    page.wait_for_load_state("load")  # the first try makes the visitor a guest
    assert axe_in_story(page) == []
    for step, text in enumerate(puzzle.way):
        if step % 2 == 0:
            type_in(page, text)
            if step + 1 < len(puzzle.way):
                expect(page.locator("#status")).to_contain_text("Right! Your opponent: ")
                page.wait_for_timeout(DELIBERATE)
    expect(page.locator("#status")).to_contain_text("Solved!")
    expect(page.get_by_role("link", name=NEXT)).to_be_focused()
    assert axe_in_story(page) == []


@pytest.mark.thorough
@each_kind
def test_it_is_missed_and_then_given_up_without_a_script(site: Site, window: Windows, kind: str) -> None:
    puzzle, page = made(site, kind), window(device=PHONE, java_script_enabled=False)
    page.goto(puzzle.path)
    page.locator("#text").fill(puzzle.wrong)
    page.locator("#submit").click()
    expect(page.locator("#status")).to_contain_text("Try again.")
    page.get_by_role("button", name="Show me").click()
    agree(page, "Show me")
    expect(page.locator("#status")).not_to_contain_text("Solved!")
    expect(page.locator("#shared")).to_be_visible()
