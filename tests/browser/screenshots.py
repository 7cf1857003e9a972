"""Screenshots of every game: in the middle, with a move being laid, and at the end; see script/screenshots.

Each is taken at 390 and 1280 pixels, light and dark, as seen by the player to move.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from games.catalogue import games
from games.digifeud.model.moves import Calculation
from tests.browser import hands
from tests.browser.chromium import QUIET, browser_program
from tests.browser.devices import DESKTOP, PHONE
from tests.browser.stories import Story, start
from tests.serving import Site, running

SCREENS = {"1280": DESKTOP, "390": PHONE}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
OVER = 10_000  # more moves than any match has
FOLDER = Path("build/screenshots")


def main() -> None:
    """Take screenshots of the named games, or of all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as site,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=browser_program(), args=QUIET) as browser,
    ):
        for slug in sys.argv[1:] or sorted(games()):
            _take(browser, site, slug)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}")


def _take(browser: Browser, site: Site, slug: str) -> None:
    end = Story.begin(games()[slug], OVER)
    middle = Story.begin(games()[slug], len(end.moves) // 2)
    while not _points(middle):
        middle.play(middle.choice())
    running_match, sessions = start(site, slug, middle.moves)
    over, _sessions = start(site, slug, end.moves)
    session = sessions[middle.position.to_move.index]
    for size, device in SCREENS.items():
        for scheme in SCHEMES:
            context = browser.new_context(base_url=site.url, locale="en-GB", color_scheme=scheme, **device)
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
            page = context.new_page()
            page.goto(f"/matches/{running_match}/")
            page.screenshot(path=FOLDER / f"{slug}-middle-{size}-{scheme}.png", full_page=True)
            _lay(page, middle)
            page.screenshot(path=FOLDER / f"{slug}-laying-{size}-{scheme}.png")
            page.goto(f"/matches/{over}/")
            page.screenshot(path=FOLDER / f"{slug}-end-{size}-{scheme}.png", full_page=True)
            context.close()


def _points(story: Story) -> int:
    """Return the points of the next move."""
    return story.game.judge(story.position, story.choice()).points


def _lay(page: Page, story: Story) -> None:
    """Lay the tiles of a good move without playing it; a small square needs a second click."""
    for square, face, becomes in _tiles(story):
        page.locator(f"#rack .tile:not(.used)[data-face='{face}']").first.click()
        page.locator(f"#{square}").click()
        if becomes:
            page.locator(f"dialog.digits button[value='{becomes}']").click()
        if not page.locator(f"#{square} .staged").count():
            page.locator(f"#{square}").click()
        expect(page.locator(f"#{square} .staged").first).to_be_visible()
    expect(page.locator("#preview.legal")).to_be_visible()


def _tiles(story: Story) -> list[tuple[object, str, str]]:
    """Return the squares and faces of the move, and the new face of a blank."""
    move = story.choice()
    if isinstance(move, Calculation):
        return list(hands.laid(story.position, move))  # type: ignore[arg-type]  # a calculation belongs to Digifeud
    return [(square, face, "") for square, face in story.laid(move)]


if __name__ == "__main__":
    main()
