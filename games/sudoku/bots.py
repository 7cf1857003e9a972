"""The computer players of Sudoku Duel, the weakest first, and the rollout bot.

The strongest one searches by expectimax. It beats `fast_bot`, the greedy one, only slightly: a crowded board is crowded
for both players, and the draws are random. What else was tried: docs/analysis.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from games.rules import AnyBot, Bot, Evaluation, Evaluator, SamplingBot, SeededRandom, Square, Taste, is_likely, say
from games.sudoku.ai.expectimax import evaluate, search, solve_ending
from games.sudoku.ai.reasons import explain as explain
from games.sudoku.model.board import SQUARES, block_of, placements, valid_moves
from games.sudoku.model.position import SudokuView

UNITS: tuple[Callable[[Square], object], ...] = (attrgetter("row"), attrgetter("column"), block_of)
DECIMALS = 9  # of a win probability: smaller differences are rounding errors

Found = tuple[int, Square]  # points first


@dataclass(frozen=True)
class SampledGreedyBot(SamplingBot[SudokuView, Square, Found]):
    """Plays the highest-scoring of a few sampled squares that look valid.

    `careless` is the probability of a turn in which it forgets to look at the row, the column or the block: a square
    that is wrong by that one alone looks valid then, as it does to a beginner.
    """

    careless: float = 0

    def find(self, view: SudokuView, rng: SeededRandom) -> list[Found]:
        if not is_likely(self.careless, rng):
            return valid_moves(view.grid, view.tile)
        forgotten = rng.below(len(UNITS))
        seen = [unit for number, unit in enumerate(UNITS) if number != forgotten]
        taken = [{unit(square) for square in SQUARES if view.grid.at(square) == view.tile} for unit in seen]
        return [
            (points, square)
            for square, points, _valid in placements(view.grid, view.tile)
            if not any(unit(square) in digits for unit, digits in zip(seen, taken, strict=True))
        ]

    def rated(self, candidate: Found) -> Found:
        return candidate


def is_central(found: Found) -> bool:
    """Return whether the square is in the block in the middle."""
    _points, square = found
    return block_of(square) == block_of(Square(5, 5))


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
# The samples and oversights make each level win about 72 % of its matches against the one below it, and level 1 about
# 65 % against random valid squares: see docs/strengths.md.
bots: tuple[AnyBot, ...] = (
    SampledGreedyBot(level=1, seen=2.2, careless=0.2),
    SampledGreedyBot(level=2, seen=2.55, careless=0.09),
    SampledGreedyBot(level=3, seen=3.2, careless=0.04),
    SampledGreedyBot(level=4, seen=4.05),
    SampledGreedyBot(level=5, seen=5.6, taste=Taste(is_central, 1), habit=say("Fills the middle of the board first.")),
    SampledGreedyBot(level=6, seen=8.1),
    SampledGreedyBot(level=7, seen=13),
    ExpectimaxBot(),
)
