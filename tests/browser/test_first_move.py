"""From the home page to the first legal move in every game: the number of taps, and the time.

To print the table: `.venv/bin/python -m pytest -q -s tests/browser/test_first_move.py`
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import bots, games
from tests.browser.conftest import Newcomers, Windows
from tests.browser.devices import small
from tests.browser.input_methods import write
from tests.browser.meeting import arrive, seek
from tests.serving import Site
from tests.sizes import cases

MOST_TAPS = 3
PHONE = small(390, 664)
HEAD = f"{'game':<12} {'who is there':<14} {'taps':>4} {'board open':>13} {'first move':>11}"
LEGAL = """
from games.matches.models import Match
from games.matches.play.positions import replay

match = Match.objects.get(pk="{}")
position = replay(match).position
moves = map(match.game.encode, match.game.legal_moves(position))
print(match.player(position.to_move).username, next(text for text in moves if text != "pass"))
"""


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
def rows() -> Iterator[list[str]]:
    """Collect the lines of the table, and print it at the end."""
    lines: list[str] = []
    yield lines
    print("\n" + "\n".join([HEAD, *lines]))


def row(slug: str, who: str, taps: int, opened: float, moved: float) -> str:
    """Return a line of the table."""
    return f"{games()[slug].name:<12} {who:<14} {taps:>4} {opened:>11.2f} s {moved:>9.2f} s"


def led_by_the_guide(page: Page, slug: str, who: str) -> str:
    """Press a game's picture, play the first move as the guide shows it, and return the line of the table."""
    page.goto("/")
    finger, began = Fingers(page), time.monotonic()
    finger.tap(games()[slug].name)
    arrive(page)
    expect(page.locator("#guide")).to_be_visible()
    opened = time.monotonic() - began
    finger.tap("Show me")
    expect(page.locator("#board .staged").first).to_be_visible()
    expect(page.locator("#match_view")).to_have_attribute("data-ply", "0")
    finger.tap("Play")
    expect(page.locator("#match_view:not([data-ply='0'])")).to_be_attached()
    assert finger.taps <= MOST_TAPS
    return row(slug, who, finger.taps, opened, time.monotonic() - began)


@pytest.mark.thorough  # by default: test_front_door.py
@cases("slug", [*bots()])
def test_a_guest_on_a_phone_makes_a_first_move_after_few_taps(window: Windows, rows: list[str], slug: str) -> None:
    rows.append(led_by_the_guide(window(device=PHONE), slug, "no one"))


@pytest.mark.thorough
@cases("slug", [*bots()], default=["summy"])
def test_a_correspondence_challenge_does_not_keep_a_guest_waiting(
    newcomer: Newcomers, window: Windows, rows: list[str], slug: str
) -> None:
    carl = newcomer(f"carl-{slug}")
    seek(carl, "Correspondence", games()[slug].name)
    expect(carl.locator("#waiting")).to_contain_text(games()[slug].name)
    carl.close()
    rows.append(led_by_the_guide(window(device=PHONE), slug, "correspondence"))


@cases("slug", [*bots()], default=["tenbyten"])
def test_a_guest_meets_bob_who_waits_live_and_types_a_first_move(
    newcomer: Newcomers, window: Windows, site: Site, rows: list[str], slug: str
) -> None:
    bob, guest = newcomer(f"bob-{slug}"), window(device=PHONE)
    seek(bob, "Live", games()[slug].name)
    expect(bob.locator("#waiting")).to_contain_text(games()[slug].name)
    guest.goto("/")
    finger, began = Fingers(guest), time.monotonic()
    finger.tap(games()[slug].name)
    arrive(guest)
    expect(guest.locator("#scores")).to_contain_text(f"bob-{slug}")
    arrive(bob)
    opened = time.monotonic() - began
    match_id = guest.url.rstrip("/").rpartition("/")[2]
    name, _space, legal = site.manage("shell", "-c", LEGAL.format(match_id)).splitlines()[-1].partition(" ")
    mover = bob if name == f"bob-{slug}" else guest
    expect(mover.locator("#match_view")).to_have_attribute("data-turn", "mine")  # once both are there
    began = time.monotonic()
    write(mover, legal)
    expect(mover.locator("#preview.legal")).to_be_visible()
    mover.keyboard.press("Enter")
    expect(guest.locator("#match_view")).to_have_attribute("data-ply", "1")
    rows.append(row(slug, "live", finger.taps + 2, opened, opened + time.monotonic() - began))
