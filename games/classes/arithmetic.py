"""The facts of arithmetic in the turns of a match: what was played, and what the most points would have taken.

It runs in worker processes, so it knows games and no models. Beside false sums (`WrongSum`), what tells of a fact that
a pupil does not know is that it was on the board and another one was played for fewer points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.catalogue import games
from games.rules import Position


class Turn(NamedTuple):
    """A turn: the seat, the facts of the move and of one with the most points, which is itself if it has as many."""

    seat: int
    played: str
    best: str
    points: int
    most: int

    @property
    def is_best(self) -> bool:
        """Whether no move would have had more points."""
        return self.points >= self.most


def measure(slug: str, version: int, turns: Sequence[tuple[Position, str]]) -> list[Turn]:
    """Return these turns of a match, each given as the position before it and its move."""
    game = games()[slug].version(version)
    measured = []
    for position, text in turns:
        move = game.decode(text)
        played = game.judge(position, move).points
        best, most = move, played
        for other, points in game.scored_moves(position):
            if points > most:
                best, most = other, points
        measured.append(Turn(int(position.to_move), game.fact(move), game.fact(best), played, most))
    return measured
