"""A match that goes on from a position of another one."""

from __future__ import annotations

from dataclasses import replace

from games.rules.game import AnyGame
from games.rules.position import Position
from games.rules.seats import Seat
from games.rules.seeded_random import SeededRandom


def continued(game: AnyGame, position: Position, keeper: Seat, rng: SeededRandom) -> Position:
    """The start of a match that goes on from this position: `keeper` keeps what that seat saw, tiles and all.

    Everything else, the other hand and the order of the bags, is dealt anew: after the end of the first match it is
    known to everybody. Board, points and whose turn it is stay. The kept hand is known, so it lies open from the start;
    a newly dealt hand of the player who waits lies face down until the first move, as in any match. Raises ValueError
    where nothing can be played.
    """
    if position.result:
        raise ValueError("this position has a result")
    start: Position = game.determinize(game.view(replace(position, face_down=()), keeper), rng)
    waiting = start.to_move.other
    is_known = waiting is keeper or game.perfect_information
    return replace(start, face_down=() if is_known else (waiting,))
