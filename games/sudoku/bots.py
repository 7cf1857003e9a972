"""The computer players of Sudoku duel.

The strongest weighs what a tile leaves to the opponent, and near the end plays exactly. It wins a little more often
than `hasty`, which takes the most points, 52.0 % of 4,000 matches (50.8 to 53.2): what is crowded is crowded for both,
and chance draws. Tried and left out: the points less all that the opponent's next tile brings (50 to 51 %; half of
that comes back later), playing on to the end with sampled bags (25 to 52 %), and as many plies as fit in a budget late
on (no better than two).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import AnyBot, Beginner, Bot, SeededRandom, Square, say
from games.sudoku.ai.expectimax import weigh
from games.sudoku.model.movegen import right
from games.sudoku.model.position import SudokuView
from games.sudoku.rules import game

DECIMALS = 9  # of a chance; what differs less is rounding


@dataclass(frozen=True)
class GoodSquares(Bot[SudokuView, Square]):
    """Plays one of the better squares: of the best third of all where the tile is right."""

    level = 2
    name = say("Good squares")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """A right square with many points, if not always with the most."""
        found = [square for _points, square in right(view.grid, view.tile)]
        return any_of(found[: -(-len(found) // 3)], rng)


@dataclass(frozen=True)
class NearlyMost(Bot[SudokuView, Square]):
    """Takes nearly the most points that are to be had."""

    level = 3
    name = say("Nearly the most")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """One of the right squares that bring at most one point less than the best."""
        found = right(view.grid, view.tile)
        return any_of([square for points, square in found if points >= found[0][0] - 1], rng)


@dataclass(frozen=True)
class MostPoints(Bot[SudokuView, Square]):
    """Takes the most points that are to be had: hardly weaker than the strongest, and quick; for play-outs."""

    level = 0
    name = say("Most points")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """The right square that brings most; chance decides between equals."""
        found = right(view.grid, view.tile)
        return any_of([square for points, square in found if points == found[0][0]], rng)


@dataclass(frozen=True)
class LooksAhead(Bot[SudokuView, Square]):
    """Thinks of every tile that the opponent may draw, and near the end of all that may come."""

    level = 4
    name = say("Looks ahead")

    def choose(self, view: SudokuView, rng: SeededRandom) -> Square:
        """The square with the best chance to win, of equals one that brings most."""
        found = [(round(chance, DECIMALS), points, square) for chance, points, square in weigh(view)]
        best = max(found)[:2]
        return any_of([square for *worth, square in found if tuple(worth) == best], rng)


def any_of(squares: list[Square], rng: SeededRandom) -> Square:
    """One of the squares, each equally likely."""
    return squares[rng.below(len(squares))]


hasty = MostPoints()
bots: tuple[AnyBot, ...] = (Beginner(game, share=1), GoodSquares(), NearlyMost(), LooksAhead())
