"""The match page as assistive technology reads it: the accessibility tree as text, and golden files of it.

A tree has a line for each element: role, name, state. Chromium computes it. `python -m tests.browser.access` renews the
files in `tests/browser/trees` after an intended change; look at the difference before you commit it.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from games.catalogue import games
from tests.browser.chromium import QUIET, headless_program
from tests.browser.devices import DESKTOP
from tests.browser.sample_matches import GAMES
from tests.browser.stories import Story, start
from tests.serving import Site, running

FOLDER = Path(__file__).parent / "trees"
LANGUAGES = ("en", "nl", "de")
MIDDLE = 8  # moves before the match is looked at
ADDRESS = re.compile(r"^ *- /url:.*\n", re.MULTILINE)  # has the match's random id
IDLE = "() => new Promise((done) => requestIdleCallback(done))"
SHORT = ("#scores", "#status", "#board tr:has(.last) >> nth=0", "#rack", "#move", "#actions", "#turns")


def trees(browser: Browser, site: Site, slug: str, languages: Iterable[str] = LANGUAGES) -> dict[str, str]:
    """Return the trees of a match in its middle by language, as the player to move has it.

    The one in English is that of the whole match; the others leave out the rows of the board but that of the last turn.
    """
    story = Story.begin(games()[slug], MIDDLE)
    match, sessions = start(site, slug, story.moves)
    session = sessions[story.position.to_move.index]
    found = {}
    for language in languages:
        with browser.new_context(
            **DESKTOP | {"base_url": site.url, "locale": language, "reduced_motion": "reduce"}
        ) as context:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
            page = context.new_page()
            page.goto(f"/matches/{match}/")
            page.keyboard.press("m")
            expect(page.locator("#text")).to_be_focused()
            found[language] = tree(page, *(("#match",) if language == "en" else SHORT))
    return found


def tree(page: Page, *selectors: str) -> str:
    """Return the accessibility tree of these elements as text, once the squares have their names."""
    named(page)
    parts = (page.locator(selector).first.aria_snapshot() for selector in selectors)
    return ADDRESS.sub("", "".join(f"{part}\n" for part in parts))


def named(page: Page) -> None:
    """Wait until the page has named its squares, which it does when the browser is idle."""
    for _time in range(2):
        page.evaluate(IDLE)


def golden(slug: str, language: str) -> Path:
    """Return the file of a tree."""
    return FOLDER / f"{slug}.{language}.txt"


def main() -> None:
    """Renew the golden files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as site,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=headless_program(), args=QUIET) as browser,
    ):
        for slug in GAMES:
            for language, text in trees(browser, site, slug).items():
                golden(slug, language).write_text(text)


if __name__ == "__main__":
    main()
