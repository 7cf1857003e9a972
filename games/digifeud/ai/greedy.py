"""Finds what is best to lay now: the most points, and the best tiles left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from games.digifeud.ai.candidates import Offer, Offers, touched
from games.digifeud.ai.fast_state import Sketch, left
from games.digifeud.ai.leave_values import leave, most
from games.digifeud.model.equations import mask
from games.digifeud.model.tiles import BLANK

Ranked = tuple[float, Offer]  # with its points and the worth of what it leaves


def possible(sketch: Sketch, least: int = 0) -> Iterator[Offer]:
    """What the mover has the tiles for, line by line, if it brings so many points."""
    numbers, operators = sketch.hand
    lack, blanks = ~mask(numbers), numbers.count(BLANK)
    for line in sketch.lines:
        for offer in line:
            if offer[0] < least:
                break
            lacking = offer[1] & lack
            if (not lacking or (blanks and lacking.bit_count() <= blanks)) and offer[2] in operators:
                yield offer


def best(sketch: Sketch, lines: Iterable[Offers] | None = None, known: Ranked | None = None) -> Offer | None:
    """The best that the mover can lay; None where only a pass is left.

    Where the best of some lines is `known`, the others are enough. Most of the time of looking ahead is spent here.
    """
    numbers, operators = sketch.hand
    lack, blanks = ~mask(numbers), numbers.count(BLANK)
    spread = most(sketch.signs, numbers, operators)
    highest, found = known or (-inf, None)
    least = highest - spread
    for line in sketch.lines if lines is None else lines:
        for offer in line:
            points = offer[0]
            if points <= least:
                break
            lacking = offer[1] & lack
            if (not lacking or (blanks and lacking.bit_count() <= blanks)) and offer[2] in operators:
                worth = points + _leave(sketch, offer)
                if worth > highest:
                    found, highest, least = offer, worth, worth - spread
    return found


def moves(sketch: Sketch) -> list[Offer | None]:
    """All that the mover can do, the best first, and at last the pass."""
    return [*(offer for _worth, offer in ranked(sketch)), None]


def ranked(sketch: Sketch) -> list[Ranked]:
    """All that the mover can lay, the best first."""
    found = [(offer.points + _leave(sketch, offer), offer) for offer in possible(sketch)]
    return sorted(found, key=lambda one: -one[0])


def answer(sketch: Sketch, known: Iterable[Ranked], after: Offer) -> Offer | None:
    """The best that the mover can lay now that the opponent laid that offer, by the mover's ranking before."""
    changed = touched(after.line, sketch.ways)
    unchanged = next((one for one in known if one[1].line not in changed), None)
    return best(sketch, [sketch.lines[number] for number in changed], unchanged)


def _leave(sketch: Sketch, offer: Offer) -> float:
    """What the tiles are worth that the mover keeps when this is laid: nothing more once the bag is empty."""
    if not sketch.bag:
        return 0
    numbers, operators = sketch.hand
    return leave(sketch.signs, left(offer, numbers), operators.replace(offer.operator, "", 1))
