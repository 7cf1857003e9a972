"""The computer players of Sudoku Duel, the weakest first, and the rollout bot.

The strongest one searches by expectimax. It beats `fast_bot`, the greedy one, only slightly: a crowded board is crowded
for both players, and the draws are random. What else was tried: docs/analysis.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import AnyBot, Bot, Evaluation, Evaluator, SamplingBot, SeededRandom, Square, say
from games.sudoku.ai.expectimax import evaluate, search, solve_ending
from games.sudoku.ai.reasons import explain as explain
from games.sudoku.model.board import valid_moves
from games.sudoku.model.position import SudokuView

DECIMALS = 9  # of a win probability: smaller differences are rounding errors

Found = tuple[int, Square]  # points first


@dataclass(frozen=True)
class SampledGreedyBot(SamplingBot[SudokuView, Square, Found]):
    """Plays the highest-scoring of a few sampled valid squares."""

    def find(self, view: SudokuView, rng: SeededRandom) -> list[Found]:
        return valid_moves(view.grid, view.tile)

    def rated(self, found: Found) -> Found:
        return found


@dataclass(frozen=True)
class GreedyBot(Bot[SudokuView, Square]):
    """The rollout bot, greedy for points: almost as strong as the expectimax bot, and a hundred times faster."""

    level = 0
    name = say("Most points")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """Return a random square of those with the most points."""
        moves = valid_moves(view.grid, view.tile)
        return random_choice([square for points, square in moves if points == moves[0][0]], rng)


@dataclass(frozen=True)
class ExpectimaxBot(Bot[SudokuView, Square], Evaluator[SudokuView, Square]):
    """A bot that searches two plies by expectimax, and to the end of the match when it is near."""

    level = 8
    name = say("Looks ahead")
    rollout_plies = 18_000

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """Return the square with the highest win probability; ties go to the most points, then to a random square."""
        moves = [(round(value, DECIMALS), points, square) for value, points, square in search(view)]
        best = max(moves)[:2]
        return random_choice([square for *score, square in moves if tuple(score) == best], rng)

    def evaluate(self, view: SudokuView, moves: Sequence[Square], rng: SeededRandom) -> list[Evaluation[Square]]:
        return evaluate(view, moves)

    def solve_ending(
        self, view: SudokuView, moves: Sequence[Square], rng: SeededRandom
    ) -> list[Evaluation[Square]] | None:
        """Return the exact chances over all draws, in an ending with few valid squares."""
        return solve_ending(view, moves)


def random_choice(squares: list[Square], rng: SeededRandom) -> Square:
    """Return a uniformly random square."""
    return squares[rng.below(len(squares))]


fast_bot = GreedyBot()
# The samples make each level win about 75 % of its matches against the one below it: see docs/strengths.md.
bots: tuple[AnyBot, ...] = (
    SampledGreedyBot(level=1, seen=1),
    SampledGreedyBot(level=2, seen=1.53),
    SampledGreedyBot(level=3, seen=2.12),
    SampledGreedyBot(level=4, seen=3),
    SampledGreedyBot(level=5, seen=4.5),
    SampledGreedyBot(level=6, seen=7),
    SampledGreedyBot(level=7, seen=14),
    ExpectimaxBot(),
)
