"""Legality of calculations beyond the examples of the rule sheet: their line, numbers and tiles."""

from __future__ import annotations

import pytest

from games.rules import IllegalMove
from tests.digifeud.pictures import judge, play, points, refusal, standing

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("g5r 1+2=3", "The first calculation needs a number on the centre, g7."),
        ("h7r 1+2=3", "The first calculation needs a number on the centre, g7."),
        ("d7r 1+2=3", "The centre, g7, takes a number of the first calculation, not a sign."),
        ("k7r 1+2=3", "From k7 the calculation runs off the board."),
        ("g11d 1+2=3", "From g11 the calculation runs off the board."),
    ],
)
def test_the_first_calculation_has_a_number_on_the_centre(text: str, reason: str) -> None:
    assert refusal(standing(), text) == reason


@pytest.mark.parametrize("text", ["c7r 1+2=3", "e7r 1+2=3", "g7r 1+2=3", "g3d 1+2=3", "g5d 1+2=3", "g7d 1+2=3"])
def test_any_number_of_the_first_calculation_may_be_on_the_centre(text: str) -> None:
    assert judge(standing(), text).points >= 3


def test_the_first_calculation_may_be_the_second_players() -> None:
    after = play(standing(other="12345678"), "pass", "g7r 1+2=3")
    assert after.scores == (0, 3 + 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1r 1+2=3", "At least one number of the calculation must already be on the board."),
        ("f7r 1+2=3", "f7 can’t take a number."),
        ("f8r 1+2=3", "f8 can’t take a number."),
        ("e7r 5+8=13", "f7 already has +, but you place the operator and the = in the same turn."),
        ("c7r 1+5=6", "f7 already has +, but you place the operator and the = in the same turn."),
        ("g7d 3+4=7", "g7 already has 8, and that never changes."),
        ("e7d ?5+1=6", "e7 already has 5, and that never changes."),
        ("e5d 3+55=58", "e7 already has 5, and that never changes."),
        ("e5d 12+5=17", "12 is too long: a new number before the = has one digit."),
        ("i7r 13-6=07", "07 begins with a 0."),
        ("e7d 5+3=9", "5 + 3 is 8, not 9."),
        ("g7d 8x8=63", "8 × 8 is 64, not 63."),
        ("g7d 8/0=0", "8 ÷ 0: you can’t divide by 0."),
        ("g7d 8/3=2", "8 ÷ 3 is not a whole number."),
        ("i7d 13x9=117", "13 × 9 is 117; the answer can be 99 at most."),
        ("g7d 8-9=1", "8 − 9 is less than 0; the answer must be 0 or more."),
    ],
)
def test_an_illegal_calculation_is_refused_with_its_reason(text: str, reason: str) -> None:
    assert refusal(standing(BOARD, rack="0123456789"), text) == reason


@pytest.mark.parametrize(
    ("rack", "signs", "text", "reason"),
    [
        ("38", "-", "e7d 5+3=8", "Your rack has no +."),
        ("31", "+", "e7d 5+3=8", "Your rack has no 8."),
        ("4", "-", "g7d 8-4=4", "You don’t have enough 4 tiles: you have 1."),
        ("3?", "+", "e7d 5+3=8", "You don’t have enough 8 tiles. Write ?8 to place a blank as 8."),
        ("38", "+", "e7d 5+3=?8", "You don’t have enough blanks."),
    ],
)
def test_a_calculation_takes_tiles_of_the_rack_only(rack: str, signs: str, text: str, reason: str) -> None:
    assert refusal(standing(BOARD, rack=rack, signs=signs), text) == reason


def test_operators_and_directions_outside_the_options_are_refused() -> None:
    few = standing(BOARD, operators="+-", signs="+-x")
    assert refusal(few, "g7d 8x4=32") == "This match is played without ×."
    assert refusal(few, "i7u 13-4=9").startswith("The answer must come last")


def test_zero_divided_is_zero() -> None:
    board = """
           e
        7  0
    """
    assert points(standing(board, rack="70"), "e7r 0/7=0") == 7


def test_one_row_may_have_several_calculations() -> None:
    board = """
           e  f  g  h  i
        7  3  +  7  =  10
    """
    after = play(standing(board, rack="281111", bag="1"), "i7r 10-2=8")
    assert after.scores == (8 + 2, 0)
    assert "".join(after.grid.faces[6 * 13 : 7 * 13]) == "3+7=10-2=8"


def test_reading_upwards_keeps_the_order_of_digits() -> None:
    up = standing(BOARD, rack="49", directions="4")
    assert points(up, "i7u 13-4=9") == 13


def test_a_number_off_the_premium_squares_has_no_bonus() -> None:
    board = """
           e
        5  9
    """
    assert points(standing(board, rack="18"), "e1d 1+8=9") == 9 + 2 * 1


def test_nothing_is_legal_when_the_match_is_over() -> None:
    over = play(standing(BOARD), "pass", "pass", "pass")
    assert over.result is not None
    assert refusal(over, "pass") == "The match is over."
    with pytest.raises(IllegalMove):
        play(over, "pass")


@pytest.mark.parametrize(
    ("operators", "move", "reason"),
    [
        ("+-20", "i7d 13+8=21", "13 + 8 is 21; the answer can be 20 at most."),
        ("+-20", "i7d 13x1=13", "This match is played without ×."),
        ("+-20", "g7d 8-9=1", "8 − 9 is less than 0; the answer must be 0 or more."),
        ("+-x5", "i7d 13x2=26", "13 × 2 is not in the tables up to 5, which this match has."),
        ("+-x5", "g7d 8x6=48", "8 × 6 is not in the tables up to 5, which this match has."),
    ],
)
def test_the_easier_choices_say_what_they_leave_out(operators: str, move: str, reason: str) -> None:
    position = standing(BOARD, rack="12345689", operators=operators)
    assert refusal(position, move) == reason


@pytest.mark.parametrize(
    ("operators", "move"), [("+-20", "i7d 13+7=20"), ("+-x5", "g7d 8x5=40"), ("+-x5", "i7d 13+8=21")]
)
def test_the_easier_choices_allow_the_rest(operators: str, move: str) -> None:
    assert points(standing(BOARD, rack="01245789", operators=operators), move) > 0
