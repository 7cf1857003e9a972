"""Composing a move from the chip placed on the page."""

from __future__ import annotations

from games.rules import IllegalMove, Light, Placements, Reason, say
from games.tenbyten.model.board import on_board
from games.tenbyten.model.moves import Move, capturable_lines
from games.tenbyten.model.position import TenByTenView, check_in_hand, check_square


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


def highlights(view: TenByTenView, placed: Placements) -> tuple[Light, ...]:
    """Return the squares of every group of 10 with the placed chip, its own square included."""
    if len(placed) != 1 or view.result or not view.hand:
        return ()
    ((square, chip),) = placed
    if chip not in view.hand or not on_board(square) or view.public.grid.at(square):
        return ()
    selections = capturable_lines(view.public.grid.faces, square, chip)
    whole = frozenset(other for lines in selections for line in lines for other in line.squares)
    return (Light(Reason.WHOLE, whole),) if whole else ()
