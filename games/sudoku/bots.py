"""The computer players of Sudoku Duel.

The strongest one searches by expectimax. It beats `hasty`, the greedy one, only slightly, 52.0 % of 4,000 matches
(50.8 to 53.2): a crowded board is crowded for both, and the draws are random. Tried and rejected: points minus the
expected points of the opponent's next tile (50 to 51 %; half of them come back later), rollouts with determinized bags
(25 to 52 %), and iterative deepening within a time budget late in the match (no better than two plies).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import AnyBot, Beginner, Bot, Evaluation, Evaluator, SeededRandom, Square, say
from games.sudoku.ai.expectimax import evaluate, search
from games.sudoku.model.movegen import valid_moves
from games.sudoku.model.position import SudokuView
from games.sudoku.rules import game

DECIMALS = 9  # of a win probability: smaller differences are rounding errors


@dataclass(frozen=True)
class GoodSquares(Bot[SudokuView, Square]):
    """A bot that plays one of the better squares."""

    level = 2
    name = say("Good squares")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """Return a random square from the best third of the valid ones."""
        found = [square for _points, square in valid_moves(view.grid, view.tile)]
        return random_choice(found[: -(-len(found) // 3)], rng)


@dataclass(frozen=True)
class NearlyMost(Bot[SudokuView, Square]):
    """A bot that takes nearly the most points."""

    level = 3
    name = say("Nearly the most")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """Return a random valid square that scores at most one point less than the best."""
        found = valid_moves(view.grid, view.tile)
        return random_choice([square for points, square in found if points >= found[0][0] - 1], rng)


@dataclass(frozen=True)
class MostPoints(Bot[SudokuView, Square]):
    """The greedy bot, which plays the rollouts: almost as strong as the expectimax bot, and a hundred times faster."""

    level = 0
    name = say("Most points")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """Return a random square of those with the most points."""
        found = valid_moves(view.grid, view.tile)
        return random_choice([square for points, square in found if points == found[0][0]], rng)


@dataclass(frozen=True)
class LooksAhead(Bot[SudokuView, Square], Evaluator[SudokuView, Square]):
    """A bot that searches two plies by expectimax, and to the end of the match when it is near."""

    level = 4
    name = say("Looks ahead")
    rollout_plies = 18_000

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """Return the square with the highest win probability; ties go to the most points, then to a random square."""
        found = [(round(value, DECIMALS), points, square) for value, points, square in search(view)]
        best = max(found)[:2]
        return random_choice([square for *score, square in found if tuple(score) == best], rng)

    def evaluate(self, view: SudokuView, moves: Sequence[Square], rng: SeededRandom) -> list[Evaluation[Square]]:
        """Return the squares of the search and the given ones."""
        return evaluate(view, moves)


def random_choice(squares: list[Square], rng: SeededRandom) -> Square:
    """Return a uniformly random square."""
    return squares[rng.below(len(squares))]


hasty = MostPoints()
bots: tuple[AnyBot, ...] = (Beginner(game, share=1), GoodSquares(), NearlyMost(), LooksAhead())
