"""Plays exactly once the number bag is empty: finds the moves that win most of the deals that could be.

The opponent's numbers are known by then. Every hand of operators that the opponent could hold is looked at, by its
weight, with the other operators in some order in their bag; and each of these deals is searched to the end, as if both
players saw it all. So play is exact where nothing is hidden, and otherwise within each deal. (A table of the positions
that were met before cost as much time as it saved.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from operator import itemgetter

from games.digifeud.ai.candidates import Offer
from games.digifeud.ai.fast_state import Sketch, left, worth
from games.digifeud.ai.greedy import possible

POSITIONS = 12_000  # that are looked at for one move
WIN, POINTS = 1, 10_000  # so many points of a margin count: the one that wins, or all of them

Weighed = tuple[int, Sketch]


class TooLong(Exception):
    """There is more to search than may be searched."""


def settle(found: list[Offer | None], deals: Iterator[Sketch]) -> list[Offer | None]:
    """The best of these moves alone: by the deals that it wins, then by points.

    Where it takes too long to find the points, all moves that win as often; where it does to find the wins, all.
    """
    search, weighed = Search(POSITIONS), list(hands(deals))
    with suppress(TooLong):
        found = search.best(found, weighed, WIN)
        found = search.best(found, weighed, POINTS)[:1]
    return found


def hands(deals: Iterator[Sketch]) -> Iterator[Weighed]:
    """Every hand of operators that the opponent could hold, by how often it is dealt, each in one of these deals."""
    first = next(deals)
    waiting = 1 - first.mover
    held = len(first.operators[waiting])
    unseen = sorted(first.operators[waiting] + first.operator_bag)
    for (hand, weight), deal in zip(Counter(combinations(unseen, held)).items(), deals, strict=False):
        bag = deal.operators[waiting] + deal.operator_bag
        for operator in hand:
            bag = bag.replace(operator, "", 1)
        deal.operators[waiting], deal.operator_bag = "".join(hand), bag
        yield weight, deal


class Search:
    """Alpha-beta search to the end of the match, in so many positions at most."""

    def __init__(self, positions: int) -> None:
        self.positions = positions

    def best(self, found: list[Offer | None], deals: list[Weighed], most: int) -> list[Offer | None]:
        """The moves that lose least against the best of each deal, a margin counting `most` at most; raises TooLong."""
        tops = [(weight, deal, self.margin(deal, -most, most)) for weight, deal in deals]
        winnable = [row for row in tops if row[-1] > -most]  # elsewhere there is nothing to lose
        kept: list[Offer | None] = []
        least = 2 * most * sum(weight for weight, _deal in deals)
        for offer in found:
            loss = self._loss(offer, winnable, most, least)
            if loss <= least:
                kept, least = [*(kept if loss == least else ()), offer], loss
        return kept

    def margin(self, sketch: Sketch, low: int, high: int) -> int:
        """By how many points the mover wins when both play best, or the bound that it lies beyond; raises TooLong.

        An opponent who has passed may end the match next turn: nothing that gains too little by then is looked at.
        """
        if self.positions == 0:
            raise TooLong
        self.positions -= 1
        rest, closing = sketch.at_rest(sketch.mover), sketch.passed[1 - sketch.mover]
        if not closing or rest > low:
            low = self._after(sketch, None, low, high)
        if low < high:
            for gain, offer in lays(sketch, low - rest if closing else 0):
                if low == high or (closing and rest + gain <= low):
                    break
                low = self._after(sketch, offer, low, high)
        return low

    def _after(self, sketch: Sketch, offer: Offer | None, low: int, high: int) -> int:
        after = sketch.copy()
        after.make(offer)
        if after.ended:
            return max(low, min(high, after.lead(sketch.mover)))
        return -self.margin(after, -high, -low)

    def _loss(self, offer: Offer | None, tops: Iterable[tuple[int, Sketch, int]], most: int, least: int) -> int:
        """What the move loses, or some number above `least`."""
        loss = 0
        for weight, deal, top in tops:
            enough = top - (least - loss) // weight
            loss += weight * (top - self._after(deal, offer, max(-most, enough - 1), top))
            if loss > least:
                break
        return loss


def lays(sketch: Sketch, least: int) -> list[tuple[int, Offer]]:
    """What the mover can lay, by what it gains if the match ends there, the most first; what gains less may lack."""
    numbers, _operators = sketch.hand
    mine, theirs = worth(numbers), worth(sketch.numbers[1 - sketch.mover])
    found = []
    for offer in possible(sketch, least - mine - theirs):
        kept = left(offer, numbers)
        found.append((offer.points + mine - worth(kept) + (0 if kept else theirs), offer))
    return sorted(found, key=itemgetter(0), reverse=True)
