"""The worked examples of the rule sheet, D1 to D17, one test each."""

from __future__ import annotations

import pytest

from games.digifeud.rules import game
from games.rules import Forfeit, Seat
from tests.digifeud.pictures import judge, laid, play, points, refusal, standing

AFTER_D1 = """
       e  f  g  h  i
    7  5  +  8  =  13
"""
A_THREE = """
       e  f  g  h  i
    9  .  .  3  .  .
"""


def test_d1_the_first_calculation_counts_its_number_on_the_blue_centre() -> None:
    start = standing(rack="58132467", bag="0099")
    assert points(start, "e7r 5+8=13") == 21
    after = play(start, "e7r 5+8=13")
    assert after.scores == (21, 0)
    assert after.racks[0].numbers == (*"2467", *"0099")


def test_d2_an_outcome_on_blue_brings_nothing_extra() -> None:
    board = """
           g
        7  3
    """
    assert points(standing(board, rack="7100"), "g7d 3+7=10") == 10


def test_d3_an_outcome_on_red_is_doubled() -> None:
    board = """
           i
        5  8
    """
    assert points(standing(board, rack="62"), "i5r 8-6=2") == 4


def test_d4_a_red_outcome_and_a_blue_operand() -> None:
    board = """
           k
        5  4
    """
    assert points(standing(board, rack="288"), "i5r 2x4=8") == 18


def test_d5_an_operand_on_red_counts_twice() -> None:
    board = """
           a
        3  8
    """
    assert points(standing(board, rack="540"), "a3d 8x5=40") == 50


def test_d6_an_old_two_digit_number_is_an_operand() -> None:
    assert points(standing(AFTER_D1, rack="94"), "i7d 13-9=4") == 13


def test_d7_an_old_two_digit_number_is_an_outcome() -> None:
    assert points(standing(AFTER_D1, rack="67"), "i3d 6+7=13") == 20


def test_d8_a_colour_counts_only_once() -> None:
    assert points(standing(AFTER_D1, rack="35"), "g7d 8-3=5") == 5


def test_d9_from_right_to_left_with_four_directions() -> None:
    tiles = "e9:4 f9:= h9:- i9:7"
    four = standing(A_THREE, rack="47", directions="4")
    assert laid(four, tiles) == "i9l 7-3=4"
    assert points(four, "i9l 7-3=4") == 11
    two = standing(A_THREE, rack="47", directions="2")
    assert "read from left to right" in laid(two, tiles)
    assert "read from left to right" in refusal(two, "i9l 7-3=4")


def test_d10_the_outcome_is_read_last() -> None:
    board = """
           e  f  g  h  i
        9  .  .  7  .  .
    """
    tiles = "e9:4 f9:= h9:- i9:3"
    four = standing(board, rack="43", directions="4")
    assert laid(four, tiles) == "3 − 7 is less than 0; the answer must be 0 or more."
    assert refusal(four, "i9l 3-7=4") == "3 − 7 is less than 0; the answer must be 0 or more."
    two = standing(board, rack="43", directions="2")
    assert laid(two, tiles).startswith("The answer must come last")


def test_d11_three_old_numbers_need_only_the_signs() -> None:
    board = """
           e  f  g  h  i
        5  3  .  7  .  10
    """
    before = standing(board, rack="66", bag="55")
    assert laid(before, "f5:+ h5:=") == "e5r 3+7=10"
    assert points(before, "e5r 3+7=10") == 10
    after = play(before, "e5r 3+7=10")
    assert after.racks[0].numbers[:2] == ("6", "6")
    assert after.racks[0].operators[:3] == ("-", "x", "/")


def test_d12_each_illegal_for_its_own_reason() -> None:
    board = """
            e  f  g  h  i
        9   .  .  45 .  .
        11  5  .  .  .  .
    """
    before = standing(board, rack="1359708+")
    reasons = [
        refusal(before, "g9r 45x3=135"),
        refusal(standing(board.replace("45", "7 "), rack="92"), "g9r 7-9=2"),
        refusal(before, "e11r 5+3=08"),
        refusal(standing(rack="5813"), "f7r 5+8=13"),
    ]
    assert reasons == [
        "45 × 3 is 135; the answer can be 99 at most.",
        "7 − 9 is less than 0; the answer must be 0 or more.",
        "08 begins with a 0.",
        "The centre, g7, takes a number of the first calculation, not a sign.",
    ]


def test_d13_a_blank_counts_as_the_digit_it_is_laid_as() -> None:
    board = """
           k
        9  9
    """
    before = standing(board, rack="?81")
    assert points(before, "i9r ?9x9=81") == 171
    assert laid(before, "i9:?9 j9:x l9:= m9:8 m9:1") == "i9r ?9x9=81"


def test_d14_who_lays_the_last_number_takes_the_other_rack() -> None:
    before = standing(AFTER_D1, rack="94", other="74?", scores=(203 - 13, 190))
    after = play(before, "i7d 13-9=4")
    assert after.scores == (214, 179)
    assert after.result is not None
    assert after.result.winner is Seat.FIRST
    assert after.result.counts
    assert after.result.scores


def test_d15_two_passes_of_one_player_end_the_match() -> None:
    before = standing(AFTER_D1, rack="55", other="949", scores=(120, 112 - 13))
    assert play(before, "pass", "i7d 13-9=4").result is None
    after = play(before, "pass", "i7d 13-9=4", "pass")
    assert after.scores == (129, 122)
    assert after.result is not None
    assert after.result.winner is Seat.FIRST


@pytest.mark.parametrize("how", Forfeit)
def test_d16_who_gives_up_is_shown_with_one_point(how: Forfeit) -> None:
    after = game.forfeit(standing(AFTER_D1, scores=(120, 95)), Seat.FIRST, how)
    assert after.scores == (1, 95)
    assert after.result is not None
    assert after.result.winner is Seat.SECOND
    assert after.result.counts  # for the rating
    assert not after.result.scores


def test_d17_the_other_wins_even_with_fewer_points() -> None:
    before = play(standing(rack="58132467", bag="0099"), "e7r 5+8=13")
    after = game.forfeit(before, Seat.FIRST, Forfeit.RESIGNED)
    assert after.scores == (1, 0)
    assert after.result is not None
    assert after.result.winner is Seat.SECOND
    assert after.result.counts
    assert not after.result.scores


def test_the_turn_tells_the_calculation_and_its_squares() -> None:
    turn = judge(standing(AFTER_D1, rack="94"), "i7d 13-9=4")
    assert str(turn.text) == "13 − 9 = 4"
    assert [str(square) for square in turn.squares] == ["i7", "i8", "i9", "i10", "i11"]
    assert turn.seat is Seat.FIRST
