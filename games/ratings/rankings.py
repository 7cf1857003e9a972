"""Ranking tables: the ranks of a pool, its leaders, and the page of a player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from accounts.names import name_key, tidy_name
from core.db.prepared import PreparedRows
from games.ratings.models import Rating, RatingPool
from games.ratings.standings import Figure, figure_of
from games.ratings.strengths import Strength, strengths_of

RANKS_A_PAGE = 50
LEADERS = 3


@dataclass(frozen=True)
class Place:
    """A row of a table; `rank` is None while the rating is provisional, `strength` is None without a score."""

    rating: Rating
    figure: Figure
    rank: int | None = None
    strength: Strength | None = None


@dataclass(frozen=True)
class Summary:
    """A pool with its leaders, and the viewer's row."""

    pool: RatingPool
    leaders: list[Place]
    own: Figure | None


def ranked(pool: RatingPool, now: datetime) -> QuerySet[Rating]:
    """Return the settled ratings of active players, best first; computers have no rank."""
    return _settled(now).filter(pool=pool).prefetch_related("player")  # joined, it is read for all that are skipped


def computers_on(pool: RatingPool, now: datetime) -> list[Place]:
    """Return the rows of the computer players, strongest first, without ranks."""
    ratings = Rating.objects.filter(pool=pool, player__is_computer=True, player__is_active=True)
    return [Place(one, figure_of(one, now)) for one in ratings.select_related("player").order_by("-rating", "player")]


def matching_on(pool: RatingPool, part: str, now: datetime) -> list[Place]:
    """Return the rows of the players whose names contain this text, best first; at most a page of them."""
    key = name_key(tidy_name(part))
    if not key:
        return []
    ratings = Rating.objects.filter(pool=pool, player__name_key__contains=key, player__is_active=True)
    rows = ratings.exclude(player__is_computer=True).select_related("player").order_by("-rating", "player")
    return [Place(one, figure_of(one, now)) for one in rows[:RANKS_A_PAGE]]


def places(ratings: Iterable[Rating], first: int, now: datetime) -> list[Place]:
    """Return the rows of a table that starts with this rank."""
    return [Place(rating, figure_of(rating, now), rank) for rank, rating in enumerate(ratings, first)]


def with_strengths(lines: Iterable[Place], strengths: Mapping[int, Strength]) -> list[Place]:
    """Return the rows with the strength of their players."""
    return [replace(line, strength=strengths.get(line.rating.player_id)) for line in lines]


def strengths_on(pool: RatingPool, players: Iterable[int]) -> dict[int, Strength]:
    """Return the strength of these players in the pool's game; empty, without a query, if the game has none."""
    if not pool.keeps_score:
        return {}
    return {player: strength for (_slug, player), strength in strengths_of([pool.game_slug], players).items()}


def place_of(player: User, pool: RatingPool, now: datetime) -> Place | None:
    """Return the player's row; None without a rated match."""
    rating = Rating.objects.filter(pool=pool, player=player).select_related("player").first()
    if rating is None:
        return None
    figure = figure_of(rating, now)
    if not figure.is_settled or not rating.player.is_active or rating.player.is_computer:
        return Place(rating, figure)
    better = Q(rating__gt=rating.rating) | Q(rating=rating.rating, player__lt=player)
    return Place(rating, figure, ranked(pool, now).filter(better).count() + 1)


def page_with(rank: int) -> int:
    """Return the number of the page with this rank."""
    return (rank - 1) // RANKS_A_PAGE + 1


def summaries(wanted: list[RatingPool], viewer: User | None, now: datetime) -> list[Summary]:
    """Return the requested pools, which may have no ratings yet, in three queries."""
    keys = {(slug, is_live): row for slug, is_live, *row in _leaders(now)}
    leaders = Rating.objects.select_related("player").in_bulk({pk for row in keys.values() for pk in row if pk})
    own = _own(viewer, now)
    return [
        Summary(pool, places([leaders[pk] for pk in keys.get(key, ()) if pk in leaders], 1, now), own.get(key))
        for pool in wanted
        if (key := (pool.game_slug, pool.is_live))
    ]


def _settled(now: datetime) -> QuerySet[Rating]:
    """Return the settled ratings, best first, without reading the players: the few that have no rank have an index."""
    ratings = Rating.objects.filter(settled_until__gt=now).exclude(player__in=User.objects.unranked())
    return ratings.order_by("-rating", "player_id")


def _keys_of_leaders(now: datetime) -> QuerySet[RatingPool, tuple[Any, ...]]:
    """Return the game and the pace of each pool, and the keys of its best settled ratings, or None."""
    best = _settled(now).filter(pool=OuterRef("pk")).values("pk")
    columns = {f"leader{n}": Subquery(best[n : n + 1]) for n in range(LEADERS)}
    return RatingPool.objects.annotate(**columns).values_list("game_slug", "is_live", *columns)


_leaders = PreparedRows(_keys_of_leaders, datetime)
_ratings_of = PreparedRows(lambda player: Rating.objects.filter(player=player).select_related("pool"), int)


def _own(viewer: User | None, now: datetime) -> dict[tuple[str, bool], Figure]:
    if viewer is None:
        return {}
    ratings = _ratings_of(viewer.pk)
    return {(rating.pool.game_slug, rating.pool.is_live): figure_of(rating, now) for rating in ratings}
