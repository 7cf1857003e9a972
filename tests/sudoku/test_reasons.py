"""Why a square of Sudoku Duel is better: each reason in a position that has it."""

from __future__ import annotations

from tests.reasons import reason
from tests.sudoku.pictures import standing

BOARD = """
    . 2 . | 8 6 . | . . .
    3 . . | . . . | . . .
    . 7 . | . . . | . . 5
"""


def test_more_points_now() -> None:
    assert reason("sudoku", standing(BOARD, tile="4"), "i9", "a1") == "It scores 4 more now."


def test_a_tile_against_the_rule() -> None:
    sentence = "The tile played broke the sudoku rule and scored nothing; here it scores 5."
    assert reason("sudoku", standing(BOARD, tile="5"), "i9", "a1") == sentence


def test_equal_squares_have_no_reason() -> None:
    assert reason("sudoku", standing(BOARD, tile="4"), "e9", "e8") == ""
