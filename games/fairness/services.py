"""The only code that writes counts of draws: counting finished matches, and recounting all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db import transaction

from games.fairness.counts import Key, Sum, countable, countable_of, drawn_once, sums_of
from games.fairness.models import DrawCount
from games.jobs.models import Job
from games.jobs.runner import run
from games.jobs.services import claim, enqueue_all, finish_or_abort
from games.matches.hooks import matches_of
from games.matches.models import Match

COUNT = "fairness.count"  # the kind of job that counts the draw of one match
BATCH = 100  # matches in one transaction
LEASE = timedelta(minutes=2)  # of one batch


def count_draws(jobs: Sequence[Job]) -> None:
    """Count the draws of the matches of these claimed jobs; raises LeaseLost without counting any.

    The jobs are finished in the transaction that adds to the counts, so each match counts exactly once, even if a
    runner dies. The draws are computed before the transaction, to lock the counts only briefly.
    """
    sums = sums_of(countable_of(matches_of(jobs)))
    with transaction.atomic():
        finish_or_abort(*jobs)
        _add(sums)


def enqueue_counts(match_ids: Iterable[str]) -> None:
    """Enqueue the jobs that count the draws of these finished matches."""
    enqueue_all((COUNT, match_id) for match_id in match_ids)


def count_waiting() -> int:
    """Run all due jobs that count draws, in batches; return the number of jobs that were tried."""
    count = 0
    while jobs := claim([COUNT], BATCH, LEASE):
        try:
            count_draws(jobs)
        except Exception:  # then one by one, so that only a match that fails is tried again later
            for job in jobs:
                run(job)
        count += len(jobs)
    return count


def recount() -> int:
    """Recount the draws of all finished matches; return the number of matches that count."""
    with transaction.atomic():
        Job.objects.filter(kind=COUNT).delete()  # first: waits for a runner that is counting, or ends its lease
        DrawCount.objects.all().delete()
        match_ids = list(drawn_once(countable(Match.objects.all())))
        enqueue_counts(match_ids)
    count_waiting()
    return len(match_ids)


def _add(sums: dict[Key, Sum]) -> None:
    """Add these sums to the stored counts.

    All runners lock the rows in the order of their keys, so there is no deadlock.
    """
    rows = _locked(sums)
    if len(rows) < len(sums):
        missing = sorted(sums.keys() - rows.keys())
        empty = [
            DrawCount(game_slug=slug, place=place, key=tiles, option_data=sums[slug, place, tiles].option_data)
            for slug, place, tiles in missing
        ]
        DrawCount.objects.bulk_create(empty, ignore_conflicts=True)  # another runner may have been faster
        rows = _locked(sums)
    for key, row in rows.items():
        total = Sum(row.option_data, row.matches, row.counts)
        total.add(sums[key].matches, sums[key].counts)
        DrawCount.objects.filter(pk=row.pk).update(matches=total.matches, counts=total.counts)


def _locked(sums: dict[Key, Sum]) -> dict[Key, DrawCount]:
    """Return the rows of these sums that exist, locked."""
    slugs, _places, keys = zip(*sums, strict=True) if sums else ((), (), ())
    rows = DrawCount.objects.select_for_update().filter(game_slug__in=slugs, key__in=keys)
    by_key = {(row.game_slug, row.place, row.key): row for row in rows.order_by("game_slug", "place", "key")}
    return {key: row for key, row in by_key.items() if key in sums}
