"""The contract of computer players: `Bot` and `Evaluator`, two bots for any game, and a base class of weaker ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, Generic, TypeVar

from games.rules.game import AnyGame, SeededRandom
from games.rules.position import PlayedMove, View
from games.rules.sentences import Seat, Sentence, say

ViewT = TypeVar("ViewT", bound=View)
MoveT = TypeVar("MoveT")
FoundT = TypeVar("FoundT")

NEARLY_SURE = 0.999  # the greatest estimate of a chance: only a search to the end says 1
CHANCES = 1 << 20  # resolution of a probability, since `SeededRandom` draws integers only


class Bot(ABC, Generic[ViewT, MoveT]):
    """A computer player, which chooses moves from a view alone and keeps no state.

    A game lists its computer players as `bots` in its bots.py, the weakest first. `level` counts from 1, the level for
    beginners; 0 marks a bot that only plays rollouts. `name` describes the style of play in a word or two.
    """

    level: int
    name: Sentence
    habit: Sentence | None = None  # what it likes to do, in a sentence

    @abstractmethod
    def choose(self, view: ViewT, rng: SeededRandom) -> MoveT:
        """Return a legal move for the viewer, the player to move; deterministic for a view and an rng."""

    def hurried(self, halvings: int) -> Bot[ViewT, MoveT]:
        """Return an equal bot whose search budget is halved this many times, for times of heavy load.

        With 0 it must equal this bot. The default is for bots that search little: it returns the bot itself.
        """
        return self


@dataclass(frozen=True)
class Evaluation(Generic[MoveT]):
    """A candidate move with the mover's probability of winning after it, 0 to 1; a draw counts one half.

    `error` is the standard error of `chance` in a comparison with the other moves of the turn: errors that all of them
    share are left out. It is 0 where `chance` is exact.
    """

    move: MoveT
    chance: float
    error: float


class SearchLimitReached(Exception):
    """A search needs more nodes than it may visit."""


class Evaluator(ABC, Generic[ViewT, MoveT]):
    """A bot that can also estimate the win probability after each of its candidate moves.

    `rollout_plies` is the number of moves that all rollouts of the analysis of one match may play in total, about three
    seconds of CPU time with the game's rollout bot.
    """

    rollout_plies: int

    @abstractmethod
    def evaluate(self, view: ViewT, moves: Sequence[MoveT], rng: SeededRandom) -> Sequence[Evaluation[MoveT]]:
        """Return the bot's candidate moves and the given legal moves, each once, the highest chance first.

        The view is that of the player to move, and all that may be used. Deterministic for a view, moves and an rng.
        """

    def compare(self, view: ViewT, moves: Sequence[MoveT], rng: SeededRandom) -> list[float]:
        """Return the chances of these legal moves, in their order; only the differences between them count.

        They are those of `evaluate` unless there is a quicker way without the bot's own candidates.
        """
        chances = {one.move: one.chance for one in self.evaluate(view, moves, rng)}
        return [chances[move] for move in moves]

    def solve_ending(
        self, view: ViewT, moves: Sequence[MoveT], rng: SeededRandom
    ) -> Sequence[Evaluation[MoveT]] | None:
        """Return all legal moves, which are given, in an ending that can be solved, the best chance first; else None.

        A chance without error is exact, and a chance of 1 without error is proved: the move wins whatever is hidden and
        whatever the opponent replies. In a match of several games the chances are those of the present game. It may
        take a few seconds, more than in play: puzzles are made of such endings.
        """
        return None

    def judge(self, view: ViewT, moves: Sequence[MoveT], rng: SeededRandom) -> Sequence[Evaluation[MoveT]] | None:
        """Return the evaluations of these legal moves by another method, best first; None if there is no other.

        It should share nothing with `evaluate` but the rules, so that the two do not err together: puzzles are checked
        by it. It may take a few seconds, more than in play.
        """
        return None

    def search_through(
        self, view: ViewT, moves: Sequence[MoveT], rng: SeededRandom
    ) -> Sequence[Evaluation[MoveT]] | None:
        """Return all legal moves, which are given, where estimates are not trusted: searched to the end of the match.

        Return None where that would take longer than a few seconds.
        """
        return None

    def trusts_estimates(self, view: ViewT) -> bool:
        """Return whether chances of `evaluate` that are not exact may decide a puzzle in this position."""
        return True

    def between_games(self, view: ViewT, seat: Seat) -> float | None:
        """Return the seat's probability of winning the match between two of its games; None if a match is one game."""
        return None


def by_chance(evaluations: Sequence[Evaluation[MoveT]]) -> list[Evaluation[MoveT]]:
    """Return the evaluations sorted by chance, the highest first (stable); an estimate is never quite 0 or 1."""
    return [_as_estimate(one) for one in sorted(evaluations, key=lambda one: -one.chance)]


def _as_estimate(one: Evaluation[MoveT]) -> Evaluation[MoveT]:
    """Return an inexact evaluation with a chance that does not say that the move always wins or loses."""
    chance = min(NEARLY_SURE, max(1 - NEARLY_SURE, one.chance))
    return replace(one, chance=chance) if one.error and chance != one.chance else one


