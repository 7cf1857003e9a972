"""The only code that writes tallies: counts the draws of matches that ended, and once more from the start."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import InterfaceError, OperationalError, transaction

from accounts.sweeps import Sweep
from games.fairness.counts import Key, Sum, countable, drawn_once, sums_of
from games.fairness.models import Tally, Waiting
from games.matches.models import Match

BATCH = 100  # matches in one transaction
_draws = Sweep("draws")
AT_ONCE = 5  # batches in one go of the clock


def count_waiting() -> int:
    """Counts the draws of matches that wait for it, a few batches of them; how many matches were dealt with.

    Each match once, however many clocks do so and whenever one dies: in one transaction it ceases to wait and is
    added. The work is done before, so that nobody waits for it.
    """
    counted = 0
    for _round in range(AT_ONCE):
        match_ids = _draws.rows(Waiting.objects.order_by("pk").values_list("pk", flat=True), BATCH)
        counted += _count_all(match_ids)
        if len(match_ids) < BATCH:
            break
    return counted


def let_wait(match_ids: Sequence[str]) -> None:
    """Lets matches that ended wait to be counted; those that wait already do so once."""
    waiting = [Waiting(match_id=match_id) for match_id in match_ids]
    Waiting.objects.bulk_create(waiting, batch_size=BATCH, ignore_conflicts=True)


def recount() -> int:
    """Counts the draws of all matches again; of how many."""
    with transaction.atomic():
        Waiting.objects.all().delete()  # first: a clock that counts them now is waited for, or comes too late
        Tally.objects.all().delete()
        match_ids = list(drawn_once(countable(Match.objects.all())))
        let_wait(match_ids)
    while count_waiting():
        pass
    return len(match_ids)


def _count_all(match_ids: Sequence[str]) -> int:
    """Count a batch; should a match in it fail, count one by one, so that only that match is parked."""
    try:
        return _count(match_ids)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        return sum(_draws.each(match_ids, lambda match_id: _count([match_id])))


def _count(match_ids: Sequence[str]) -> int:
    if not match_ids:
        return 0
    sums = sums_of(countable(Match.objects.filter(pk__in=match_ids)))
    with transaction.atomic():
        gone, _rows = Waiting.objects.filter(pk__in=match_ids).delete()
        if gone == len(match_ids):
            _add(sums)
            return gone
        transaction.set_rollback(True)  # another clock counted some of them meanwhile
    return 0


def _add(sums: dict[Key, Sum]) -> None:
    for key in sorted(sums):  # the same order for all clocks, so that none waits for another that waits for it
        slug, place, tiles = key
        row = {"game_slug": slug, "place": place, "key": tiles}
        Tally.objects.get_or_create(**row, defaults={"option_data": sums[key].option_data})
        tally = Tally.objects.select_for_update().get(**row)
        total = Sum(tally.option_data, tally.matches, tally.counts)
        total.add(sums[key].matches, sums[key].counts)
        Tally.objects.filter(pk=tally.pk).update(matches=total.matches, counts=total.counts)
