"""Ranking tables: by rating, by the rating gained in a week or month, and by strength, the rank by total score."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate

from django.core.cache import cache
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import User
from accounts.names import names_with, tidy_name
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.ratings.standings import Figure, figure_of

Key = tuple[str, int]  # a game's slug and a player


@dataclass(frozen=True)
class Strength:
    """A total score and its rank among this many players; equal totals share a rank.

    Computer players and bots are not ranked: their rank is None.
    """

    score: int
    place: int | None
    players: int


def strengths_of(game_slugs: Iterable[str], players: Iterable[int]) -> dict[Key, Strength]:
    """Return the strength of these players in these games, if they have a score, in two queries.

    Ranks are counted from how many have which total, of which there are far fewer than players.
    """
    scores = Score.objects.filter(game_slug__in=set(game_slugs))
    theirs = scores.filter(player__in=set(players), player__is_active=True)
    rows = list(theirs.values_list("game_slug", "player", "player__is_computer", "player__is_bot", "total"))
    if not rows:
        return {}
    counts = defaultdict[str, dict[int, int]](dict)
    ranked = scores.exclude(player__in=User.objects.unranked()).order_by()
    for slug, total, many in ranked.values_list("game_slug", "total").annotate(many=Count("pk")):
        counts[slug][total] = many
    tables = {slug: _Totals(counts[slug]) for slug in {row[0] for row in rows}}
    return {
        (slug, player): Strength(
            total, None if is_computer or is_bot else tables[slug].place(total), tables[slug].players
        )
        for slug, player, is_computer, is_bot, total in rows
    }


class _Totals:
    """How many players have which total in a game."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self._totals = sorted(counts)
        self._higher = [0, *accumulate(counts[total] for total in reversed(self._totals))][::-1]
        self.players = self._higher[0]

    def place(self, total: int) -> int:
        """Return the rank of a total; another transaction may just have changed it to one that no player has here."""
        return self._higher[bisect_right(self._totals, total)] + 1


RANKS_A_PAGE = 50
LEADERS = 10


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
    """Return the settled ratings of active players, best first; computers have no rank, bots one among bots."""
    rows = _settled(now, pool.kind).filter(pool=pool)
    return rows.prefetch_related("player")  # joined, it is read for all that are skipped


def computers_on(pool: RatingPool, now: datetime) -> list[Place]:
    """Return the rows of the computer players, strongest first, without ranks."""
    ratings = Rating.objects.filter(pool=pool, player__is_computer=True, player__is_active=True)
    return [Place(one, figure_of(one, now)) for one in ratings.select_related("player").order_by("-rating", "player")]


def matching_on(pool: RatingPool, part: str, now: datetime) -> list[Place]:
    """Return the rows of the players whose names contain this text, best first; at most a page of them."""
    has = names_with("player__name_key__contains", tidy_name(part))
    ratings = Rating.objects.filter(has, pool=pool, player__is_active=True)
    rows = ratings.exclude(player__in=_unranked(pool.kind)).select_related("player").order_by("-rating", "player")
    return [Place(one, figure_of(one, now)) for one in rows[:RANKS_A_PAGE]]


def table_of(ratings: Iterable[Rating], first: int, now: datetime) -> list[Place]:
    """Return the rows of a table that starts with this rank."""
    return [Place(rating, figure_of(rating, now), rank) for rank, rating in enumerate(ratings, first)]


def with_strengths(table: Iterable[Place], strengths: Mapping[int, Strength]) -> list[Place]:
    """Return the rows with the strength of their players."""
    return [replace(place, strength=strengths.get(place.rating.player_id)) for place in table]


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


def summaries(pools: list[RatingPool], viewer: User | None, now: datetime) -> list[Summary]:
    """Return the requested pools, all of one kind, which may have no ratings yet, in three queries."""
    kind = pools[0].kind
    best = _settled(now, kind).filter(pool=OuterRef("pk")).values("pk")
    columns = {f"leader{n}": Subquery(best[n : n + 1]) for n in range(LEADERS)}
    rows = RatingPool.objects.filter(kind=kind).annotate(**columns).values_list("game_slug", "is_live", *columns)
    keys = {(slug, is_live): row for slug, is_live, *row in rows}
    leaders = Rating.objects.select_related("player").in_bulk({pk for row in keys.values() for pk in row if pk})
    theirs = Rating.objects.filter(player=viewer, pool__kind=kind).select_related("pool") if viewer else ()
    own = {(rating.pool.game_slug, rating.pool.is_live): figure_of(rating, now) for rating in theirs}
    return [
        Summary(pool, table_of([leaders[pk] for pk in keys.get(key, ()) if pk in leaders], 1, now), own.get(key))
        for pool in pools
        if (key := (pool.game_slug, pool.is_live))
    ]


def _settled(now: datetime, kind: str) -> QuerySet[Rating]:
    """Return the settled ratings, best first, without reading the players: the few that have no rank have an index."""
    ratings = Rating.objects.filter(settled_until__gt=now).exclude(player__in=_unranked(kind))
    return ratings.order_by("-rating", "player_id")


def _unranked(kind: str) -> QuerySet[User]:
    """Return the players whom tables of pools of this kind do not rank."""
    unranked = User.objects.unranked()
    return unranked.filter(is_active=False) if kind == RatingPool.Kind.BOTS else unranked


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
    changes = changes.exclude(rating__player__in=_unranked(pool.kind)).order_by()
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
