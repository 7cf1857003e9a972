"""Composing a move from the chip placed on the page."""

from __future__ import annotations

from games.rules import IllegalMove, Placements, say
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView
from games.tenbyten.model.scoring import check_in_hand, check_square


def compose(view: TenByTenView, placements: Placements) -> Move:
    """Return the placed chip as a move without capture; raises IllegalMove with the reason if it is not legal."""
    if view.result:
        raise IllegalMove(say("The match is over."))
    if view.hand is None:
        raise IllegalMove(say("Only the two players can place chips."))
    if not placements:
        raise IllegalMove(say("Put a chip on an empty square."))
    if len(placements) > 1:
        raise IllegalMove(say("You place one chip per turn."))
    ((square, chip),) = placements
    check_in_hand(view.hand, chip)
    check_square(view.public.grid, square)
    return Move(chip, square)
