"""The match of open pages after the events of a topic: as announced where nothing was missed, else read again."""

from __future__ import annotations

from itertools import product

import pytest

from core.live.audience import Event
from games.matches.live.audience import MatchAudience
from games.matches.models import Match

KNOWN, STORED = 3, 9  # versions of the match in memory, and of its row


class Audience(MatchAudience):
    """One that counts how often it reads the row."""

    reads = 0

    async def match(self, *, read_recently: bool = False) -> Match:
        """Return the match as its row is."""
        self.reads += 1
        return Match(pk="match", version=STORED)


async def after(versions: tuple[int, ...], *, has_match: bool = True) -> tuple[int, int]:
    """Return the version that is shown after changes with these versions, and how often the row was read."""
    audience = Audience("match")
    audience.latest = Match(pk="match", version=KNOWN)
    events: list[Event] = [
        {"type": "match.changed", "version": one, "committed": Match(pk="match", version=one) if has_match else None}
        for one in versions
    ]
    return (await audience._after(events)).version, audience.reads


@pytest.mark.asyncio
@pytest.mark.parametrize("count", [1, 2, 3])
async def test_only_the_next_version_is_taken_as_it_was_announced(count: int) -> None:
    """Of changes that come in any order, twice, late, or not at all."""
    for versions in product(range(KNOWN - 1, KNOWN + 4), repeat=count):
        in_order = versions == tuple(range(KNOWN + 1, KNOWN + 1 + count))
        assert await after(versions) == ((versions[-1], 0) if in_order else (STORED, 1)), versions
        assert await after(versions, has_match=False) == (STORED, 1), versions
