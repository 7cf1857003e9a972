"""What is in reach: inside the window, and not covered by anything else."""

from __future__ import annotations

from playwright.sync_api import Page

OPEN = """all => all.map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && one.contains(seen);
})"""
IN_REACH = "#rack .tile:not(.used), #submit"
FITS = "one => one.scrollHeight <= one.clientHeight + 1"


def expect_in_reach(page: Page, where: object) -> None:
    """Expect every tile of the rack and the button that plays inside the window and not covered."""
    found: list[bool] = page.locator(IN_REACH).evaluate_all(OPEN)
    assert found == [True] * max(1, len(found)), where


def expect_in_reach_wherever_scrolled(page: Page, where: object) -> None:
    """Expect the same on load, and with the board's upper and its lower edge in the window."""
    expect_in_reach(page, (where, "load"))
    board = page.locator("#view, :not(#pane) > #board")
    for edge in ("start", "end"):
        board.evaluate("(board, block) => board.scrollIntoView({ block, behavior: 'instant' })", edge)
        expect_in_reach(page, (where, edge))
