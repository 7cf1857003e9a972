"""Looks ahead: plays the promising moves on in deals that could be, and takes the one that wins most of them."""

from __future__ import annotations

from collections.abc import Sequence

from games.digifeud.chances import chance, leads_at_rest
from games.digifeud.offers import Offer
from games.digifeud.sketch import Sketch

CANDIDATES = 12
ROUNDS = ((8, 6), (12, 3), (24, 1))  # so many more deals, after which so many candidates are kept
PLIES = 3  # after the candidate; all that is left when the bag is empty


def candidates(sketch: Sketch) -> list[Offer | None]:
    """The moves that promise most to the player to move, and the pass."""
    found = sorted(sketch.possible(), key=lambda offer: -offer.points - sketch.leave(offer))
    return [*found[:CANDIDATES], None]


def look(found: Sequence[Offer | None], deals: Sequence[Sketch]) -> Offer | None:
    """The best of these moves, None being the pass, in deals that differ in what the player to move does not see."""
    won = [0.0] * len(found)
    kept, begun = list(range(len(found))), 0
    for many, keep in ROUNDS:
        for number in kept if len(kept) > 1 else ():
            won[number] += sum(_play_on(deal.copy(), found[number]) for deal in deals[begun : begun + many])
        begun += many
        kept = sorted(kept, key=lambda number: -won[number])[:keep]
    return found[kept[0]]


def deals_needed() -> int:
    """How many deals `look` uses at most."""
    return sum(many for many, _keep in ROUNDS)


def _play_on(sketch: Sketch, candidate: Offer | None) -> float:
    """The chance that the mover wins, some turns after this one."""
    seat, plies = sketch.mover, PLIES
    _make(sketch, candidate)
    while not sketch.ended and (plies > 0 or not sketch.bag):
        closes = sketch.mover == seat and sketch.passed[seat] and leads_at_rest(sketch, seat)
        _make(sketch, None if closes else sketch.best())
        plies -= 1
    return chance(sketch, seat)


def _make(sketch: Sketch, offer: Offer | None) -> None:
    if offer:
        sketch.lay(offer)
    else:
        sketch.skip()
