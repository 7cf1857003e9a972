"""The moves that would have brought most."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest
from typing import Any

from games.rules import AnyGame, Position

SHOWN = 10


@dataclass(frozen=True)
class Choice:
    """A move in notation, and its points."""

    text: str
    points: int


@dataclass(frozen=True)
class Listed:
    """How many legal moves there were, and the best of those that bring points, the best first."""

    count: int
    best: tuple[Choice, ...]

    @property
    def most(self) -> int:
        """The most points that were to be had."""
        return self.best[0].points if self.best else 0


def list_best(game: AnyGame, position: Position) -> Listed:
    """All moves of the player to move, by their points now; of equals the one that the game lists first."""
    moves: list[tuple[Any, int]] = list(game.scored_moves(position))
    best = nlargest(SHOWN, (scored for scored in moves if scored[1] > 0), key=_points)
    return Listed(len(moves), tuple(Choice(game.encode(move), points) for move, points in best))


def _points(scored: tuple[Any, int]) -> int:
    return scored[1]
