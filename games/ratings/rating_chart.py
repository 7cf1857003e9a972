"""The rating chart of a player: coordinates for an SVG, and the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from math import ceil, floor

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.ratings.models import Rating, RatingChange

SHOWN = 40  # matches in a small curve
LONGEST = 400  # matches in the large one
WIDTH, HEIGHT = 480, 160
LEFT, RIGHT, TOP, BOTTOM = 44, 470, 10, 135
STEP = 100  # rating points between two lines


@dataclass(frozen=True)
class Mark:
    """A horizontal grid line."""

    rating: int
    y: float


@dataclass(frozen=True)
class RatingChart:
    """The latest matches of one rating, oldest first."""

    changes: Sequence[RatingChange]

    @cached_property
    def low(self) -> int:
        """Return the rating at the lower edge."""
        return STEP * floor(min(min(c.rating_before, c.rating_after) for c in self.changes) / STEP)

    @cached_property
    def high(self) -> int:
        """Return the rating at the upper edge."""
        return max(STEP * ceil(max(max(c.rating_before, c.rating_after) for c in self.changes) / STEP), self.low + STEP)

    @property
    def marks(self) -> list[Mark]:
        """Return the labelled grid lines, at most six."""
        step = STEP * ceil((self.high - self.low) / STEP / 5)
        return [Mark(rating, self._y(rating)) for rating in range(self.low, self.high + 1, step)]

    @property
    def line(self) -> str:
        """Return the points of the curve: the start, then after each match."""
        return " ".join(f"{x},{self._y(rating)}" for x, rating in self._points())

    @property
    def dots(self) -> list[tuple[float, float]]:
        """Return the points to mark with a dot: the last one."""
        x, rating = self._points()[-1]
        return [(x, self._y(rating))]

    @property
    def first(self) -> RatingChange:
        """Return the oldest match shown."""
        return self.changes[0]

    @property
    def last(self) -> RatingChange:
        """Return the latest match."""
        return self.changes[-1]

    @property
    def newest_first(self) -> Sequence[RatingChange]:
        """Return the latest matches as rows of a table."""
        return self.changes[::-1][:SHOWN]

    @property
    def best(self) -> int:
        """Return the highest rating shown."""
        return round(max(change.rating_after for change in self.changes))

    @property
    def worst(self) -> int:
        """Return the lowest rating shown."""
        return round(min(change.rating_after for change in self.changes))

    def _points(self) -> list[tuple[float, float]]:
        ratings = [self.changes[0].rating_before, *(change.rating_after for change in self.changes)]
        gap = (RIGHT - LEFT) / (len(ratings) - 1)
        return [(round(LEFT + gap * number, 1), rating) for number, rating in enumerate(ratings)]

    def _y(self, rating: float) -> float:
        return round(BOTTOM - (rating - self.low) / (self.high - self.low) * (BOTTOM - TOP), 1)


def chart_since(rating: Rating, since: datetime | None) -> RatingChart | None:
    """Return the chart of the latest matches of one rating since this time, at most `LONGEST`; None without any."""
    changes = RatingChange.objects.filter(rating=rating).order_by("-at")
    latest = list((changes.filter(at__gte=since) if since else changes)[:LONGEST])
    return RatingChart(latest[::-1]) if latest else None


def charts_of(player: User) -> dict[int, RatingChart]:
    """Return the chart of each of the player's ratings, by the rating's key, in one query."""
    number = Window(RowNumber(), partition_by=F("rating"), order_by=F("at").desc())
    latest = RatingChange.objects.filter(rating__player=player).annotate(number=number).filter(number__lte=SHOWN)
    changes: dict[int, list[RatingChange]] = {}
    for change in sorted(latest, key=lambda change: change.at):
        changes.setdefault(change.rating_id, []).append(change)
    return {key: RatingChart(rows) for key, rows in changes.items()}
