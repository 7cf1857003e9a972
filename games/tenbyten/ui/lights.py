"""Highlighted squares: the groups that total 10 with the placed chip."""

from __future__ import annotations

from games.rules import Light, Placements, Reason
from games.tenbyten.model.board import on_board
from games.tenbyten.model.movegen import capturable_lines
from games.tenbyten.model.position import TenByTenView


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
