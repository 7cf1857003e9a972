"""The computer players of Sudoku duel.

The strongest takes the most points and looks no further. Thinking of the opponent's next tile, or playing on to the
end with sampled bags, was measured and won no more matches: what is crowded is crowded for both, and chance draws.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules import AnyBot, Beginner, Bot, Dice, Square, say
from games.sudoku.listing import right
from games.sudoku.position import SudokuView
from games.sudoku.rules import game


@dataclass(frozen=True)
class GoodSquares(Bot[SudokuView, Square]):
    """Plays one of the better squares: of the best third of all where the tile is right."""

    level = 2
    name = say("Good squares")

    def choose(self, view: SudokuView, dice: Dice) -> Square:
        """A right square with many points, if not always with the most."""
        found = [square for _points, square in right(view.grid, view.tile)]
        return any_of(found[: -(-len(found) // 3)], dice)


@dataclass(frozen=True)
class NearlyMost(Bot[SudokuView, Square]):
    """Takes nearly the most points that are to be had."""

    level = 3
    name = say("Nearly the most")

    def choose(self, view: SudokuView, dice: Dice) -> Square:
        """One of the right squares that bring at most one point less than the best."""
        found = right(view.grid, view.tile)
        return any_of([square for points, square in found if points >= found[0][0] - 1], dice)


@dataclass(frozen=True)
class MostPoints(Bot[SudokuView, Square]):
    """Takes the most points that are to be had."""

    level = 4
    name = say("Most points")

    def choose(self, view: SudokuView, dice: Dice) -> Square:
        """The right square that brings most; chance decides between equals."""
        found = right(view.grid, view.tile)
        return any_of([square for points, square in found if points == found[0][0]], dice)


def any_of(squares: list[Square], dice: Dice) -> Square:
    """One of the squares, each equally likely."""
    return squares[dice.below(len(squares))]


hasty = MostPoints()
bots: tuple[AnyBot, ...] = (Beginner(game, share=1), GoodSquares(), NearlyMost(), hasty)
