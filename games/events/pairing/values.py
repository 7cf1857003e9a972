"""The values that pairings are made of: entrants, pairs and results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules import SeededRandom

WIN, DRAW, LOSS, BYE = 2, 1, 0, 2


@dataclass(frozen=True)
class Entrant:
    """A player who is present for a round, with the rating that the event was entered with."""

    player: int
    rating: int = 0


@dataclass(frozen=True)
class Pair:
    """Two players who meet, in the order of their seats; `second` is None for a bye."""

    first: int
    second: int | None

    @property
    def players(self) -> frozenset[int]:
        """The ids, one for a bye."""
        return frozenset({self.first} if self.second is None else {self.first, self.second})


@dataclass(frozen=True)
class Result:
    """What a finished match counted, or a bye, whose `second` is None.

    `number` is the round, from 1. `absent` holds those who did not play: of a match that one of them missed it names
    this one, and the other has won; of a match that both missed it names both.
    """

    first: int
    second: int | None
    first_points: int
    second_points: int = 0
    number: int = 1
    absent: tuple[int, ...] = ()

    @property
    def players(self) -> frozenset[int]:
        """The ids, one for a bye."""
        return frozenset({self.first} if self.second is None else {self.first, self.second})

    def points(self, player: int) -> int:
        """Return the points of one of the two players."""
        return self.first_points if player == self.first else self.second_points

    def opponent(self, player: int) -> int | None:
        """Return the id of the other player; None for a bye."""
        return self.second if player == self.first else self.first


def bye(player: int, number: int) -> Result:
    """Return the result of a bye in this round."""
    return Result(player, None, BYE, number=number)


def by_lot(players: Iterable[int], seed: bytes, number: int = 0) -> dict[int, int]:
    """Return the rank of each player in a random order, which only the set of the players and the seed decide."""
    return {player: rank for rank, player in enumerate(SeededRandom(seed, number).shuffled(sorted(players)))}
