"""Reads a move from a chip that was laid, and lists what may be captured with it."""

from __future__ import annotations

from dataclasses import replace

from games.rules import IllegalMove, Laid, say
from games.tenbyten.model.movegen import selections
from games.tenbyten.model.moves import Move
from games.tenbyten.model.position import TenByTenView
from games.tenbyten.model.scoring import check_held, check_square


def compose(view: TenByTenView, laid: Laid) -> Move:
    """The move that lays this chip and captures nothing; raises IllegalMove and says what is missing."""
    if view.result:
        raise IllegalMove(say("The match is over."))
    if view.hand is None:
        raise IllegalMove(say("Only the two players lay chips."))
    if not laid:
        raise IllegalMove(say("Lay a chip on an empty square."))
    if len(laid) > 1:
        raise IllegalMove(say("One chip is laid in a turn."))
    ((square, chip),) = laid
    check_held(view.hand, chip)
    check_square(view.public.grid, square)
    return Move(chip, square)


def variants(view: TenByTenView, move: Move) -> tuple[Move, ...]:
    """The same chip on the same square with every allowed selection of captured lines, none first."""
    found = selections(view.public.grid.faces, move.square, move.chip)
    return tuple(replace(move, lines=lines) for lines in found)
