"""Comparison of the stored counts with those of the matches."""

from __future__ import annotations

from itertools import islice

from django.db import transaction

from games.fairness.counts import Key, Sum, countable, drawn_once, sums_of
from games.fairness.models import DrawCount
from games.fairness.services import BATCH, COUNT
from games.jobs.models import Job
from games.matches.models import Match

Facts = dict[Key, tuple[int, dict[str, list[int]]]]


def differences() -> tuple[int, list[str]]:
    """Return the number of counted matches, and a line for each count that differs; matches may end meanwhile."""
    stored, match_ids = _counted()
    actual = _recomputed(match_ids)
    wrong = sorted(key for key in stored.keys() | actual.keys() if stored.get(key) != actual.get(key))
    return len(match_ids), [f"{key}: stored {stored.get(key)}, the matches give {actual.get(key)}" for key in wrong]


def _counted() -> tuple[Facts, list[str]]:
    """Return the stored counts and the keys of the matches in them, a consistent pair because the counts are locked."""
    with transaction.atomic():
        rows = list(DrawCount.objects.select_for_update().order_by("game_slug", "place", "key"))
        matches = countable(Match.objects.exclude(pk__in=Job.objects.filter(kind=COUNT).values("key")))
        match_ids = list(drawn_once(matches))
    return {(one.game_slug, one.place, one.key): (one.matches, one.counts) for one in rows}, match_ids


def _recomputed(match_ids: list[str]) -> Facts:
    """Return the counts that these matches give, computed in batches."""
    sums: dict[Key, Sum] = {}
    rest = iter(match_ids)
    while batch := list(islice(rest, BATCH)):
        for key, more in sums_of(Match.objects.filter(pk__in=batch)).items():
            sums.setdefault(key, Sum(more.option_data)).add(more.matches, more.counts)
    return {key: (one.matches, one.counts) for key, one in sums.items()}
