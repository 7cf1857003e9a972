"""Deals the chips that a viewer does not see."""

from __future__ import annotations

from games.rules import SeededRandom
from games.tenbyten.model.chips import ALL_CHIPS, HAND, Chips, draw, without
from games.tenbyten.model.position import TenByTenPosition, TenByTenView


def determinize(view: TenByTenView, rng: SeededRandom) -> TenByTenPosition:
    """A position that looks to the viewer as this one does, each such position equally likely."""
    container, hands = rng.shuffled(unseen(view)), []
    for known in view.hands:
        if known is None:
            known, container = draw(container, HAND)
        hands.append(known)
    return TenByTenPosition(
        options=view.options,
        to_move=view.to_move,
        scores=view.scores,
        last=view.last,
        result=view.result,
        face_down=view.face_down,
        public=view.public,
        hands=(hands[0], hands[1]),
        container=container,
    )


def unseen(view: TenByTenView) -> Chips:
    """The chips that lie neither on the board nor among the captured, nor in a hand the viewer sees."""
    seen = [*filter(None, view.public.grid.faces), *view.public.captured[0], *view.public.captured[1]]
    return without(ALL_CHIPS, [*seen, *(chip for hand in view.hands for chip in hand or ())])
