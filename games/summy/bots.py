"""The computer players of Summy, and the quick one that rollouts use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from games.rules import AnyBot, Beginner, Bot, Evaluation, Evaluator, MostPoints, SeededRandom, by_chance, say
from games.summy.ai.best_sum import best_short_sum
from games.summy.ai.determinization import determinize
from games.summy.ai.endgame import SAMPLES, best_move, win_shares
from games.summy.ai.evaluation import best_swap, estimated_chances, evaluate_moves, scored_sums
from games.summy.model.movegen import ScoredMove, scored_moves
from games.summy.model.moves import Move
from games.summy.model.position import SummyView

CANDIDATES = 12  # moves that are evaluated, at least


@dataclass(frozen=True)
class Novice(Bot[SummyView, Move]):
    """Plays a random one of the lowest-scoring sums: the lowest 1 in `share`."""

    share: int = 3

    level = Beginner.level
    name = Beginner.name

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """Return one of the low-scoring sums, or a random exchange if there is none."""
        found = sorted(_options(view, rng), key=_points)
        return found[rng.below(-(-len(found) // self.share))][0]


@dataclass(frozen=True)
class SampledGreedy(Bot[SummyView, Move]):
    """Plays the highest-scoring of a few sums sampled at random, with replacement."""

    samples: int = 2

    level = 2
    name = say("Quick glance")

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """Return the best of a few sums, or of a few exchanges if there is none."""
        found = _options(view, rng)
        return max((found[rng.below(len(found))] for _sample in range(self.samples)), key=_points)[0]


@dataclass(frozen=True)
class Greedy(Bot[SummyView, Move]):
    """Plays the highest-scoring sum, regardless of what it keeps."""

    level = 3
    name = MostPoints.name

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """Return a highest-scoring move, ties broken at random."""
        found = _options(view, rng)
        most = max(map(_points, found))
        best = [move for move, points in found if points == most]
        return best[rng.below(len(best))]


@dataclass(frozen=True)
class ValueBot(Bot[SummyView, Move], Evaluator[SummyView, Move]):
    """Plays the move with the highest points plus leave value; searches the endgame once the stock is empty."""

    level = 4
    name = say("Good hand")
    rollout_plies = 900

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """Return the move with the highest value."""
        if view.stock_count or view.finished:
            return evaluate_moves(determinize(view, rng))[0].move
        return best_move(view, rng)

    def evaluate(self, view: SummyView, moves: Sequence[Move], rng: SeededRandom) -> list[Evaluation[Move]]:
        """Return the moves of the highest value and the given ones; exact in a solved endgame."""
        if view.stock_count or view.finished:
            return estimated_chances(determinize(view, rng), moves, CANDIDATES)
        found = win_shares(view, moves, rng)
        return by_chance(
            [Evaluation(move, one.share, 0.0 if one.is_exact else 0.5 / sqrt(SAMPLES)) for move, one in found.items()]
        )


@dataclass(frozen=True)
class Hasty(Bot[SummyView, Move]):
    """The rollout policy: greedy over short sums, in a millisecond or two."""

    level = 0
    name = say("Hasty")

    def choose(self, view: SummyView, rng: SeededRandom) -> Move:
        """Return the best short sum, else an exchange."""
        return best_short_sum(view.grid, view.hand or ()) or best_swap(determinize(view, rng)).move


def _options(view: SummyView, rng: SeededRandom) -> list[ScoredMove]:
    """Return the sums with their points; the exchanges if there is none."""
    position = determinize(view, rng)
    return list(scored_sums(position)) or list(scored_moves(position.grid, position.hand))


def _points(scored: ScoredMove) -> int:
    return scored[1]


hasty = Hasty()
bots: tuple[AnyBot, ...] = (Novice(), SampledGreedy(), Greedy(), ValueBot())
