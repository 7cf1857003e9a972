"""The counts of draws: the shuffled orders of matches, their sums, and the only code that writes these.

An order is cut into the parts in which faces are counted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property, lru_cache
from itertools import accumulate, islice
from operator import itemgetter

from django.db import transaction
from django.db.models import Min, QuerySet

from core.sweeps import log_once
from games.catalogue import display_of, games
from games.computers.models import Guide
from games.fairness.models import DrawCount
from games.jobs.models import Job
from games.jobs.runner import run
from games.jobs.services import claim, enqueue_all, finish_or_abort
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.play import positions
from games.rules import AnyGame, Options, Pile, SeededRandom

CUTS = 4  # parts of a pile that has more than 1/CUTS of its order's tiles
Key = tuple[str, int, str]  # a game's slug, the index of the order in a match (`DrawCount.place`), and `Order.key`
COUNT = "fairness.count"  # the kind of job that counts the draw of one match
BATCH = 100  # matches in one transaction
LEASE = timedelta(minutes=2)  # of one batch


@dataclass(frozen=True)
class Order:
    """Tiles that were shuffled together, by pile, in the order in which they were dealt and drawn."""

    piles: tuple[Pile, ...]

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """Return all faces in their order."""
        return tuple(face for pile in self.piles for face in pile.faces)

    @cached_property
    def parts(self) -> tuple[range, ...]:
        """Return the places of each part, counted from 0: a pile is one part, a long one `CUTS` nearly equal parts."""
        sizes = [size for pile in self.piles for size in _cut(pile.count, sum(pile.count for pile in self.piles))]
        ends = list(accumulate(sizes))
        return tuple(range(end - size, end) for size, end in zip(sizes, ends, strict=True))

    @property
    def counts(self) -> dict[str, list[int]]:
        """Return how often each face is in each part."""
        counts = {face: [0] * len(self.parts) for face in sorted(set(self.faces))}
        for number, part in enumerate(self.parts):
            for face in self.faces[part.start : part.stop]:
                counts[face][number] += 1
        return counts

    @property
    def key(self) -> str:
        """Return a hash of the multiset of tiles and the sizes of the parts: equal keys can be summed."""
        return _key(tuple(sorted(self.faces)), tuple(map(len, self.parts)))


def orders_of(game: AnyGame, options: Options, seed: bytes) -> Iterator[Order]:
    """Yield the orders of the match with these options and this seed, as shuffled before its first move."""
    piles: list[Pile] = []
    for pile in display_of(game).sealed(game.setup(options, SeededRandom(seed, 0))):
        if piles and not pile.follows:
            yield Order(tuple(piles))
            piles = []
        piles.append(pile)
    if piles:
        yield Order(tuple(piles))


@lru_cache(maxsize=200)
def _key(faces: tuple[str, ...], sizes: tuple[int, ...]) -> str:
    tiles = sorted(Counter(faces).items())
    return hashlib.sha256(repr((tiles, list(sizes))).encode()).hexdigest()


def _cut(count: int, whole: int) -> Sequence[int]:
    """Return the sizes of the parts of a pile of `count` tiles, in an order of `whole` tiles."""
    if CUTS * count <= whole:
        return [count] if count else []
    sizes = [(count + CUTS - 1 - part) // CUTS for part in range(CUTS)]
    return [size for size in sizes if size]


@dataclass
class Sum:
    """The counts of one order, summed over some matches."""

    option_data: dict[str, str]
    matches: int = 0
    counts: dict[str, list[int]] = field(default_factory=dict)

    def add(self, matches: int, counts: dict[str, list[int]]) -> None:
        """Add the counts of this many more matches."""
        self.matches += matches
        for face, row in counts.items():
            before = self.counts.setdefault(face, [0] * len(row))
            self.counts[face] = [one + other for one, other in zip(before, row, strict=True)]


def countable(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return those of the matches that are finished and whose tiles were shuffled once, by chance alone.

    All endings count, so that the sample is unbiased. Guided first matches are excluded, because they are dealt again
    until a move is possible; continued matches, because their tiles were not drawn; and deals that are played more than
    once: mirror matches, and those of many players. Those of pupils are deleted with their class.
    """
    guides = Guide.objects.values("match")
    once = matches.filter(finished_at__isnull=False, origin=None, sealed_until=None, twin=None, game_slug__in=games())
    once = once.filter(first__pupil_name="", second__pupil_name="")
    return once.exclude(pk__in=guides)


def drawn_once(matches: QuerySet[Match]) -> QuerySet[Match, str]:
    """Return the primary keys of these matches, only one for each seed: the demo site has copies of matches."""
    return matches.order_by().values("commitment").annotate(one=Min("pk")).order_by("one").values_list("one", flat=True)


def sums_of(matches: Iterable[Match]) -> dict[Key, Sum]:
    """Return the summed counts of these matches; a match whose rules are gone is logged and skipped."""
    sums: dict[Key, Sum] = {}
    for match in matches:
        try:
            with positions.stored_match():
                orders = list(orders_of(match.game, match.options, bytes(match.seed)))
        except RulesGone as fault:
            log_once("draws", match.pk, fault)
            continue
        for place, order in enumerate(orders):
            total = sums.setdefault((match.game_slug, place, order.key), Sum(match.option_data))
            total.add(1, order.counts)
    return sums


def count_draws(jobs: Sequence[Job]) -> None:
    """Count the draws of the matches of these claimed jobs; raises LeaseLost without counting any.

    The jobs are finished in the transaction that adds to the counts, so each match counts exactly once, even if a
    runner dies. The draws are computed before the transaction, to lock the counts only briefly.
    """
    sums = sums_of(countable(Match.objects.filter(pk__in=[job.key for job in jobs])))
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
    for (slug, place, tiles), more in sorted(sums.items(), key=itemgetter(0)):
        row, _is_new = DrawCount.objects.select_for_update().get_or_create(
            game_slug=slug, place=place, key=tiles, defaults={"option_data": more.option_data}
        )
        total = Sum(row.option_data, row.matches, row.counts)
        total.add(more.matches, more.counts)
        DrawCount.objects.filter(pk=row.pk).update(matches=total.matches, counts=total.counts)


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
