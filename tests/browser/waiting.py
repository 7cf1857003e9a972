"""Waiting until a condition of a page's scripts holds, which no locator says."""

from __future__ import annotations

import time

from playwright.sync_api import Error, Page

PATIENCE = 5.0  # seconds, as `expect`
PAUSE = 20  # milliseconds between two looks
LEFT = "context was destroyed"  # the page is on its way to another document


def until(page: Page, condition: str, arg: object = None) -> None:
    """Return as soon as an expression or a function of `arg` is true in the page; fail after five seconds.

    Playwright's own `wait_for_function` compiles text in the page, which the Content-Security-Policy refuses as soon as
    it has to look a second time.
    """
    end = time.monotonic() + PATIENCE
    while not _holds(page, condition, arg):
        assert time.monotonic() < end, f"not within {PATIENCE} s: {condition}"
        page.wait_for_timeout(PAUSE)


def _holds(page: Page, condition: str, arg: object) -> bool:
    try:
        return bool(page.evaluate(condition, arg))
    except Error as error:
        if LEFT not in error.message:
            raise
        return False
