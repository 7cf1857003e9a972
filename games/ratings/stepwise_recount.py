"""Recount a rating pool in short steps while matches keep ending, with the same result as a recount in one transaction.

The states of all players are computed from the first match on, in the order in which matches counted, and kept in
memory. Changes that differ are rewritten, one batch of matches at a time. Matches that end meanwhile are counted from
ratings that are not corrected yet; they come last in the order, so the pass reaches and corrects them. Ratings are
written at the end, one batch at a time, until no new match has ended when the lock is taken. Computing needs no lock;
at most one batch is written while the lock is held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from django.db import transaction

from games.matches.models import Match
from games.ratings.formulas.update import State, Step
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.recount import Ledger
from games.ratings.services import add_scores, lock_game, new_ledger, save_ratings

BATCH = 100  # matches in one step
CHANGE_FIELDS = (
    *("outcome", "rating_before", "deviation_before", "rating_after", "deviation_after"),
    *("opponent_rating", "opponent_deviation", "chance", "score", "share", "why"),
)

Steps = dict[tuple[str, int], Step]  # by match and player


@dataclass
class _Pass:
    """The progress of a pool's recount."""

    pool: RatingPool
    states: dict[int, State] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=new_ledger)
    latest: datetime | None = None  # when the last match that was processed counted

    def next_batch(self) -> list[tuple[str, datetime]]:
        """Return the next matches in the order in which they counted, each with that instant."""
        changes = RatingChange.objects.filter(rating__pool=self.pool)
        if self.latest:
            changes = changes.filter(at__gt=self.latest)
        return list(changes.order_by("at").values_list("match", "at").distinct()[:BATCH])

    def compute(self, batch: list[tuple[str, datetime]]) -> Steps:
        """Advance the states by these matches; return the effect of each match on each player."""
        matches = Match.objects.defer("seed", "option_data").in_bulk([match_id for match_id, _at in batch])
        steps: Steps = {}
        for match_id, at in batch:
            match = matches[match_id]
            keys = (match.first_id, match.second_id)
            before = (self.states.get(keys[0], State()), self.states.get(keys[1], State()))
            for key, (state, step) in zip(keys, self.ledger.enter(match, before, at), strict=True):
                self.states[key] = state
                steps[match_id, key] = step
            self.latest = at
        return steps

    def differing(self) -> set[int]:
        """Return the players whose stored rating differs from the computed one."""
        stored = {rating.player_id: rating for rating in Rating.objects.filter(pool=self.pool)}
        return {key for key, state in self.states.items() if key not in stored or stored[key].state != state}

    def unfounded(self) -> list[int]:
        """Return the primary keys of ratings without a match."""
        ratings = Rating.objects.filter(pool=self.pool, changes=None)
        return list(ratings.values_list("pk", flat=True))


def recount_steps(pool: RatingPool) -> Generator[None]:
    """Recount the pool; yield after each step, with no lock held. The first step starts with the first `next()`."""
    recount = _Pass(pool)
    while len(batch := recount.next_batch()) == BATCH:
        steps = recount.compute(batch)
        if _differing(steps):
            with transaction.atomic():
                lock_game(pool.game_slug)
                _rewrite(pool, steps)
        yield
    dirty, unfounded = recount.differing(), recount.unfounded()
    is_done = False
    while not is_done:
        with transaction.atomic():
            lock_game(pool.game_slug)  # no match is counted from here to the end of the step
            batch = recount.next_batch()
            steps = recount.compute(batch)
            _rewrite(pool, steps)
            dirty |= {key for _match_id, key in steps}
            keys = set(islice(sorted(dirty), BATCH))
            save_ratings(pool, {key: recount.states[key] for key in keys})
            dirty -= keys
            is_done = len(batch) < BATCH and not dirty
            if is_done:
                Rating.objects.filter(pk__in=unfounded, changes=None).delete()
                RatingPool.objects.filter(pk=pool.pk).update(latest=recount.latest)
        yield


def _differing(steps: Steps) -> list[tuple[RatingChange, RatingChange]]:
    """Return the changes, as stored and as computed, that are not equal to the bit."""
    changes = RatingChange.objects.filter(match__in={match_id for match_id, _key in steps})
    pairs = []
    for change in changes.select_related("rating"):
        step = steps[change.match_id, change.rating.player_id]
        computed = RatingChange.from_step(change.match_id, change.rating, change.at, step)
        if any(getattr(change, name) != getattr(computed, name) for name in CHANGE_FIELDS):
            pairs.append((change, computed))
    return pairs


def _rewrite(pool: RatingPool, steps: Steps) -> None:
    """Write the changes that differ, and adjust the total scores accordingly."""
    differing = _differing(steps)
    RatingChange.objects.bulk_create(
        [computed for _stored, computed in differing],
        update_conflicts=True,
        unique_fields=["match", "rating"],
        update_fields=CHANGE_FIELDS,
    )
    gains: Counter[int] = Counter()
    for stored, computed in differing:
        gains[computed.rating.player_id] += (computed.score or 0) - (stored.score or 0)
    add_scores(pool.game_slug, {key: gain for key, gain in gains.items() if gain})
