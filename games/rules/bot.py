"""Computer players: what it takes to be one, and two ways to play that any game can use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.rules.game import AnyGame
from games.rules.position import PlayedMove, View
from games.rules.seeded_random import SeededRandom
from games.rules.sentences import Sentence, say

ViewT = TypeVar("ViewT", bound=View)
MoveT = TypeVar("MoveT")


class Bot(ABC, Generic[ViewT, MoveT]):
    """Chooses moves by what its seat may know, a view, and nothing else. It remembers nothing.

    A game brings its own as `bots` in its bots.py, the weakest first. `level` counts from 1, the one that a beginner
    beats; `name` says in a word or two how it plays.
    """

    level: int
    name: Sentence

    @abstractmethod
    def choose(self, view: ViewT, rng: SeededRandom) -> MoveT:
        """A legal move for the viewer, who is to move; the same for the same view and dice."""


AnyBot = Bot[Any, Any]


@dataclass(frozen=True)
class Prospect:
    """A legal move, and what it would do."""

    move: Any
    turn: PlayedMove


def prospects(game: AnyGame, view: View, rng: SeededRandom) -> list[Prospect]:
    """The moves that the viewer could sensibly make, in the game's order; any legal ones where none is sensible.

    It is not sensible to lay nothing, nor what the game itself warns of.
    """
    position = game.determinize(view, rng)
    found = [Prospect(move, game.judge(position, move)) for move in game.legal_moves(position)]
    laying = [prospect for prospect in found if prospect.turn.squares] or found
    return [prospect for prospect in laying if not prospect.turn.warning] or laying


@dataclass(frozen=True)
class Beginner(Bot[View, Any]):
    """Plays at random among the moves that bring least: one in `share` of all."""

    game: AnyGame
    share: int = 3

    level = 1
    name = say("Beginner")

    def choose(self, view: View, rng: SeededRandom) -> Any:  # noqa: ANN401 - each game has moves of its own
        """One of the lesser moves."""
        found = sorted(prospects(self.game, view, rng), key=_points)
        return found[rng.below(-(-len(found) // self.share))].move


@dataclass(frozen=True)
class MostPoints(Bot[View, Any]):
    """Takes the most points that are to be had now, whatever comes after."""

    game: AnyGame

    level = 2
    name = say("Most points")

    def choose(self, view: View, rng: SeededRandom) -> Any:  # noqa: ANN401 - each game has moves of its own
        """The move that brings most; chance decides between equals."""
        found = prospects(self.game, view, rng)
        most = max(map(_points, found))
        best = [prospect.move for prospect in found if _points(prospect) == most]
        return best[rng.below(len(best))]


def _points(prospect: Prospect) -> int:
    return prospect.turn.points
