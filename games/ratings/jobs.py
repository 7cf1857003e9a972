"""Jobs of the ratings: remove a void match, and recount its pool in short steps while matches keep ending.

The result is that of a recount in one transaction. The states of all players are computed from the first match on, in
the order in which matches counted, and kept in memory. Changes that differ are rewritten, one batch of matches at a
time. Matches that end meanwhile are counted from ratings that are not corrected yet; they come last in the order, so
the pass reaches and corrects them. Ratings are written at the end, one batch at a time, until no new match has ended
when the lock is taken. Computing needs no lock; at most one batch is written while the lock is held.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice

from django.db import transaction

from games.jobs.hooks import Postponed, Queue
from games.jobs.models import Job
from games.jobs.services import enqueue, extend
from games.matches.models import Match
from games.matches.play.mirrors import boards_of
from games.ratings import services
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.recount import CHANGE_FIELDS, Ledger, new_ledger, wholes_of
from games.ratings.services import add_scores, lock_game, save_ratings
from games.ratings.update import Step

BATCH = 100  # matches in one step

Steps = dict[tuple[str, int], Step]  # by match and player


@dataclass
class _Pass:
    """The progress of a pool's recount."""

    pool: RatingPool
    ledger: Ledger = field(default_factory=new_ledger)
    latest: datetime | None = None  # when the last match that was processed counted

    def next_batch(self) -> list[tuple[str, datetime]]:
        """Return the next matches in the order in which they counted, each with that instant."""
        changes = RatingChange.objects.filter(rating__pool=self.pool)
        if self.latest:
            changes = changes.filter(at__gt=self.latest)
        return list(changes.order_by("at").values_list("match", "at").distinct()[:BATCH])

    def compute(self, batch: list[tuple[str, datetime]]) -> Steps:
        """Enter these matches in the ledger; return the effect of each match on each player."""
        matches = Match.objects.defer("seed", "option_data").in_bulk([match_id for match_id, _at in batch])
        if self.pool.is_mirror:
            matches = {whole.pk: whole for whole in wholes_of(matches.values())}
        steps: Steps = {}
        for match_id, at in batch:
            effects = self.ledger.enter(matches[match_id], at)
            steps |= {(match_id, key): step for key, step in effects.items()}
            self.latest = at
        return steps

    def differing(self) -> set[int]:
        """Return the players whose stored rating differs from the computed one."""
        stored = {rating.player_id: rating for rating in Rating.objects.filter(pool=self.pool)}
        return {key for key, state in self.ledger.states.items() if key not in stored or stored[key].state != state}


def recount_steps(pool: RatingPool) -> Generator[None]:
    """Recount the pool; yield after each step, with no lock held. The first step starts with the first `next()`."""
    progress = _Pass(pool)
    while len(batch := progress.next_batch()) == BATCH:
        steps = progress.compute(batch)
        if _differing(steps):
            with transaction.atomic():
                lock_game(pool.game_slug, pool.key_in_game)
                _rewrite(pool, steps)
        yield
    dirty = progress.differing()
    unfounded = list(Rating.objects.filter(pool=pool, changes=None).values_list("pk", flat=True))
    is_done = False
    while not is_done:
        with transaction.atomic():
            lock_game(pool.game_slug, pool.key_in_game)  # no match is counted from here to the end of the step
            batch = progress.next_batch()
            steps = progress.compute(batch)
            _rewrite(pool, steps)
            dirty |= {key for _match_id, key in steps}
            keys = set(islice(sorted(dirty), BATCH))
            save_ratings(pool, {key: progress.ledger.states[key] for key in keys})
            dirty -= keys
            is_done = len(batch) < BATCH and not dirty
            if is_done:
                Rating.objects.filter(pk__in=unfounded, changes=None).delete()
                RatingPool.objects.filter(pk=pool.pk).update(latest=progress.latest)
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


RECOUNT = "ratings.recount"  # the kind of job
RECOUNTS = Queue("recounts", batch=1, lease=timedelta(minutes=5))
PAUSE = 0.05  # seconds between two steps in which other writers get the lock: SQLite does not queue writers fairly


def take_back(match: Match) -> None:
    """Remove a void match from the ratings at once; a job recounts the pool, which takes long if it is large."""
    with transaction.atomic():
        pool = services.remove_match(match if match.is_first_board else boards_of(match)[0])
        if pool:
            enqueue(RECOUNT, pool.pk)


def recount(job: Job) -> None:
    """Recount a pool in short steps. Idempotent: if its process dies or exits, it starts over, with the same result."""
    pool = RatingPool.objects.filter(pk=int(job.key)).first()
    for _step in recount_steps(pool) if pool else ():
        if job.is_stopping:
            raise Postponed
        extend(job, RECOUNTS.lease)
        time.sleep(PAUSE)
