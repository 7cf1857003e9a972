"""A guest on a desktop plays a whole match of every game against a computer, and reads the analysis."""

from __future__ import annotations

import hashlib
import re
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import games
from games.computers.jobs import rng_for
from games.computers.worker_move import choose
from games.digifeud.model.board import DigifeudOptions
from games.matches.models import Match
from games.rules import Seat
from tests.browser.conftest import Windows
from tests.browser.input_methods import mouse
from tests.browser.meeting import arrive
from tests.browser.playing import Player
from tests.browser.stories import Story, click, make
from tests.fixed_deals import deals
from tests.serving import Site
from tests.sizes import cases

SLUGS = sorted(set(games()) - {"reach", "fifteen"})  # no computers; no points, so no puzzles
LONGEST = 400
PATIENCE = 300_000  # milliseconds: much longer than an analysis takes, even on a busy machine
FEW_MATCHES = 50  # of one module's site
OVER = "over"
MAKE_PUZZLE = """
from games.puzzles.services.selection import choose_all
from tests.puzzles.conftest import make_puzzle
make_puzzle("{slug}", for_daily=True)
choose_all()
"""


def begin(window: Windows, slug: str) -> Page:
    """Start a match against the weakest computer from the lobby, without an account, and return its page."""
    page = window()
    page.goto("/lobby/")
    page.locator("#computers .faces a").first.click()
    page.locator(f"#computer button[formaction*='/{slug}/']").click()
    arrive(page)
    return page


def known_deal(page: Page) -> bytes:
    """Return the seed of the match, known in tests; the site shows its commitment."""
    commitment = re.search(r"\b[0-9a-f]{64}\b", page.request.get(f"{page.url}fairness/").text())
    assert commitment
    return next(seed for seed in islice(deals(), FEW_MATCHES) if hashlib.sha256(seed).hexdigest() == commitment[0])


def notation(page: Page) -> list[str]:
    """Return the moves made so far."""
    return re.findall(r"^\d+\. (.+)$", page.request.get(f"{page.url}match.txt").text(), re.MULTILINE)


def turn(page: Page) -> str:
    """Return whose turn it is, once the computer has moved: mine, or over."""
    expect(page.locator("#match_view:not([data-turn='theirs'])")).to_be_attached(timeout=60_000)
    return page.locator("#match_view").get_attribute("data-turn") or ""


def answer(story: Story) -> object:
    """Return the weakest computer's move, which follows from the seed; the page shows an exchange only as a number."""
    view = story.game.view(story.position, story.position.to_move)
    rng = rng_for(Match(seed=story.seed, ply=len(story.moves)))
    return story.game.decode(choose(story.game.slug, 1, view, rng))


def play_to_the_end(page: Page, slug: str) -> None:
    """Play the match to its end through the page."""
    story = Story.dealt(games()[slug], known_deal(page))
    while turn(page) != OVER:
        for text in notation(page)[len(story.moves) :]:
            move = answer(story)
            assert story.game.published(move) == text
            story.play(move)
        assert len(story.moves) < LONGEST
        move = story.choice()
        make(page, click, story, move)
        story.play(move)
        expect(page.locator(f"#match_view:not([data-ply='{len(story.moves) - 1}'])")).to_be_attached()


def play_digifeud_to_the_end(page: Page) -> None:
    """Play a match of Digifeud to its end; calculations are laid tile by tile with the mouse."""
    guest = Player("guest", page, [mouse], options=DigifeudOptions())
    while turn(page) != OVER:
        ply = guest.ply
        guest.send()
        expect(page.locator(f"#match_view:not([data-ply='{ply}'])")).to_be_attached()  # the computer may have moved too


def look_at_the_analysis(page: Page) -> None:
    """Request the analysis, wait for it, and open one of the better moves."""
    page.get_by_role("link", name="Analysis", exact=True).click()
    page.get_by_role("button", name="Analyse this match").click()
    expect(page.locator("#chances svg polyline")).to_be_attached(timeout=PATIENCE)  # perhaps of the first estimate
    expect(page.locator("#shares section")).to_have_count(len(Seat), timeout=PATIENCE)
    page.locator("#figures > summary").click()
    page.locator("#rows tbody tr:not(:has(td:nth-child(4):text-is('0'))) th a").first.click()  # one that could score
    page.wait_for_url(re.compile(r"/analysis/\d+/$"))
    step_by_keys(page)
    page.locator("#best ol a").first.click()
    expect(page.locator("#status")).to_contain_text("Instead:")


def step_by_keys(page: Page) -> None:
    """Step to the next turn, which is not the last, and back."""
    here = page.url
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(rf"/analysis/{int(here.split('/')[-2]) + 1}/$"))
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(here)


def open_a_puzzle(page: Page, slug: str) -> None:
    """Open the daily puzzle."""
    page.get_by_role("banner").get_by_role("link", name="Puzzles").click()
    page.locator(f"#puzzles a[aria-describedby='puzzles-{slug}']").first.click()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#rack .tile").first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.both_stacks
@cases("slug", SLUGS, default=["tenbyten"])
def test_a_guest_plays_the_computer_to_the_end(site: Site, window: Windows, slug: str) -> None:
    site.manage("shell", "-c", MAKE_PUZZLE.format(slug=slug))
    page = begin(window, slug)
    page.evaluate("window.unbroken = true")
    if slug == "digifeud":
        play_digifeud_to_the_end(page)
    else:
        play_to_the_end(page, slug)
    expect(page.locator("#status")).to_contain_text(re.compile("You win!|Pip wins|A draw"))
    expect(page.locator("#scores .points")).to_have_count(len(Seat))
    assert page.evaluate("window.unbroken")
    look_at_the_analysis(page)
    open_a_puzzle(page, slug)
