"""Recounts: the effect of all matches of a pool in their order, written again, or compared with what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from datetime import UTC, datetime

from django.db import models, transaction
from django.db.models import ExpressionWrapper, Sum

from accounts.models import User
from games.matches.models import Match
from games.matches.outcomes import RESULTS
from games.matches.play.mirrors import whole_of
from games.matches.time.terms import played_correspondence, played_live
from games.ratings.models import NEXT, Rating, RatingChange, RatingPool, Score
from games.ratings.services import RATING_FIELDS, lock_game, lock_pool
from games.ratings.shares import Past
from games.ratings.update import State, Step, count_match

AT_ONCE = 500  # rows written by one statement
NEVER = datetime.min.replace(tzinfo=UTC)  # before every match


class Ledger:
    """The states and the earlier matches of all players of a pool, while its matches are counted in their order."""

    def __init__(self, computers: Collection[int] = ()) -> None:
        """Begin without a match; `computers` are the keys of the accounts of computer players."""
        self.states: defaultdict[int, State] = defaultdict(State)
        self.pasts: defaultdict[int, Past] = defaultdict(Past)
        self.computers = computers

    def enter(self, match: Match, at: datetime) -> dict[int, Step]:
        """Count the next match; return its effect on each player, by primary key."""
        one, other = keys = (match.first_id, match.second_id)
        states, pasts = (self.states[one], self.states[other]), (self.pasts[one], self.pasts[other])
        effects = count_match(match, states, pasts, self.computers, at)
        for key, past, opponent, (state, step) in zip(keys, pasts, (other, one), effects, strict=True):
            self.states[key] = state
            past.add(opponent, step.share)
        return {key: step for key, (_state, step) in zip(keys, effects, strict=True)}


def pools() -> list[RatingPool]:
    """Return all pools, creating those of rated matches that were never counted."""
    matches = Match.objects.filter(rated=True, counts=True, ending__in=RESULTS)
    for slug in matches.filter(twin__isnull=False).values_list("game_slug", flat=True).order_by().distinct():
        RatingPool.objects.get_or_create(game_slug=slug, is_live=False, kind=RatingPool.Kind.MIRROR)
    rows = matches.filter(twin=None).annotate(live=ExpressionWrapper(played_live(), models.BooleanField()))
    for slug, is_live, is_bot in rows.values_list("game_slug", "live", "first__is_bot").order_by().distinct():
        kind = RatingPool.Kind.BOTS if is_bot else RatingPool.Kind.PEOPLE
        RatingPool.objects.get_or_create(game_slug=slug, is_live=is_live, kind=kind)
    return list(RatingPool.objects.order_by("game_slug", "is_live", "kind"))


def recompute(pool: RatingPool) -> int:
    """Rewrite the pool and the total scores of its game from the matches that count; return their number."""
    with transaction.atomic():
        pool = lock_game(pool.game_slug, pool.key_in_game)
        ratings, changes = recounted(pool)
        # The changes go with their ratings, by key: a DELETE with a subquery depends on the planner's statistics, and
        # took minutes with stale ones.
        Rating.objects.filter(pool=pool).delete()
        RatingPool.objects.filter(pk=pool.pk).update(latest=changes[-1].at if changes else None)
        Rating.objects.bulk_create(ratings, AT_ONCE)
        RatingChange.objects.bulk_create(changes, AT_ONCE)
        Score.objects.filter(game_slug=pool.game_slug).delete()
        totals = totals_of(pool.game_slug).items()
        scores = (Score(player_id=key, game_slug=pool.game_slug, total=total) for key, total in totals)
        Score.objects.bulk_create(scores, AT_ONCE)
    return len(changes) // 2


def totals_of(game_slug: str) -> dict[int, int]:
    """Return each player's sum of scores in a game, live and correspondence together, by primary key."""
    changes = RatingChange.objects.filter(rating__pool__game_slug=game_slug, score__isnull=False)
    return dict(changes.order_by().values_list("rating__player").annotate(Sum("score")))


def recounted(pool: RatingPool) -> tuple[list[Rating], list[RatingChange]]:
    """Return the ratings and changes that the matches of the pool give, in the order in which they counted, not saved.

    A match that has not counted yet counts when it ended; equal instants are moved apart, in the order of the ids.
    """
    counted_at = dict(RatingChange.objects.filter(rating__pool=pool).values_list("match", "at"))
    pace = played_live() if pool.is_live else played_correspondence()
    ended = Match.objects.filter(rated=True, counts=True, ending__in=RESULTS, finished_at__isnull=False)
    rows = ended.filter(pace, game_slug=pool.game_slug).defer("seed", "option_data")
    matches: Iterable[Match] = rows.filter(twin=None, first__is_bot=pool.is_of_bots)
    if pool.is_mirror:
        matches = wholes_of(rows.filter(twin__isnull=False, is_first_board=True))
    moments = sorted((counted_at.get(match.pk) or match.finished_at or NEVER, match.pk, match) for match in matches)
    ledger, latest = new_ledger(), NEVER
    ratings: dict[int, Rating] = {}
    changes: list[RatingChange] = []
    for moment, match_id, match in moments:
        latest = max(moment, latest + NEXT)
        for key, step in ledger.enter(match, latest).items():
            rating = ratings.setdefault(key, Rating(pool=pool, player_id=key))
            changes.append(RatingChange.from_step(match_id, rating, latest, step))
    for key, rating in ratings.items():
        rating.state = ledger.states[key]
    return list(ratings.values()), changes


def wholes_of(boards: Iterable[Match]) -> Sequence[Match]:
    """Return the mirror matches with these first boards that count, with one query for the other boards."""
    firsts = list(boards)
    seconds = Match.objects.defer("seed", "option_data").in_bulk([board.twin_id for board in firsts if board.twin_id])
    pairs = [(board, seconds.get(board.twin_id or "")) for board in firsts]
    return [
        whole for first, second in pairs if second and (whole := whole_of(first, second)) and whole.counts_for_rating
    ]


def new_ledger() -> Ledger:
    """Return an empty ledger, for all matches of a pool in their order."""
    return Ledger(set(User.objects.filter(is_computer=True).values_list("pk", flat=True)))


RATING = ("player_id", *RATING_FIELDS)
CHANGE_FIELDS = (
    *("outcome", "rating_before", "deviation_before", "rating_after", "deviation_after"),
    *("opponent_rating", "opponent_deviation", "chance", "score", "share", "why"),
)
CHANGE = ("match_id", "at", *CHANGE_FIELDS)

Facts = set[tuple[Hashable, ...]]


def differences(pool: RatingPool) -> tuple[int, list[str]]:
    """Return the number of matches that count in the pool, and a line for every row that is missing or wrong."""
    with transaction.atomic():
        lock_pool(pool.game_slug, pool.key_in_game)
        (ratings, changes), stored = recounted(pool), _stored(pool)
    should: Facts = {("rating", *_facts(rating, RATING)) for rating in ratings}
    should |= {("change", change.rating.player_id, *_facts(change, CHANGE)) for change in changes}
    missing = [f"missing: {fact}" for fact in should - stored]
    return len(changes) // 2, sorted(missing + [f"not from history: {fact}" for fact in stored - should])


def wrong_scores(game_slug: str) -> list[str]:
    """Return a line for every total score of the game that is not the sum of the scores of the player's matches."""
    with transaction.atomic():
        lock_game(game_slug, (False, RatingPool.Kind.PEOPLE))
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
