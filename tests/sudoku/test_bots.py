"""The computer players of Sudoku Duel that do not search."""

from __future__ import annotations

from math import inf

import pytest

from games.rules import AnyBot, SeededRandom, Square
from games.sudoku.bots import UNITS, GreedyBot, SampledGreedyBot, bots
from games.sudoku.model.board import SQUARES, valid_moves
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.playing import play
from tests.sudoku.brute_force import all_moves
from tests.sudoku.pictures import standing


def positions() -> list[SudokuPosition]:
    return list(play(game, game.options_type(), 3).positions[:-1:6])


def points_taken(bot: AnyBot, position: SudokuPosition) -> set[int]:
    """Return the points of the moves that the bot chooses under twelve random streams."""
    view, known = game.view(position, position.to_move), all_moves(position)
    return {known[game.encode(bot.choose(view, SeededRandom(b"chance", number)))] for number in range(12)}


@pytest.mark.parametrize("position", positions())
def test_most_points_takes_the_most(position: SudokuPosition) -> None:
    assert points_taken(GreedyBot(), position) == {max(all_moves(position).values())}


@pytest.mark.parametrize("position", positions())
def test_who_sees_all_takes_the_most_and_who_sees_one_any_valid_square(position: SudokuPosition) -> None:
    known = all_moves(position).values()
    assert points_taken(SampledGreedyBot(level=1, seen=inf), position) == {max(known)}
    valid = {points for points in known if points}
    assert points_taken(SampledGreedyBot(level=1, seen=1), position) <= valid


def test_a_beginner_forgets_a_row_a_column_or_a_block_now_and_then() -> None:
    """A wrong tile of level 1 is wrong by one of the three alone; who knows the game lays none."""
    wrong, laid = 0, 0
    for position in play(game, game.options_type(), 3).positions[10:-1:4]:
        view = game.view(position, position.to_move)
        for number in range(12):
            turns = [
                game.judge(position, bots[level - 1].choose(view, SeededRandom(b"haste", number))) for level in (1, 4)
            ]
            assert turns[1].warning is None
            wrong, laid = wrong + bool(turns[0].warning), laid + 1
            if turns[0].warning:
                assert units_in_conflict(position, turns[0].squares[0]) == 1
    assert 0.02 < wrong / laid < 0.2


def units_in_conflict(position: SudokuPosition, square: Square) -> int:
    """Return in how many of the square's row, column and block the tile lies already."""
    holding = [other for other in SQUARES if position.grid.at(other) == position.tile]
    return sum(any(unit(other) == unit(square) for other in holding) for unit in UNITS)


def test_a_valid_square_without_filled_peers_is_preferred_to_an_invalid_one() -> None:
    position = standing(". . 4", tile="4")
    assert (
        game.judge(position, GreedyBot().choose(game.view(position, position.to_move), SeededRandom(b""))).warning
        is None
    )
    assert len(valid_moves(position.grid, "4")) == 60
