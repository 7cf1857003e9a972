"""The candidate moves of a turn, ranked by the winning chance of the player to move.

The game's strongest computer player estimates the chances. The closest candidates are then played out to the end in the
same determinizations of what the player could not see (common random numbers), until the best one is significantly
ahead or the budget is spent. The estimates are the prior and the rollouts the measurement; both are taken as normal and
weighted by their precision (conjugate normal model).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from math import hypot, sqrt
from operator import itemgetter
from statistics import mean

from games.analysis.evaluation.rollouts import LONGEST, PLIES, falls, rng_for
from games.rules import AnyBot, AnyEvaluator, AnyGame, Evaluation, Position, Seat, by_chance

SHOWN = 10  # best moves of a turn
COMPARED = 4  # candidates that are played out, at most
SURE = 2.0  # standard errors by which the best has to be ahead
ALIKE = 0.002  # of two candidates whose chances are this close, only one is played out
UNKNOWN = 0.25  # standard error of a move's chance in a game without an evaluator
LEVEL_ERROR = 0.05  # standard error that all estimates of a turn have in common
RANDOM = 4  # legal moves drawn at random, with which the best one is compared
OUTCOME_VARIANCE = 0.1  # prior variance of an outcome relative to others in the same deal, weighted as one deal

AnyEvaluation = Evaluation[object]


@dataclass(frozen=True)
class Choice:
    """A move in notation, its points, and the mover's winning chance after it with its standard error."""

    text: str
    points: int
    chance: float
    error: float


@dataclass(frozen=True)
class Listed:
    """The number of legal moves, the highest points among them, the best ones by winning chance, and the one played.

    The played move and one with the most points are always among the best.
    """

    count: int
    most: int
    best: tuple[Choice, ...]
    played: Choice | None

    @property
    def cost(self) -> float:
        """Return the winning chance that the played move gave away compared with the best one, 0 to 1."""
        return self.best[0].chance - self.played.chance if self.played else 0.0

    @property
    def cost_error(self) -> float:
        """Return the standard error of `cost`."""
        return hypot(self.best[0].error, self.played.error) if self.played and self.cost else 0.0


NOTHING = Listed(0, 0, (), None)


@dataclass(frozen=True)
class Analyst:
    """The analysis of single turns of a game, by its rules, a rollout bot, and an evaluator if there is one."""

    game: AnyGame
    bot: AnyBot
    evaluator: AnyEvaluator | None

    def list_best(self, position: Position, played: object, match: str, ply: int, plies: int) -> Listed:
        """Rank the legal moves of turn number `ply` in this position.

        `played` is a move that has to be in the list, or None. `match` is the match's public id, from which the random
        numbers are derived. `plies` is the turn's share of `rollouts.PLIES`, the budget of rollout moves of a match; it
        is scaled to the evaluator's own `rollout_plies`.
        """
        game = self.game
        moves: list[tuple[object, int]] = list(game.scored_moves(position))
        richest = nlargest(SHOWN, moves, key=itemgetter(1))
        points = dict(moves)
        budget = plies * self.evaluator.rollout_plies // PLIES if self.evaluator else plies
        evaluations = self._evaluate(position, [move for move, _points in richest], played, match, ply)
        evaluations = self._refine(position, evaluations, played, match, ply, budget)
        best = [one for rank, one in enumerate(evaluations) if rank < SHOWN or one.move in (played, richest[0][0])]
        choices = {one.move: Choice(game.encode(one.move), points[one.move], one.chance, one.error) for one in best}
        return Listed(len(moves), richest[0][1], tuple(choices.values()), choices.get(played))

    def stake(self, position: Position, listed: Listed, match: str, ply: int) -> float:
        """Return how much more the best of the listed moves wins than a random legal one, 0 to 1.

        The mean of `RANDOM` moves stands for all of them, in the same determinizations as the best. Without an
        evaluator it is the mean of the listed moves. `match` and `ply` are as in `list_best`.
        """
        best = listed.best[0]
        if self.evaluator is None:
            return best.chance - mean(choice.chance for choice in listed.best)
        view, legal = self.game.view(position, position.to_move), list(self.game.legal_moves(position))
        rng = rng_for(match, "random moves", ply, 0)
        random_moves = [legal.pop(rng.below(len(legal))) for _number in range(min(RANDOM, len(legal)))]
        moves = [self.game.decode(best.text), *random_moves]
        first, *others = self.evaluator.compare(view, moves, rng_for(match, "candidates", ply, 0))
        return max(0.0, first - mean(others))

    def _evaluate(
        self, position: Position, richest: Sequence[object], played: object, match: str, ply: int
    ) -> list[AnyEvaluation]:
        main_moves = list(dict.fromkeys([richest[0]] if played is None else [played, richest[0]]))
        if self.evaluator is None:
            moves = dict.fromkeys([*richest, *main_moves])
            return [Evaluation(move, 0.5, UNKNOWN) for move in moves]
        view = self.game.view(position, position.to_move)
        return list(self.evaluator.evaluate(view, main_moves, rng_for(match, "candidates", ply, 0)))

    def _refine(
        self, position: Position, evaluations: list[AnyEvaluation], played: object, match: str, ply: int, plies: int
    ) -> list[AnyEvaluation]:
        """Play the contenders out within the budget, and return all candidates with updated chances, the best first."""
        candidates = contenders(evaluations, played)
        outcomes: list[list[float]] = []
        ranking = evaluations
        while plies > 0 and len(candidates) > 1 and not is_sure(ranking):
            deal = [self.play_out(position, one.move, match, ply, len(outcomes)) for one in candidates]
            plies -= sum(moves for _value, moves in deal)
            outcomes.append([value for value, _moves in deal])
            ranking = combined(evaluations, candidates, outcomes)
        return ranking

    def play_out(self, position: Position, move: object, match: str, ply: int, number: int) -> tuple[float, int]:
        """Play one rollout of the move; return the mover's result from 0 to 1, and the number of moves.

        `number` is that of the deal: the same one gives every move the same determinization. In a match of several
        games the rollout stops with the present game, and the result is the evaluator's `between_games`. After
        `LONGEST` moves the result is 0.5.
        """
        game, mover = self.game, position.to_move
        before = game.determinize(game.view(position, mover), rng_for(match, "candidates' deal", ply, number))
        moves = 1
        here = game.apply(before, move, rng_for(match, "candidates' draw", ply, number))
        while moves < LONGEST and (value := self._result(before, here, mover)) is None:
            rng = rng_for(match, f"candidates' move {moves} after {ply}", ply, number)
            before, here = here, game.apply(here, self.bot.choose(game.view(here, here.to_move), rng), rng)
            moves += 1
        return (0.5 if value is None else value), moves

    def _result(self, before: Position, here: Position, seat: Seat) -> float | None:
        if here.result:
            return 0.5 if here.result.winner is None else float(here.result.winner is seat)
        if self.evaluator and falls(before, here):
            return self.evaluator.between_games(self.game.view(here, seat), seat)
        return None


