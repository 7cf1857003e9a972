"""The first position of a match that continues from a position of another match."""

from __future__ import annotations

from dataclasses import replace

from games.rules.game import AnyGame
from games.rules.position import Position
from games.rules.seats import Seat
from games.rules.seeded_random import SeededRandom


def continued(game: AnyGame, position: Position, keeper: Seat, rng: SeededRandom) -> Position:
    """Return the first position of a match that continues from this position, in which `keeper` keeps its hand.

    Board, points and the player to move stay the same. The other hand and the bags are dealt again (determinization),
    because both players know them from the finished match. The hand of the player not to move is face down until the
    first move, as in any match, unless it is the kept one, which its owner knows already. Raises ValueError for a
    position with a result.
    """
    if position.result:
        raise ValueError("this position has a result")
    start: Position = game.determinize(game.view(replace(position, face_down=()), keeper), rng)
    waiting = start.to_move.other
    is_known = waiting is keeper or game.perfect_information
    return replace(start, face_down=() if is_known else (waiting,))
