"""Rankings of a period: players by the rating they gained in the last week or month."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Count, F, Q, Sum

from accounts.models import User
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.standings import Figure, figure_of

PERIODS = {"week": timedelta(days=7), "month": timedelta(days=30)}
KEPT = 60  # seconds
QUICK = 0.05  # seconds; what takes no longer is done again after each match
SHARE = 0.01  # of a process's time for what takes longer

GainColumns = tuple[int, int, float, int, int, int]


@dataclass(frozen=True)
class PeriodPlace:
    """A row of a period's table; `won`, `drawn` and `lost` count the matches of the period."""

    rating: Rating
    figure: Figure
    rank: int
    gain: int
    won: int
    drawn: int
    lost: int

    @property
    def gain_size(self) -> int:
        """Return the absolute value of the gain."""
        return abs(self.gain)

    @property
    def matches(self) -> int:
        """Return the number of rated matches in the period."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Gain:
    """What the matches of a period have brought a player."""

    rating_id: int
    player_id: int
    gain: float
    won: int
    drawn: int
    lost: int


def gains(pool: RatingPool, period: str, now: datetime) -> list[Gain]:
    """Return the gains of the players with a rated match in this period, the highest first; no computers.

    They are kept for `KEPT` seconds. When the next match of the pool counts they are found again, but where that is
    slow not before it takes less than `SHARE` of the time.
    """
    key = f"gains.{pool.pk}.{period}"
    latest, good_until, rows = cache.get(key) or (None, 0.0, None)
    if rows is None or (latest != pool.latest and time.time() >= good_until):
        began = time.perf_counter()
        rows = _gains(pool, now - PERIODS[period])
        seconds = time.perf_counter() - began
        good_until = time.time() + seconds / SHARE if seconds > QUICK else 0.0
        cache.set(key, (pool.latest, good_until, rows), KEPT)
    return [Gain(*row) for row in rows]


def _gains(pool: RatingPool, since: datetime) -> list[GainColumns]:
    """Return the columns of the gains; of players and ratings nothing else is read, which only a page needs."""
    outcome = RatingChange.Outcome
    counts = [Count("pk", filter=Q(outcome=value)) for value in (outcome.WON, outcome.DRAWN, outcome.LOST)]
    changes = RatingChange.objects.filter(rating__pool=pool, at__gt=since)
    changes = changes.exclude(rating__player__in=User.objects.unranked()).order_by()
    rows = changes.values_list("rating", "rating__player").annotate(
        gained=Sum(F("rating_after") - F("rating_before")), won=counts[0], drawn=counts[1], lost=counts[2]
    )
    return list(rows.order_by("-gained", "rating__player"))


def period_places(page: Sequence[Gain], first: int, now: datetime) -> list[PeriodPlace]:
    """Return the rows of a table that starts with this rank."""
    ratings = Rating.objects.select_related("player").in_bulk([one.rating_id for one in page])
    return [
        PeriodPlace(rating, figure_of(rating, now), rank, round(one.gain), one.won, one.drawn, one.lost)
        for rank, one in enumerate(page, first)
        if (rating := ratings.get(one.rating_id))  # a recount makes new rows
    ]
