"""Which matches count for the statistics of draws, and the summed counts of their orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Min, QuerySet

from core.sweeps import log_once
from games.catalogue import games
from games.computers.models import Guide
from games.fairness.orders import orders_of
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.play import positions

Key = tuple[str, int, str]  # a game's slug, the index of the order in a match (`DrawCount.place`), and `Order.key`


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
    until a move is possible, and continued matches, because their tiles were not drawn.
    """
    guides = Guide.objects.values("match")
    return matches.filter(finished_at__isnull=False, origin=None, game_slug__in=games()).exclude(pk__in=guides)


def countable_of(matches: Sequence[Match]) -> list[Match]:
    """Return the same of matches that are read already."""
    own = [match for match in matches if match.finished_at and match.origin_id is None and match.game_slug in games()]
    guided_ids = set(Guide.objects.filter(match__in=own).values_list("match", flat=True))
    return [match for match in own if match.pk not in guided_ids]


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
