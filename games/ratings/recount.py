"""Recounts: the effect of all matches of a pool in their order, written again, or compared with what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import models, transaction
from django.db.models import ExpressionWrapper, QuerySet, Sum

from accounts.models import User
from games.matches.models import Match
from games.matches.outcomes import RESULTS
from games.matches.time.terms import played_correspondence, played_live
from games.ratings.models import NEXT, Rating, RatingChange, RatingPool, Score
from games.ratings.services import lock_game, lock_pool
from games.ratings.shares import Past
from games.ratings.update import Counted, State, count_match

AT_ONCE = 500  # rows written by one statement


@dataclass(frozen=True)
class RatedMatch:
    """A match, the instant at which it counted, and its effect on each player, by primary key."""

    match: Match
    at: datetime
    counted: dict[int, Counted]


class Ledger:
    """The earlier matches of all players of a pool, kept while its matches are counted in their order."""

    def __init__(self, computers: Collection[int] = ()) -> None:
        self.pasts: defaultdict[int, Past] = defaultdict(Past)
        self.computers = computers

    def enter(self, match: Match, states: tuple[State, State], at: datetime) -> list[Counted]:
        """Count the next match; return both players' new states after it, and its effect on each."""
        first, second = self.pasts[match.first_id], self.pasts[match.second_id]
        effects = count_match(match, states, (first, second), self.computers, at)
        opponents = (match.second_id, match.first_id)
        for past, opponent, (_state, step) in zip((first, second), opponents, effects, strict=True):
            past.add(opponent, step.share)
        return effects


def recount(
    matches: Iterable[Match], counted_at: Mapping[str, datetime], computers: Collection[int] = ()
) -> list[RatedMatch]:
    """Return the effect of each match, in the order in which they counted.

    `counted_at` maps the ids of matches to the instants at which they counted. A match that has not counted yet counts
    when it ended; equal instants are moved apart, in the order of the ids. `computers` are the keys of their accounts.
    """
    states: dict[int, State] = {}
    rows: list[RatedMatch] = []
    ledger = Ledger(computers)
    latest: datetime | None = None
    for moment, match in sorted(_moments(matches, counted_at), key=lambda pair: (pair[0], pair[1].pk)):
        latest = at = max(moment, latest + NEXT) if latest else moment
        keys = (match.first_id, match.second_id)
        before = (states.get(keys[0], State()), states.get(keys[1], State()))
        row = RatedMatch(match, at, dict(zip(keys, ledger.enter(match, before, at), strict=True)))
        states |= {key: state for key, (state, _step) in row.counted.items()}
        rows.append(row)
    return rows


def _moments(matches: Iterable[Match], counted_at: Mapping[str, datetime]) -> list[tuple[datetime, Match]]:
    moments = ((counted_at.get(match.pk) or match.finished_at, match) for match in matches)
    return [(moment, match) for moment, match in moments if moment]


def pools() -> list[RatingPool]:
    """Return all pools, creating those of rated matches that were never counted."""
    matches = Match.objects.filter(rated=True, counts=True, ending__in=RESULTS)
    kinds = matches.annotate(live=ExpressionWrapper(played_live(), models.BooleanField()))
    for slug, is_live in kinds.values_list("game_slug", "live").order_by().distinct():
        RatingPool.objects.get_or_create(game_slug=slug, is_live=is_live)
    return list(RatingPool.objects.order_by("game_slug", "is_live"))


def recompute(pool: RatingPool) -> int:
    """Rewrite the pool and the total scores of its game from the matches that count; return their number."""
    with transaction.atomic():
        pool = lock_game(pool.game_slug)[pool.is_live]
        rows = recounted(pool)
        # The changes go with their ratings, by key: a DELETE with a subquery depends on the planner's statistics, and
        # took minutes with stale ones.
        Rating.objects.filter(pool=pool).delete()
        RatingPool.objects.filter(pk=pool.pk).update(latest=rows[-1].at if rows else None)
        ratings: dict[int, Rating] = {}
        for row in rows:
            for key, (state, _step) in row.counted.items():
                rating = ratings.setdefault(key, Rating(pool=pool, player_id=key))
                rating.state = state
        Rating.objects.bulk_create(ratings.values(), AT_ONCE)
        changes = (
            RatingChange.from_step(row.match.pk, ratings[key], row.at, step)
            for row in rows
            for key, (_state, step) in row.counted.items()
        )
        RatingChange.objects.bulk_create(changes, AT_ONCE)
        Score.objects.filter(game_slug=pool.game_slug).delete()
        totals = totals_of(pool.game_slug).items()
        scores = (Score(player_id=key, game_slug=pool.game_slug, total=total) for key, total in totals)
        Score.objects.bulk_create(scores, AT_ONCE)
    return len(rows)


def totals_of(game_slug: str) -> dict[int, int]:
    """Return each player's sum of scores in a game, live and correspondence together, by primary key."""
    changes = RatingChange.objects.filter(rating__pool__game_slug=game_slug, score__isnull=False)
    return dict(changes.order_by().values_list("rating__player").annotate(Sum("score")))


def recounted(pool: RatingPool) -> list[RatedMatch]:
    """Return the effect of every match of the pool, recomputed in the order in which they counted."""
    times = RatingChange.objects.filter(rating__pool=pool).values_list("match", "at")
    return recount(matches_of(pool), dict(times), _computers())


def matches_of(pool: RatingPool) -> QuerySet[Match]:
    """Return the finished matches that count in this pool."""
    matches = Match.objects.filter(rated=True, counts=True, ending__in=RESULTS, finished_at__isnull=False)
    kind = played_live() if pool.is_live else played_correspondence()
    return matches.filter(kind, game_slug=pool.game_slug).defer("seed", "option_data")


def new_ledger() -> Ledger:
    """Return an empty ledger, for all matches of a pool in their order."""
    return Ledger(_computers())


def _computers() -> set[int]:
    """Return the primary keys of all computer players."""
    return set(User.objects.filter(is_computer=True).values_list("pk", flat=True))


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
