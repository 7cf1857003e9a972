"""What the computer players of Sudoku duel take at once: good squares, nearly the best, the best."""

from __future__ import annotations

import pytest

from games.rules import AnyBot, SeededRandom
from games.sudoku.bots import GoodSquares, MostPoints, NearlyMost
from games.sudoku.model.movegen import right
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.playing import play
from tests.sudoku.brute_force import all_moves
from tests.sudoku.pictures import standing


def positions() -> list[SudokuPosition]:
    return list(play(game, game.options_type(), 3).positions[:-1:6])


def taken(bot: AnyBot, position: SudokuPosition) -> set[int]:
    """The points of what it chooses by any of several dice."""
    view, known = game.view(position, position.to_move), all_moves(position)
    return {known[game.encode(bot.choose(view, SeededRandom(b"chance", number)))] for number in range(12)}


@pytest.mark.parametrize("position", positions())
def test_most_points_takes_the_most_and_nearly_the_most_nearly(position: SudokuPosition) -> None:
    most = max(all_moves(position).values())
    assert taken(MostPoints(), position) == {most}
    assert taken(NearlyMost(), position) <= {most, most - 1}


@pytest.mark.parametrize("position", positions())
def test_good_squares_are_of_the_better_third_of_the_right_ones(position: SudokuPosition) -> None:
    found = sorted((points for points in all_moves(position).values() if points), reverse=True)
    assert min(taken(GoodSquares(), position)) >= found[-(-len(found) // 3) - 1]


def test_a_right_square_without_neighbours_is_better_than_a_wrong_one() -> None:
    position = standing(". . 4", tile="4")
    assert (
        game.judge(position, MostPoints().choose(game.view(position, position.to_move), SeededRandom(b""))).warning
        is None
    )
    assert len(right(position.grid, "4")) == 60
