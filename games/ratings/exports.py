"""A player's ratings in the data export."""

from __future__ import annotations

from accounts.models import User
from games.ratings.models import Rating, RatingChange, Score

KEPT = ("rating", "deviation", "volatility", "rated_at", "won", "drawn", "lost")
FIELDS = ("at", "outcome", "rating_before", "deviation_before", "rating_after", "deviation_after", "chance", "score")


def ratings_of(player: User) -> list[dict[str, object]]:
    """Return the player's ratings and rating changes as plain data, oldest match first."""
    ratings = Rating.objects.filter(player=player).select_related("pool").order_by("pool__game_slug", "pool")
    return [
        {
            "game": rating.pool.game_slug,
            "pace": rating.pool.pace,
            "pool": "bots" if rating.pool.is_of_bots else "people",
            **{name: getattr(rating, name) for name in KEPT},
            "matches": [_record(change) for change in rating.changes.order_by("at")],
        }
        for rating in ratings
    ]


def scores_of(player: User) -> list[dict[str, object]]:
    """Return the player's total scores as plain data."""
    scores = Score.objects.filter(player=player).order_by("game_slug")
    return [{"game": score.game_slug, "total": score.total} for score in scores]


def _record(change: RatingChange) -> dict[str, object]:
    return {"match": change.match_id, **{name: getattr(change, name) for name in FIELDS}}
