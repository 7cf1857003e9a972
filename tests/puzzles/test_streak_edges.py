"""When a daily puzzle counts for a streak: to the second at each end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.puzzles.services.selection import GRACE, counts_for

BEGINS = datetime(2026, 11, 1, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
LAST = BEGINS + DAY + GRACE


@pytest.mark.parametrize(
    ("begun_at", "solved_at", "counts"),
    [
        (BEGINS - SECOND, BEGINS, False),
        (BEGINS, BEGINS, True),
        (BEGINS + DAY - SECOND, LAST - SECOND, True),
        (BEGINS, LAST, False),
        (BEGINS + DAY, BEGINS + DAY, False),
    ],
)
def test_it_is_begun_on_its_day_and_solved_within_the_hour_after(
    begun_at: datetime, solved_at: datetime, *, counts: bool
) -> None:
    assert counts_for(BEGINS.date(), begun_at, solved_at) is counts
