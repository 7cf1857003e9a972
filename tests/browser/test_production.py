"""The production site of compose.yaml: a match is played through its proxy in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Newcomers
from tests.browser.devices import PHONE
from tests.browser.input_methods import finger, keyboard
from tests.browser.meeting import assert_mark, find_each_other, leave_mark, take_turn
from tests.browser.playing import Player
from tests.ops.production import Production, production


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    """Return the running services of compose.yaml in place of the usual site."""
    with production(tmp_path_factory.mktemp("production")) as site:
        yield site


@pytest.mark.thorough
def test_a_match_is_played_to_its_end_through_the_proxy(newcomer: Newcomers) -> None:
    anna = Player("anna", newcomer("anna"), [keyboard])
    bob = Player("bob", newcomer("bob", device=PHONE), [finger])
    find_each_other(anna, bob)
    leave_mark(anna, bob)
    for _turn in range(6):
        take_turn(anna, bob)
    bob.resign()
    anna.page.locator("#match_view[data-turn=over]").wait_for()
    assert_mark(anna, bob)
