"""Ratings change here: count a match, remove a void one. Only a recount (`recount`, `jobs`) writes them too."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F

from core.prepared import PreparedKeys, PreparedRows
from games.matches.models import Match
from games.matches.play.mirrors import boards_of, whole_of
from games.ratings import update
from games.ratings.models import Rating, RatingChange, RatingPool, Score
from games.ratings.shares import LATEST, PAIRED, Past
from games.ratings.update import State, Step

PoolKey = tuple[bool, str]  # whether it is live, and its kind

PACES = (False, True)  # correspondence and live: in this order the pools are locked
RATING_FIELDS = ("rating", "deviation", "volatility", "rated_at", "settled_until", "won", "drawn", "lost", "newcomers")
_pools = PreparedRows(
    lambda slug: RatingPool.objects.select_for_update().filter(game_slug=slug).order_by("is_live", "kind"), str
)
_uncounted = PreparedKeys(
    lambda keys: Match.objects.filter(pk__in=keys, counts=True, changes=None).values_list("pk"), str
)
_ratings = PreparedKeys(lambda players, pool: Rating.objects.filter(pool=pool, player__in=players), int, int)
ADD_TO_SCORE = """
    INSERT INTO ratings_score (player_id, game_slug, total) VALUES (%s, %s, %s)
    ON CONFLICT (player_id, game_slug) DO UPDATE SET total = ratings_score.total + EXCLUDED.total
