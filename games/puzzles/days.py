"""The days of the site, in UTC, and streaks of days with a solved daily puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from accounts.models import User
from core import clock
from core.db.prepared import PreparedRows
from games.puzzles.models import SolvedDay

DAY = timedelta(days=1)
GRACE = timedelta(hours=1)  # after midnight, to finish a puzzle begun before it
MOST = 4000  # days that are read for a streak


def today() -> date:
    """Return today's date in UTC, the same for all players."""
    return day_of(clock.now())


def day_of(moment: datetime) -> date:
    """Return the UTC day of an aware datetime."""
    return moment.astimezone(UTC).date()


def counts_for(day: date, begun_at: datetime, solved_at: datetime) -> bool:
    """Return whether a daily puzzle counts for a streak: begun on its day, and solved within `GRACE` after its end.

    Days end at midnight UTC.
    """
    begins = datetime.combine(day, time(), UTC)
    return begins <= begun_at < begins + DAY and solved_at < begins + DAY + GRACE


def streak_of(player: User | None, day: date) -> int:
    """Return the player's streak up to this day, which may itself be unsolved yet; 0 without a player."""
    if player is None:
        return 0
    return count((solved_day for (solved_day,) in _solved_days(player.pk, day)), day)


_solved_days = PreparedRows(
    lambda player, day: (
        SolvedDay.objects.filter(player=player, day__lte=day).order_by("-day").values_list("day")[:MOST]
    ),
    int,
    date,
)


def count(days: Iterable[date], day: date) -> int:
    """Return the length of the streak that ends on `day` or the day before, given the solved days, latest first."""
    streak, expected = 0, day
    for solved_day in days:
        if streak == 0 and solved_day == day - DAY:
            expected = solved_day
        if solved_day != expected:
            break
        streak, expected = streak + 1, solved_day - DAY
    return streak
