"""From the home page to the first legal move in every game: the number of taps, and the time.

To print the table: `.venv/bin/python -m pytest -q -s tests/browser/test_first_move.py`
"""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import bots, games
from tests.browser.conftest import Windows
from tests.browser.devices import PHONE
from tests.browser.meeting import arrive

MOST_TAPS = 3
HEAD = f"{'game':<12} {'taps':>4} {'board open':>13} {'first move':>11}"


class Fingers:
    """A counter of taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str) -> None:
        """Tap the button whose name begins like this."""
        self.page.get_by_role("button", name=name).first.tap()
        self.taps += 1


@pytest.fixture(scope="module")
def rows() -> list[str]:
    """Return the lines of the table so far."""
    return []


@pytest.mark.parametrize("slug", bots())
def test_a_guest_on_a_phone_makes_a_first_move_after_few_taps(window: Windows, rows: list[str], slug: str) -> None:
    page = window(device=PHONE)
    page.goto("/")
    finger, began = Fingers(page), time.monotonic()
    finger.tap(games()[slug].name)
    arrive(page)
    expect(page.locator("#guide")).to_be_visible()
    at_the_board = time.monotonic() - began
    finger.tap("Play it for me")
    expect(page.locator("#match_view:not([data-ply='0'])")).to_be_attached()
    moved = time.monotonic() - began
    assert finger.taps <= MOST_TAPS
    rows.append(f"{games()[slug].name:<12} {finger.taps:>4} {at_the_board:>11.2f} s {moved:>9.2f} s")
    if len(rows) == len(bots()):
        print("\n" + "\n".join([HEAD, *rows]))