# For code that handles all games: only a game's own code knows the types of its views and moves.
AnyBot = Bot[Any, Any]
AnyEvaluator = Evaluator[Any, Any]


@dataclass(frozen=True)
class Prospect:
    """A legal move with the effect that `Game.judge` predicts."""

    move: object
    turn: PlayedMove


def prospects(game: AnyGame, view: View, rng: SeededRandom) -> list[Prospect]:
    """Return the sensible moves of the viewer, in whose turn this is called, in the order of `Game.legal_moves`.

    Sensible are moves that place something and carry no warning; if there are none, moves that place something; if
    there are none of these either, all legal moves.
    """
    position = game.determinize(view, rng)
    choices = [Prospect(move, game.judge(position, move)) for move in game.legal_moves(position)]
    placing = [prospect for prospect in choices if prospect.turn.squares] or choices
    return [prospect for prospect in placing if not prospect.turn.warning] or placing


@dataclass(frozen=True)
class BeginnerBot(Bot[View, object]):
    """Plays a random move of the 1/`share` of its sensible moves that score least."""

    game: AnyGame
    share: int = 3

    level = 1
    name = say("Beginner")

    def choose(self, view: View, rng: SeededRandom) -> object:
        """Return a random one of the lowest-scoring moves."""
        choices = sorted(prospects(self.game, view, rng), key=_points)
        count = -(-len(choices) // self.share)  # rounded up, so at least one
        return choices[rng.below(count)].move


@dataclass(frozen=True)
class GreedyBot(Bot[View, object]):
    """Plays the move with the most points (greedy)."""

    game: AnyGame

    level = 2
    name = say("Most points")

    def choose(self, view: View, rng: SeededRandom) -> object:
        """Return the move with the most points; ties are broken at random."""
        choices = prospects(self.game, view, rng)
        most = max(map(_points, choices))
        best = [prospect.move for prospect in choices if _points(prospect) == most]
        return best[rng.below(len(best))]


@dataclass(frozen=True)
class Taste(Generic[FoundT]):
    """What a computer player likes, as a person does: a move to its taste looks better to it than it is, by `worth`.

    `worth` is in the unit of its heuristic values, and so small that the computer gets neither stronger nor weaker by
    it.
    """

    likes: Callable[[FoundT], bool]
    worth: float


@dataclass(frozen=True)
class SamplingBot(Bot[ViewT, MoveT], Generic[ViewT, MoveT, FoundT]):
    """Plays the best of a few randomly sampled moves, like a player who overlooks the others.

    `seen` is the mean sample size: 2.5 samples two or three moves with equal probability, `math.inf` takes all. A
    subclass generates the moves (`find`), rates them by a heuristic of its choice (`rated`), and may say which of them
    strike the eye, so that they are seen whatever the sample (`is_striking`). `taste` is for character.
    """

    level: int
    seen: float
    taste: Taste[FoundT] | None = field(default=None, kw_only=True)
    habit: Sentence | None = field(default=None, kw_only=True)

    name = say("Sees few moves")

    @abstractmethod
    def find(self, view: ViewT, rng: SeededRandom) -> Sequence[FoundT]:
        """Return the moves to sample from, at least one."""

    @abstractmethod
    def rated(self, candidate: FoundT) -> tuple[float, MoveT]:
        """Return the move for a result of `find`, after its heuristic value, whose unit does not matter."""

    def is_striking(self, candidate: FoundT) -> bool:
        """Return whether no player overlooks this move."""
        return False

    def choose(self, view: ViewT, rng: SeededRandom) -> MoveT:
        """Return the sampled move of the highest value, the first of equals: a random one unless all moves are seen."""
        moves = self.find(view, rng)
        sample = [*drawn(moves, self.seen, rng), *filter(self.is_striking, moves)]
        rated = [self.rated(one) for one in sample]
        if self.taste:
            likes, worth = self.taste.likes, self.taste.worth
            rated = [(value + worth * likes(one), move) for one, (value, move) in zip(sample, rated, strict=True)]
        return max(rated, key=itemgetter(0))[1]


def drawn(items: Sequence[FoundT], number: float, rng: SeededRandom) -> list[FoundT]:
    """Return a random sample of the items without replacement, in random order, of `number` items on average.

    A fractional number is rounded up with the probability of its fraction; the sample has at least one item. If
    `number` covers all items they are returned in their own order.
    """
    if number >= len(items):
        return list(items)
    whole = int(number)
    count = max(1, whole + is_likely(number - whole, rng))
    pool = list(items)
    for place in range(count):  # partial Fisher-Yates shuffle
        other = place + rng.below(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    return pool[:count]


def is_likely(probability: float, rng: SeededRandom) -> bool:
    """Return True with this probability (a Bernoulli trial)."""
    return rng.below(CHANCES) < probability * CHANCES


def _points(prospect: Prospect) -> int:
    return prospect.turn.points
