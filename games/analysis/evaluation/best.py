"""The moves with the most points."""

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
    """The number of legal moves, and the best of those that score, best first."""

    count: int
    best: tuple[Choice, ...]

    @property
    def most(self) -> int:
        """Return the most points that a move could have made."""
        return self.best[0].points if self.best else 0


def list_best(game: AnyGame, position: Position) -> Listed:
    """Return the number of legal moves and the best by immediate points; equal ones keep the game's order (stable)."""
    moves: list[tuple[Any, int]] = list(game.scored_moves(position))
    best = nlargest(SHOWN, (scored for scored in moves if scored[1] > 0), key=_points)
    return Listed(len(moves), tuple(Choice(game.encode(move), points) for move, points in best))


def _points(scored: tuple[Any, int]) -> int:
    return scored[1]