"""


def count_match(match: Match) -> None:
    """Count a match for both players' ratings, as `count_matches` does.

    It runs in the transaction of the last move, so that matches count in the order in which they end, and the result
    is shown with the new rating. If it fails there, the job does it.
    """
    count_matches([match])


def count_matches(matches: Iterable[Match]) -> None:
    """Count matches that have just ended, in this order. Idempotent; those that change no ratings are ignored.

    The locks of the game's pools serialise matches of one player that end at the same instant. Both are needed, since a
    player has one score for live and correspondence matches, and a transaction counts several matches in turn.
    """
    waiting = [match for match in matches if match.counts_for_rating and not match.twin_id]
    while waiting:
        part = _independent(waiting)
        _count(part)
        waiting = waiting[len(part) :]


def _independent(matches: Sequence[Match]) -> list[Match]:
    """Return the first of these matches, up to one of another pool or of a player who is in an earlier one."""
    part: list[Match] = []
    players: set[int] = set()
    for match in matches:
        both = {match.first_id, match.second_id}
        if players & both or (match.game_slug, key_of(match)) != (matches[0].game_slug, key_of(matches[0])):
            break
        part.append(match)
        players |= both
    return part


def count_mirror(match: Match) -> None:
    """Count a mirror match, given its first board, once both are over. Idempotent."""
    if (whole := whole_of(*boards_of(match))) and whole.counts_for_rating:
        _count([whole])


def _count(matches: Sequence[Match]) -> None:
    """Count matches of one pool, in which each player plays one, with as many statements as for one match."""
    with transaction.atomic(savepoint=False):
        pool = lock_game(matches[0].game_slug, key_of(matches[0]))
        uncounted = {pk for (pk,) in _uncounted([match.pk for match in matches])}
        new = [match for match in matches if match.pk in uncounted]  # others were, or are void meanwhile
        players = [key for match in new for key in (match.first_id, match.second_id)]
        ratings = {rating.player_id: rating for rating in _ratings(players, pool.pk)}
        states: dict[int, State] = {}
        steps: list[tuple[str, datetime, int, Step]] = []
        for match in new:
            assert match.finished_at  # noqa: S101 - for the type checker: else it counts for no rating
            pool.latest = pool.instant(match.finished_at)
            keys = (match.first_id, match.second_id)
            first, second = (ratings.get(key) for key in keys)
            computers = {player.pk for player in (match.first, match.second) if player.is_computer}
            after = update.count_match(
                match, (_state(first), _state(second)), _pasts(first, second), computers, pool.latest
            )
            for key, (state, step) in zip(keys, after, strict=True):
                states[key] = state
                steps.append((match.pk, pool.latest, key, step))
        if steps:
            new_ratings = {rating.player_id: rating for rating in save_ratings(pool, states)}
            RatingChange.objects.bulk_create(
                [RatingChange.from_step(pk, new_ratings[key], at, step) for pk, at, key, step in steps]
            )
            add_scores(pool.game_slug, {key: step.score for *_, key, step in steps if step.score is not None})
            pool.save(update_fields=["latest"])


def remove_match(match: Match) -> RatingPool | None:
    """Delete the rating changes and scores of a void match; return its pool for a recount, None if it had not counted.

    Until the recount, the ratings and later changes of the pool still include this match.
    """
    with transaction.atomic():
        pool = lock_game(match.game_slug, key_of(match))
        changes = list(RatingChange.objects.filter(match=match).select_related("rating"))
        if not changes:
            return None
        RatingChange.objects.filter(match=match).delete()
        gains = {change.rating.player_id: -change.score for change in changes if change.score is not None}
        add_scores(match.game_slug, gains)
        with_score = RatingChange.objects.filter(rating__pool__game_slug=match.game_slug, score__isnull=False)
        still = set(with_score.filter(rating__player__in=gains).values_list("rating__player", flat=True))
        Score.objects.filter(game_slug=match.game_slug, player__in=set(gains) - still).delete()
    return pool


def key_of(match: Match) -> PoolKey:
    """Return the key of the pool in which this match counts: bots have rated matches among themselves alone."""
    if match.twin_id:
        return False, RatingPool.Kind.MIRROR
    return match.is_live, RatingPool.Kind.BOTS if match.first.is_bot else RatingPool.Kind.PEOPLE


def lock_pool(game_slug: str, key: PoolKey) -> RatingPool:
    """Return the pool, locked until the transaction ends; created if necessary. Scores need the locks of the game."""
    is_live, kind = key
    pools = RatingPool.objects.select_for_update()
    return pools.get_or_create(game_slug=game_slug, is_live=is_live, kind=kind)[0]


def lock_game(game_slug: str, key: PoolKey) -> RatingPool:
    """Lock the pools of a game, so that its scores do not change, and return this one.

    They are always locked in the same order (no deadlock); those of people always exist from then on.
    """
    pools = {(pool.is_live, pool.kind): pool for pool in _pools(game_slug)}
    for needed in (*((is_live, RatingPool.Kind.PEOPLE) for is_live in PACES), key):
        if needed not in pools:
            pools[needed] = lock_pool(game_slug, needed)
    return pools[key]


def save_ratings(pool: RatingPool, states: Mapping[int, State]) -> list[Rating]:
    """Insert or update the ratings of these players, given by primary key."""
    ratings = []
    for key, state in states.items():
        rating = Rating(pool=pool, player_id=key)
        rating.state = state
        ratings.append(rating)
    return Rating.objects.bulk_create(
        ratings, update_conflicts=True, unique_fields=["pool", "player"], update_fields=RATING_FIELDS
    )


def add_scores(game_slug: str, gains: dict[int, int]) -> None:
    """Add to total scores while the game is locked; a gain below 0 takes from them."""
    for key, gain in gains.items():
        if gain < 0:  # an insert of such a row would fail, even where it becomes an update
            Score.objects.filter(player=key, game_slug=game_slug).update(total=F("total") + gain)
    if rows := [(key, game_slug, gain) for key, gain in gains.items() if gain >= 0]:
        with connection.cursor() as cursor:
            cursor.executemany(ADD_TO_SCORE, rows)


def _pasts(first: Rating | None, second: Rating | None) -> tuple[Past, Past]:
    """Return what both players' earlier matches in the pool say about the next one.

    The latest opponents are read only where both have played often enough to be a pair: two queries, or none.
    """
    may_be_pair = all(rating and rating.matches >= PAIRED for rating in (first, second))
    return _past(first, latest=may_be_pair), _past(second, latest=may_be_pair)


def _past(rating: Rating | None, *, latest: bool) -> Past:
    """Return one player's earlier matches in the pool, with the latest opponents or without."""
    if rating is None:
        return Past()
    if not latest:
        return Past(rating.matches, rating.newcomers)
    changes = RatingChange.objects.filter(rating=rating).order_by("-at")[:LATEST]
    pairs = changes.values_list("match__first", "match__second")
    opponents = [second if first == rating.player_id else first for first, second in pairs]
    return Past(rating.matches, rating.newcomers, deque(reversed(opponents), maxlen=LATEST))


def _state(rating: Rating | None) -> State:
    return rating.state if rating else State()
