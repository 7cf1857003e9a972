"""Determinization: a full position sampled from a view."""

from __future__ import annotations

from games.rules import SeededRandom, subtract
from games.tenbyten.model.chips import ALL_CHIPS, HAND_SIZE, Chips, draw
from games.tenbyten.model.position import TenByTenPosition, TenByTenView


def determinize(view: TenByTenView, rng: SeededRandom) -> TenByTenPosition:
    """Return a uniformly random position consistent with the view."""
    container, hands = rng.shuffled(unseen_chips(view)), []
    for hand in view.hands:
        if hand is None:
            hand, container = draw(container, HAND_SIZE)
        hands.append(hand)
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


def unseen_chips(view: TenByTenView) -> Chips:
    """Return the chips that are neither on the board, nor captured, nor in a hand visible to the viewer."""
    visible = [*filter(None, view.public.grid.faces), *view.public.captured[0], *view.public.captured[1]]
    return subtract(ALL_CHIPS, [*visible, *(chip for hand in view.hands for chip in hand or ())])