def contenders(evaluations: Sequence[AnyEvaluation], played: object) -> list[AnyEvaluation]:
    """Return the candidates to play out: those that may be the best, and `played`; none if the best `is_sure`."""
    best = evaluations[0]
    if is_sure(evaluations):
        return []
    candidates = [one for one in evaluations if one.move == played] if played is not None else []
    for one in evaluations:
        close = best.chance - one.chance <= SURE * hypot(best.error, one.error)
        is_alike = one.error < UNKNOWN and any(abs(one.chance - other.chance) <= ALIKE for other in candidates)
        if len(candidates) < COMPARED and close and not is_alike and one not in candidates:
            candidates.append(one)
    return candidates


def is_sure(evaluations: Sequence[AnyEvaluation]) -> bool:
    """Return whether the first candidate is ahead of every other by more than `SURE` standard errors.

    Others with an exact chance within `ALIKE` of an exact best one are equally good and not counted.
    """
    best = evaluations[0]
    rivals = [one for one in evaluations[1:] if best.chance - one.chance > ALIKE or one.error or best.error]
    return all(best.chance - one.chance > SURE * hypot(best.error, one.error) for one in rivals)


def combined(
    candidates: Sequence[AnyEvaluation], compared: Sequence[AnyEvaluation], outcomes: Sequence[Sequence[float]]
) -> list[AnyEvaluation]:
    """Return the candidates with posterior chances and errors, the best first.

    `outcomes` has for each deal the results of the `compared` ones. Their mean moves the level of all candidates; the
    differences within a deal move the candidates among themselves.
    """
    levels = [mean(deal) for deal in outcomes]
    has_exact, prior = any(one.error == 0 for one in candidates), mean(one.chance for one in compared)
    shift = 0.0 if has_exact else _weight(LEVEL_ERROR, standard_error(levels)) * (mean(levels) - prior)
    changes: dict[object, AnyEvaluation] = {}
    for number, one in enumerate(compared):
        gaps = [deal[number] - level for deal, level in zip(outcomes, levels, strict=True)]
        error = standard_error(gaps)
        weight = _weight(one.error, error)
        chance = one.chance + weight * (mean(gaps) - (one.chance - prior))
        changes[one.move] = replace(one, chance=chance, error=sqrt(weight) * error)
    evaluations = [changes.get(one.move, one) for one in candidates]
    return by_chance([replace(one, chance=min(1.0, max(0.0, one.chance + shift))) for one in evaluations])


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of these values, with `OUTCOME_VARIANCE` as if from one more."""
    middle = mean(values)
    squares = sum((value - middle) ** 2 for value in values) + OUTCOME_VARIANCE
    return sqrt(squares) / len(values)


def _weight(prior_error: float, error: float) -> float:
    """Return the weight of the measurement in the posterior mean, 0 to 1."""
    return prior_error**2 / (prior_error**2 + error**2)
