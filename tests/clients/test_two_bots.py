"""Bots that know the public documentation alone play through a site that is killed meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clients.two_bots import ENV, GAMES, play
from tests.serving import running
from tests.sizes import THOROUGH, examples

pytestmark = [pytest.mark.any_stack, pytest.mark.slow]
PLAYED = GAMES if THOROUGH else ("digifeud", "summy")  # those with the fewest turns; bots see no other difference


@pytest.mark.thorough
async def test_two_bots_play_on_after_the_site_was_killed(tmp_path: Path) -> None:
    with running(tmp_path, env=ENV) as site:
        figures = (await play(site, examples(1, 50), examples(1, 2), PLAYED))["matches"]
    assert {*figures} == {*PLAYED}
    assert all(examples(1, 50) <= count <= examples(2, 52) for count in figures.values())  # one may be asked for twice
