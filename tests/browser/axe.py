"""Accessibility checks of a page with axe-core."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SOURCE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def axe(page: Page) -> list[str]:
    """Return a line for each element of the page that violates a rule."""
    page.evaluate(SOURCE)
    found = page.evaluate("(tags) => axe.run({runOnly: {type: 'tag', values: tags}})", RULES)
    return [
        f"{broken['id']}: {broken['help']}: {node['html'][:200]} ({node['failureSummary']})"
        for broken in found["violations"]
        for node in broken["nodes"]
    ]
