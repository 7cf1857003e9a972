"""Rankings of a period: players by the rating they gained in the last week or month."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q, QuerySet, Sum

from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.standings import Figure, figure_of

PERIODS = {"week": timedelta(days=7), "month": timedelta(days=30)}


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


def gained(pool: RatingPool, since: datetime) -> QuerySet[Rating]:
    """Return the ratings of the active players with a rated match since then, the highest gain first; no computers."""
    outcome = RatingChange.Outcome
    counts = {
        f"period_{value}": Count("changes", filter=Q(changes__outcome=value))
        for value in (outcome.WON, outcome.DRAWN, outcome.LOST)
    }
    played = Rating.objects.filter(pool=pool, player__is_active=True, player__is_computer=False, changes__at__gt=since)
    gain = Sum(F("changes__rating_after") - F("changes__rating_before"))
    return played.annotate(gain=gain, **counts).select_related("player").order_by("-gain", "player_id")


def period_places(ratings: Iterable[Rating], first: int, now: datetime) -> list[PeriodPlace]:
    """Return the rows of a table that starts with this rank, from ratings of `gained`."""
    return [
        PeriodPlace(
            rating,
            figure_of(rating, now),
            rank,
            gain=round(rating.gain),  # type: ignore[attr-defined]  # annotated by `gained`
            won=rating.period_won,  # type: ignore[attr-defined]  # the same
            drawn=rating.period_drawn,  # type: ignore[attr-defined]  # the same
            lost=rating.period_lost,  # type: ignore[attr-defined]  # the same
        )
        for rank, rating in enumerate(ratings, first)
    ]
