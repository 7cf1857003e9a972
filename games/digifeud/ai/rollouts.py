"""Looks ahead: plays the promising moves on in deals that could be, and takes the one that wins most of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.digifeud.ai.candidates import Offer
from games.digifeud.ai.fast_state import Sketch
from games.digifeud.ai.greedy import Ranked, answer, best, ranked
from games.digifeud.ai.win_probability import chance

CANDIDATES = 12
ROUNDS = ((8, 6), (12, 3), (24, 1))  # so many more deals, after which so many candidates are kept
PLIES = 2  # after the candidate; all that is left when the bag is empty
DEALS = sum(many for many, _keep in ROUNDS)


class Deal(NamedTuple):
    """A position that could be, and what the opponent could lay in it if nothing changed."""

    sketch: Sketch
    replies: list[Ranked]


def candidates(found: list[Offer | None]) -> list[Offer | None]:
    """The first of these moves, which promise most, and the pass where it is one of them."""
    return found[:CANDIDATES] + [None] * (None in found[CANDIDATES:])


def look(found: list[Offer | None], sketches: Iterable[Sketch]) -> Offer | None:
    """The best of these moves, None being the pass, in positions that could be, of which `DEALS` are used at most.

    All moves meet the same deals; those that do badly meet no further ones.
    """
    won = [0.0] * len(found)
    kept, deals = list(range(len(found))), _deals(sketches)
    for many, keep in ROUNDS:
        for _number in range(many):
            deal = next(deals)
            for number in kept:
                won[number] += _play_on(deal, found[number])
        kept = sorted(kept, key=lambda number: -won[number])[:keep]
    return found[kept[0]]


def _deals(sketches: Iterable[Sketch]) -> Iterator[Deal]:
    for sketch in sketches:
        waiting = sketch.copy()
        waiting.mover = 1 - sketch.mover
        yield Deal(sketch, ranked(waiting))


def _play_on(deal: Deal, candidate: Offer | None) -> float:
    """The chance that the mover wins, some turns after this one."""
    sketch = deal.sketch.copy()
    seat, plies = sketch.mover, PLIES
    sketch.make(candidate)
    if candidate and sketch.bag and not sketch.ended:
        sketch.make(answer(sketch, deal.replies, candidate))
        plies -= 1
    while not sketch.ended and (plies > 0 or not sketch.bag):
        closes = sketch.mover == seat and sketch.passed[seat] and sketch.at_rest(seat) > 0
        sketch.make(None if closes else best(sketch))
        plies -= 1
    return chance(sketch, seat)
