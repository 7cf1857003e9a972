"""A match that goes on from a position of another one."""

from __future__ import annotations

from games.rules.dice import Dice
from games.rules.game import AnyGame
from games.rules.position import Position
from games.rules.seats import Seat


def continued(game: AnyGame, position: Position, keeper: Seat, dice: Dice) -> Position:
    """The start of a match that goes on from this position: `keeper` keeps what that seat saw, tiles and all.

    Everything else, the other hand and the order of the bags, is dealt anew: after the end of the first match it is
    known to everybody. Board, points and whose turn it is stay. Raises ValueError where nothing can be played.
    """
    if position.result:
        raise ValueError("this position has a result")
    start: Position = game.imagine(game.view(position, keeper), dice)
    return start
