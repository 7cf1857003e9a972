"""Comparison of stored ratings and total scores with those recomputed from the matches, to the bit."""

from __future__ import annotations

from collections.abc import Hashable

from django.db import transaction

from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.ratings.services import lock_game, lock_pool, recounted, totals_of

RATING = (
    "player_id",
    "rating",
    "deviation",
    "volatility",
    "rated_at",
    "settled_until",
    "won",
    "drawn",
    "lost",
    "newcomers",
)
CHANGE = (
    *("match_id", "at", "outcome", "rating_before", "deviation_before", "rating_after", "deviation_after"),
    *("opponent_rating", "opponent_deviation", "chance", "score", "share", "why"),
)

Facts = set[tuple[Hashable, ...]]


def differences(pool: RatingPool) -> tuple[int, list[str]]:
    """Return the number of matches that count in the pool, and a line for every row that is missing or wrong."""
    with transaction.atomic():
        lock_pool(pool.game_slug, pool.is_live)
        rows, stored = recounted(pool), _stored(pool)
    ratings: dict[int, Rating] = {}
    should: Facts = set()
    for row in rows:
        for key, (state, step) in row.counted.items():
            rating = ratings.setdefault(key, Rating(pool=pool, player_id=key))
            rating.state = state
            should.add(("change", key, *_facts(RatingChange.from_step(row.match.pk, rating, row.at, step), CHANGE)))
    should |= {("rating", *_facts(rating, RATING)) for rating in ratings.values()}
    missing = [f"missing: {fact}" for fact in should - stored]
    return len(rows), sorted(missing + [f"not from history: {fact}" for fact in stored - should])


def wrong_scores(game_slug: str) -> list[str]:
    """Return a line for every total score of the game that is not the sum of the scores of the player's matches."""
    with transaction.atomic():
        lock_game(game_slug)
        should = totals_of(game_slug)
        stored = dict(Score.objects.filter(game_slug=game_slug).values_list("player", "total"))
    wrong = sorted(key for key in should.keys() | stored.keys() if should.get(key) != stored.get(key))
    return [f"score of {key} at {game_slug}: {stored.get(key)} instead of {should.get(key)}" for key in wrong]


def _stored(pool: RatingPool) -> Facts:
    changes = RatingChange.objects.filter(rating__pool=pool).values_list("rating__player_id", *CHANGE)
    ratings = Rating.objects.filter(pool=pool).values_list(*RATING)
    return {("change", *row) for row in changes} | {("rating", *row) for row in ratings}


def _facts(row: RatingChange | Rating, names: tuple[str, ...]) -> tuple[Hashable, ...]:
    return tuple(getattr(row, name) for name in names)
