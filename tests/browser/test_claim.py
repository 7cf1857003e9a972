"""A decided match is claimed in the browser while the opponent keeps waiting."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe_in_story
from tests.browser.conftest import Newcomers
from tests.browser.devices import PHONE
from tests.browser.meeting import arrive
from tests.serving import Site

# Anna has played the best squares of a Sudoku Duel and bob wrong ones; then bob has not moved for half a day.
HELD_BACK = """
from datetime import timedelta
from accounts.models import User
from games.matches.time.control import PATIENCE
from games.matches.models import Match
from tests.matches.test_claim import decided
match = decided(User.objects.get(username="anna"), User.objects.get(username="bob"))
Match.objects.filter(pk=match.pk).update(moved_at=match.moved_at - PATIENCE - timedelta(minutes=1))
print("match", match.pk)
"""


@pytest.mark.thorough  # by default: tests/matches/test_claim.py
def test_anna_claims_the_win_that_bob_holds_back(newcomer: Newcomers, site: Site) -> None:
    anna, bob = newcomer("anna", device=PHONE), newcomer("bob")
    match = site.manage("shell", "-v0", "-c", HELD_BACK).split("match ")[1].split()[0]
    for page in (anna, bob):
        page.goto(f"/matches/{match}/")
        arrive(page)
    claim = anna.get_by_role("button", name="Claim the win")
    expect(claim).to_be_visible()
    expect(anna.locator("#claim")).to_contain_text("bob can no longer catch up.")
    expect(bob.get_by_role("button", name="Claim the win")).to_have_count(0)
    assert axe_in_story(anna) == []
    claim.click()
    for page, sentence in ((anna, "You win!"), (bob, "anna wins.")):
        expect(page.locator("#status")).to_contain_text(sentence)
        expect(page.locator("#status")).to_contain_text("The lead was too big to catch up")
    expect(anna.get_by_role("button", name="Claim the win")).to_have_count(0)
    expect(anna.locator(".gains")).to_be_visible()
