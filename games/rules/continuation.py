"""Matches that continue from a position of another match."""

from __future__ import annotations

from dataclasses import replace

from games.rules.game import AnyGame
from games.rules.position import Position
from games.rules.seats import Seat
from games.rules.seeded_random import SeededRandom


def continued(game: AnyGame, position: Position, keeper: Seat, rng: SeededRandom) -> Position:
    """Return the start of a match that continues from this position, in which `keeper` keeps its hand.

    Board, points and the player to move stay. The other hand and the bags, known to both after the first match, are
    dealt again (determinization). The kept hand is known and lies open; the hand of the waiting player, unless it is
    the kept one, lies face down until the first move, as in any match. Raises ValueError for a position with a result.
    """
    if position.result:
        raise ValueError("this position has a result")
    start: Position = game.determinize(game.view(replace(position, face_down=()), keeper), rng)
    waiting = start.to_move.other
    is_known = waiting is keeper or game.perfect_information
    return replace(start, face_down=() if is_known else (waiting,))
