"""The contract of computer players, two that work for any game, and one that is weak as a person is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.rules.game import AnyGame
from games.rules.position import PlayedMove, View
from games.rules.seats import Seat
from games.rules.seeded_random import SeededRandom
from games.rules.sentences import Sentence, say

ViewT = TypeVar("ViewT", bound=View)
MoveT = TypeVar("MoveT")
FoundT = TypeVar("FoundT")

CHANCES = 1 << 20  # parts into which a probability is divided


class Bot(ABC, Generic[ViewT, MoveT]):
    """A computer player, which chooses moves from a view alone and keeps no state.

    A game lists its own as `bots` in its bots.py, the weakest first. `level` counts from 1, the one for beginners;
    `name` describes its style in a word or two.
    """

    level: int
    name: Sentence

    @abstractmethod
    def choose(self, view: ViewT, rng: SeededRandom) -> MoveT:
        """Return a legal move for the viewer, the player to move; deterministic for a view and an rng."""

    def hurried(self, halvings: int) -> Bot[ViewT, MoveT]:
        """Return the same player with its search halved so many times, for when many turns wait; itself if it is quick.

        With 0 it must be the player itself.
        """
        return self


@dataclass(frozen=True)
class Evaluation(Generic[MoveT]):
    """A candidate move with the winning chance of the player to move after it, 0 to 1; a draw counts one half.

    `error` is the standard error of the chance compared with that of the turn's other moves; 0 where it is exact.
    """

    move: MoveT
    chance: float
    error: float


class Evaluator(ABC, Generic[ViewT, MoveT]):
    """A bot that can also tell what its candidate moves are worth.

    `rollout_plies` is the number of moves that all rollouts of the analysis of one match may take: a budget of about
    three seconds of CPU.
    """

    rollout_plies: int

    @abstractmethod
    def evaluate(self, view: ViewT, moves: Sequence[MoveT], rng: SeededRandom) -> Sequence[Evaluation[MoveT]]:
        """Return the candidates of the player to move and the given legal moves, each once, the best chance first.

        Uses nothing but the view; deterministic for a view, moves and an rng.
        """

    def solve_ending(
        self, view: ViewT, moves: Sequence[MoveT], rng: SeededRandom
    ) -> Sequence[Evaluation[MoveT]] | None:
        """Return all legal moves, which are given, in an ending that can be solved, the best chance first; else None.

        A chance without error is exact, and a chance of 1 without error is proved: the move wins whatever is hidden and
        whatever the opponent replies. In a match of several games the chances are those of the present game. It may
        take a few seconds, more than in play: puzzles are made of such endings.
        """
        return None

    def between_games(self, view: ViewT, seat: Seat) -> float | None:
        """Return this seat's chance to win a match of several games, of which one has just ended; None in others."""
        return None


def by_chance(found: Sequence[Evaluation[MoveT]]) -> list[Evaluation[MoveT]]:
    """Return these in the order of their chances, the highest first; equals keep their order."""
    return sorted(found, key=lambda one: -one.chance)


AnyEvaluator = Evaluator[Any, Any]  # like `AnyBot`
AnyBot = Bot[Any, Any]  # of any game: only its own code knows the types of its views and moves


@dataclass(frozen=True)
class Prospect:
    """A legal move with what it would do."""

    move: object
    turn: PlayedMove


def prospects(game: AnyGame, view: View, rng: SeededRandom) -> list[Prospect]:
    """Return the sensible moves of the viewer, in the game's order; all legal ones where none is sensible.

    A move is sensible if it places something and the game does not warn of it.
    """
    position = game.determinize(view, rng)
    found = [Prospect(move, game.judge(position, move)) for move in game.legal_moves(position)]
    laying = [prospect for prospect in found if prospect.turn.squares] or found
    return [prospect for prospect in laying if not prospect.turn.warning] or laying


@dataclass(frozen=True)
class Beginner(Bot[View, object]):
    """Plays at random among the moves with the fewest points: one in `share` of all."""

    game: AnyGame
    share: int = 3

    level = 1
    name = say("Beginner")

    def choose(self, view: View, rng: SeededRandom) -> object:
        """Return one of the weaker moves."""
        found = sorted(prospects(self.game, view, rng), key=_points)
        return found[rng.below(-(-len(found) // self.share))].move


@dataclass(frozen=True)
class MostPoints(Bot[View, object]):
    """Plays the move with the most points (greedy)."""

    game: AnyGame

    level = 2
    name = say("Most points")

    def choose(self, view: View, rng: SeededRandom) -> object:
        """Return the move with the most points; ties are broken at random."""
        found = prospects(self.game, view, rng)
        most = max(map(_points, found))
        best = [prospect.move for prospect in found if _points(prospect) == most]
        return best[rng.below(len(best))]


@dataclass(frozen=True)
class SeesFew(Bot[ViewT, MoveT], Generic[ViewT, MoveT, FoundT]):
    """Plays the best of a few moves drawn at random, as a person who overlooks the others.

    `seen` is how many, on average: with 2.5 it sees two or three, with `math.inf` all. A game says what its moves are,
    and what they look to be worth: an opinion that need not be right.
    """

    level: int
    seen: float

    name = say("Sees few moves")

    @abstractmethod
    def find(self, view: ViewT, rng: SeededRandom) -> Sequence[FoundT]:
        """Return all sensible moves, of which a few are seen; at least one."""

    @abstractmethod
    def value(self, found: FoundT) -> float:
        """Return what the move looks to be worth."""

    @abstractmethod
    def move(self, found: FoundT) -> MoveT:
        """Return the move of the rules."""

    def choose(self, view: ViewT, rng: SeededRandom) -> MoveT:
        """Return the best move of those that are seen; ties are broken at random."""
        seen = drawn(self.find(view, rng), self.seen, rng)
        return self.move(max(seen, key=self.value))


def drawn(items: Sequence[FoundT], number: float, rng: SeededRandom) -> list[FoundT]:
    """Return this many of the items on average, at least one, drawn without replacement; all of them in their order."""
    if number >= len(items):
        return list(items)
    whole = int(number)
    count = max(1, whole + is_likely(number - whole, rng))
    left = list(items)
    for place in range(count):
        other = place + rng.below(len(left) - place)
        left[place], left[other] = left[other], left[place]
    return left[:count]


def is_likely(probability: float, rng: SeededRandom) -> bool:
    """Return True with this probability."""
    return rng.below(CHANCES) < probability * CHANCES


def _points(prospect: Prospect) -> int:
    return prospect.turn.points
