"""Screenshots of every game: before the first move, in the middle, with a move being laid, and at the end.

Each is taken at 390, 768, 1280 and 1920 pixels and at the sizes that phones leave a page, light and dark, as seen by
the player to move: the first and the last state as the window shows them, the middle as the whole page. See
script/screenshots.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from games.catalogue import games
from games.digifeud.model.moves import Calculation
from tests.browser import input_methods
from tests.browser.chromium import QUIET, browser_program
from tests.browser.devices import BIG, DESKTOP, PHONE, SIZES, TABLET, Device, small
from tests.browser.stories import Story, start
from tests.serving import Site, running

SCREENS: dict[str, Device] = {"390": {**PHONE, "device_scale_factor": 2}, "768": TABLET, "1280": DESKTOP, "1920": BIG}
SCREENS |= {f"{width}x{height}": small(width, height) for width, height in SIZES[1:]}
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
    empty, sessions = start(site, slug, [])
    running_match, _sessions = start(site, slug, middle.moves)
    over, _sessions = start(site, slug, end.moves)
    to_move = sessions[middle.position.to_move.index]
    for size, device in SCREENS.items():
        for scheme in SCHEMES:
            with closing(
                browser.new_context(**device | {"base_url": site.url, "locale": "en-GB", "color_scheme": scheme})
            ) as context:
                page = context.new_page()
                picture = f"{FOLDER}/{slug}-{{}}-{size}-{scheme}.png".format
                _open(page, site, empty, sessions[0])
                page.screenshot(path=picture("empty"))
                _open(page, site, running_match, to_move)
                page.screenshot(path=picture("middle"), full_page=True)
                _lay(page, middle)
                page.screenshot(path=picture("laying"))
                _open(page, site, over, to_move)
                expect(page.locator("#end")).to_be_visible()
                page.screenshot(path=picture("end"))


def _open(page: Page, site: Site, match: str, session: str) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(f"/matches/{match}/")


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
        return list(input_methods.laid(story.position, move))  # type: ignore[arg-type]  # a calculation belongs to Digifeud
    return [(square, face, "") for square, face in story.laid(move)]


if __name__ == "__main__":
    main()
