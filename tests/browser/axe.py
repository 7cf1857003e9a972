"""Accessibility checks of a page with axe-core."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.sizes import THOROUGH

Rules = dict[str, str | list[str]]

SOURCE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text()
TAGS: Rules = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
COLOR_RULES: Rules = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Only what violates a rule is described. Style sheets are not fetched again: with these tags no rule reads them.
# The page names its squares when the browser is idle: that is done before what is asked for later.
RUN = """async (runOnly) => {
    await new Promise((done) => requestIdleCallback(done, {timeout: 1000}));
    const options = {runOnly, resultTypes: ["violations"], preload: {assets: ["media"]}};
    const {violations} = await axe.run(options);
    return violations.flatMap(({id, help, nodes}) => nodes.map(
        ({html, failureSummary}) => `${id}: ${help}: ${html.slice(0, 200)} (${failureSummary})`));
}"""


def load_axe(page: Page) -> None:
    """Have the page load axe with every document from now on, for a story that checks many."""
    page.add_init_script(SOURCE)


def axe(page: Page) -> list[str]:
    """Return a line for each element of the page that violates a rule."""
    return _violations(page, TAGS)


def axe_in_story(page: Page) -> list[str]:
    """Return the same of a page in the middle of a story, under `script/test --thorough`; else nothing.

    All pages are checked in test_every_page.py, and the page of a match of each game in test_wcag.py.
    """
    return axe(page) if THOROUGH else []


def axe_colors(page: Page) -> list[str]:
    """Return a line for each element that violates a rule about colours.

    For a page that `axe` has checked before in another colour scheme: `light-dark()` in the style sheets changes
    colours and nothing else, so that no other rule can find anything new.
    """
    return _violations(page, COLOR_RULES)


def _violations(page: Page, rules: Rules) -> list[str]:
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(SOURCE)
    found: list[str] = page.evaluate(RUN, rules)
    return found
