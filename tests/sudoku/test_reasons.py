"""Why a square of Sudoku Duel is better: each reason in a position that has it."""

from __future__ import annotations

from games.catalogue import displays, games, puzzles_file
from games.puzzles.making.lines import replay
from games.puzzles.making.mistakes import reason_against
from games.puzzles.making.packs import read_pack
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


def test_an_ending_in_which_the_answers_decide() -> None:
    """With some draws the match ends at once, and the opponent has no answer."""
    puzzle = [one for one in read_pack("sudoku", puzzles_file("sudoku")) if one.daily][2]
    position = replay(games()["sudoku"], puzzle.options, puzzle.seed, puzzle.moves)[-1]
    found = reason_against("sudoku", position, puzzle.found.best, puzzle.found.solutions, puzzle.found.ply)
    assert found
    rival, why = found
    assert (rival, puzzle.found.best) == ("e5", "e8")
    sentence = "It scores 1 less, but the opponent’s best answer drops from about 13 to 4."
    assert str(displays()["sudoku"].explain(why)) == sentence
