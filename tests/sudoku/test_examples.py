"""The worked examples S1 to S8 of the rule sheet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import Seat, SeededRandom
from games.sudoku.model.board import SQUARES
from games.sudoku.rules import game
from tests.sudoku.pictures import at, judge, play, points, refusal, standing

S1 = """
    . . . | 3 . . | . . .
    . . . | . . . | . . .
    . . . | . . . | . . .
    ------+-------+------
    . . . | . 6 7 | . . .
    . . . | 1 5 9 | . . .
    . . . | 2 8 . | . . .
    ------+-------+------
    . . . | . . . | . . .
    . . . | . . . | . . .
    . . . | 9 . . | . . .
"""
FULL_AROUND_E5 = """
    . . . | . 1 . | . . .
    . . . | . 2 . | . . .
    . . . | . 3 . | . . .
    ------+-------+------
    . . . | 6 7 8 | . . .
    6 7 8 | 3 . 1 | 2 4 9
    . . . | 2 4 9 | . . .
    ------+-------+------
    . . . | . 6 . | . . .
    . . . | . 8 . | . . .
    . . . | . 9 . | . . .
"""
NO_ROOM_FOR_8 = """
    8 . . | . . . | . . .
    . . . | 8 . . | . . .
    . . . | . . . | 8 . .
    ------+-------+------
    . 8 . | . . . | . . .
    . . . | . 8 . | . . .
    . . . | . . . | . 8 .
    ------+-------+------
    . . 8 | . . . | . . .
    . . . | . . 8 | . . .
    . . . | . . . | . . 1
"""


def test_s1_each_tile_in_row_column_and_block_counts() -> None:
    assert points(standing(S1, tile="4"), "d4") == 9


@pytest.mark.parametrize("number", range(12))
def test_s2_a_valid_first_tile_scores_two_or_three(number: int) -> None:
    start = game.setup(game.options_type(), SeededRandom(bytes([number])))
    scores = {game.judge(start, square).points for square in SQUARES if not start.grid.at(square)}
    assert scores <= {0, 2, 3}
    valid = [square for square in start.grid.empty_squares if start.grid.is_valid(square, start.tile)]
    assert valid
    assert {game.judge(start, square).points for square in valid} <= {2, 3}


def test_s3_a_tile_in_row_and_block_counts_once() -> None:
    board = """
        . 2 . | . . . | . . .
        3 7 . | . . . | . . .
    """
    assert points(standing(board, tile="5"), "a1") == 3


def test_s4_an_invalid_placement_scores_nothing_and_loses_the_tile() -> None:
    before = standing(S1.replace("| 9 . . |", "| 4 . . |"), tile="4", bag="57")
    assert at(before, "d9") == "4"
    turn = judge(before, "d4")
    assert turn.points == 0
    assert str(turn.warning) == "This breaks the sudoku rule and scores 0: play anyway?"
    assert str(turn.detail) == "This column already has a 4."
    after = play(before, "d4")
    assert at(after, "d4") == ""
    assert after.lost == ("4",)
    assert after.tiles == ("", "5")
    assert after.to_move is Seat.SECOND
    assert after.scores == (0, 0)


def test_s5_twenty_is_the_most() -> None:
    assert points(standing(FULL_AROUND_E5, tile="5"), "e5") == 20


def test_s6_the_match_ends_when_the_drawn_tile_has_no_valid_square() -> None:
    before = standing(NO_ROOM_FOR_8, tile="2", bag="85")
    after = play(before, "a2")
    assert after.result is not None
    assert after.result.winner is Seat.FIRST
    assert str(after.result.reason) == "The next tile, 8, fits nowhere."
    assert after.tiles == ("", "8")
    assert list(game.legal_moves(after)) == []


def test_s7_an_occupied_square_is_refused() -> None:
    before = standing(S1, tile="4")
    assert refusal(before, "d5") == "d5 already has 1."
    assert before.tile == "4"
    assert before.to_move is Seat.FIRST


def test_s8_equal_points_are_a_draw() -> None:
    before = standing(FULL_AROUND_E5, tile="5", bag="", scores=(141, 161))
    after = play(before, "e5")
    assert after.scores == (161, 161)
    assert after.result is not None
    assert after.result.winner is None


def test_more_points_win_even_against_the_player_who_moved_last() -> None:
    after = play(replace(standing(S1, bag=""), scores=(0, 10)), "d4")
    assert after.scores == (9, 10)
    assert after.result is not None
    assert after.result.winner is Seat.SECOND
