"""The only code that writes ratings and scores: count a match that ended, take one back, count all history anew."""

from __future__ import annotations

from django.db import models, transaction
from django.db.models import ExpressionWrapper, F, QuerySet, Sum

from games.matches.models import Match
from games.matches.terms import played_correspondence, played_live
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.ratings.recount import Row, recount
from games.ratings.update import State, count

COUNTING = (Match.Ending.PLAYED, Match.Ending.RESIGNED, Match.Ending.TIME)
AT_ONCE = 500  # rows written by one statement


def count_match(match: Match) -> None:
    """Counts a match that has just ended, in the same transaction, once; nothing where it is casual or does not count.

    The lock of the ladder keeps two matches of one player apart that end at the same instant.
    """
    if not (match.rated and match.counts and match.finished_at and match.ending in COUNTING):
        return
    with transaction.atomic():
        pool = lock_ladder(match.game_slug, match.is_live)
        if RatingChange.objects.filter(match=match).exists():
            return
        at = pool.instant(match.finished_at)
        keys = (match.first_id, match.second_id)
        ratings = {rating.player_id: rating for rating in Rating.objects.filter(pool=pool, player__in=keys)}
        first, second = (ratings.get(key) or Rating(pool=pool, player_id=key) for key in keys)
        states = (_state(first), _state(second))
        points = (match.first_points, match.second_points)
        counted = count(states, points, match.winner, at, scored=match.scores)
        for rating, (state, step) in zip((first, second), counted, strict=True):
            rating.state = state
            rating.save()
            RatingChange.told(match, rating, at, step).save(force_insert=True)
        gains = {key: step.score for key, (_state, step) in zip(keys, counted, strict=True) if step.score is not None}
        _add_scores(match.game_slug, gains)
        RatingPool.objects.filter(pk=pool.pk).update(latest=at)


def take_back(match: Match) -> None:
    """Gives everybody the ratings they would have had without this match, which was declared void just now."""
    with transaction.atomic():
        if RatingChange.objects.filter(match=match).exists():
            recompute(RatingPool(game_slug=match.game_slug, is_live=match.is_live))


def lock_ladder(game_slug: str, is_live: bool) -> RatingPool:
    """The ladder, kept from everybody else until the transaction ends; made if it is the first time."""
    pool, _made = RatingPool.objects.select_for_update().get_or_create(game_slug=game_slug, is_live=is_live)
    return pool


def lock_game(game_slug: str) -> dict[bool, RatingPool]:
    """Lock both ladders of a game, always in the same order (no deadlock): nothing adds to its scores meanwhile."""
    return {is_live: lock_ladder(game_slug, is_live) for is_live in (False, True)}


def pools() -> list[RatingPool]:
    """Every ladder that has or should have ratings; new ones for rated matches that were never counted are made."""
    played = Match.objects.filter(rated=True, counts=True, ending__in=COUNTING)
    kinds = played.annotate(live=ExpressionWrapper(played_live(), models.BooleanField()))
    for slug, is_live in kinds.values_list("game_slug", "live").order_by().distinct():
        RatingPool.objects.get_or_create(game_slug=slug, is_live=is_live)
    return list(RatingPool.objects.order_by("game_slug", "is_live"))


def recompute(pool: RatingPool) -> int:
    """Write the ladder, and the total scores of its game, from the matches that count; return their number."""
    with transaction.atomic():
        pool = lock_game(pool.game_slug)[pool.is_live]
        rows = recounted(pool)
        RatingChange.objects.filter(rating__pool=pool).delete()
        Rating.objects.filter(pool=pool).delete()
        RatingPool.objects.filter(pk=pool.pk).update(latest=rows[-1].at if rows else None)
        ratings: dict[int, Rating] = {}
        for row in rows:
            for key, (state, _step) in row.counted.items():
                rating = ratings.setdefault(key, Rating(pool=pool, player_id=key))
                rating.state = state
        Rating.objects.bulk_create(ratings.values(), AT_ONCE)
        changes = (
            RatingChange.told(row.match, ratings[key], row.at, step)
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
    """Return what each player's matches at a game brought as score, live and correspondence together, by their key."""
    scored = RatingChange.objects.filter(rating__pool__game_slug=game_slug, score__isnull=False)
    return dict(scored.order_by().values_list("rating__player").annotate(Sum("score")))


def recounted(pool: RatingPool) -> list[Row]:
    """What every match of the ladder that counts did, worked out anew in the order in which they counted."""
    stored = RatingChange.objects.filter(rating__pool=pool).values_list("match", "at")
    return recount(matches_of(pool), dict(stored))


def matches_of(pool: RatingPool) -> QuerySet[Match]:
    """The finished matches that count on this ladder."""
    rated = Match.objects.filter(rated=True, counts=True, ending__in=COUNTING, finished_at__isnull=False)
    kind = played_live() if pool.is_live else played_correspondence()
    return rated.filter(kind, game_slug=pool.game_slug).defer("seed", "option_data")


def _add_scores(game_slug: str, gains: dict[int, int]) -> None:
    """Add to total scores. Players come in the order of their keys, so that two matches never wait for each other."""
    keys = sorted(gains)
    Score.objects.bulk_create([Score(player_id=key, game_slug=game_slug) for key in keys], ignore_conflicts=True)
    for key in keys:
        Score.objects.filter(player=key, game_slug=game_slug).update(total=F("total") + gains[key])


def _state(rating: Rating) -> State:
    return rating.state if rating.pk else State()
