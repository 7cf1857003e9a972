"""Legality and scoring of sums beyond the examples of the rule sheet: squares, pieces, crossing sums."""

from __future__ import annotations

import pytest

from games.rules import IllegalMove
from games.summy.rules import game
from tests.summy.pictures import greys, judge, play, points, refusal, standing

BOARD = """
        i  j  k  l  m  n  o
    13  #  2  x  3  =  6  #
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("j10d 4-1=3", "j13 already has 2, and that never changes."),
        ("j13r 2x3=6", "You place nothing new there."),
        ("x13r 1+1=2", "From x13 the sum runs off the board."),
        ("j13d 2+4=6", "You have no +."),
        ("l13d 3-3=00", "3 − 3 = 00: 00 begins with a 0."),
        ("j9d 1-4=22", "1 − 4 is less than 0; the answer must be 0 or more."),
        ("n13d 6:4=2", "6 : 4 is 3/2; the answer must be a whole number."),
        ("n13d 6-3=3", "You don’t have enough 3: only 1."),
        ("n13d 6-=2", "6 − =: a number is missing after −."),
        ("n13d 6-:2=3", "6 − : 2 = 3: a number is missing between − and :."),
        ("n13d 6-", "6 −: a number is missing after −."),
        ("n13d 61", "61: add an operator, another number, the = and the answer."),
        ("n13d 6-4", "6 − 4 is 2: = 2 is still missing."),
        ("n13d 6-4=", "6 − 4 is 2: 2 is still missing."),
        ("n12d =6", "Put a calculation before the =, such as 2 × 3."),
        ("n13d 6:4", "6 : 4: add the = and the answer."),
    ],
)
def test_an_illegal_sum_is_refused_with_its_reason(text: str, reason: str) -> None:
    assert refusal(standing(BOARD, hand="1234-:=0"), text) == reason


def test_a_sum_must_be_named_by_its_whole_run() -> None:
    board = """
            c  d  e  f  g  h  i
        3   1  .  .  .  .  1  5
    """
    position = standing(board, hand="2+33=711")
    assert refusal(position, "d3r 3+3=1") == "The whole line reads 13 + 3 = 15, but 13 + 3 is 16."
    assert refusal(position, "d3r 2+3=1") == "The sum is the whole line: write c3r 12+3=15."


def test_a_sum_may_end_at_the_edge() -> None:
    board = """
            u
        3   4
    """
    after = play(standing(board, hand="-2=22222"), "u3r 4-2=2")
    assert greys(after) == {"t3"}


def test_a_grey_piece_ends_a_run() -> None:
    board = """
            c  d
        2   #  #
        3   7  .
        4   +  .
    """
    after = play(standing(board, hand="+7=14333"), "c3r 7+7=14")
    assert greys(after) == {"b3", "c2", "d2", "i3"}
    assert after.grid.rows[2][1:9] == "#7+7=14#"


def test_several_crossing_sums_in_one_turn() -> None:
    board = """
            c  d  e  f  g
        3   2  .  .  .  1
        4   +  .  .  .  +
        5   2  .  .  .  1
        6   =  .  .  .  =
        7   .  -  2  =  .
    """
    turn = judge(standing(board, hand="42333333"), "c7r 4-2=2")
    assert str(turn.text) == "4 − 2 = 2 (8), 2 + 2 = 4 (8), 1 + 1 = 2 (4)"
    assert turn.points == 20
    assert len(turn.squares) == 13


def test_a_turn_is_described_by_its_sum_and_squares() -> None:
    turn = judge(standing(BOARD, hand="-1=2"), "l13d 3-1=2")
    assert str(turn.text) == "3 − 1 = 2"
    assert [str(square) for square in turn.squares] == ["l13", "l14", "l15", "l16", "l17"]


def test_an_exchange_is_described_by_its_size_only() -> None:
    position = standing(BOARD, hand="11234567")
    assert str(judge(position, "swap 2").text) == "exchanges 1 piece"
    turn = judge(position, "swap 123")
    assert (str(turn.text), turn.points, turn.squares) == ("exchanges 3 pieces", 0, ())
    assert refusal(position, "swap 8") == "You have no 8."
    assert refusal(position, "swap 111") == "You don’t have enough 1: only 2."


def test_no_move_is_legal_after_the_end() -> None:
    over = play(standing(hand="2x36"), "j13r 2x3=6", "swap 0")
    assert over.result is not None
    assert refusal(over, "swap 1") == "The match is over."
    assert list(game.legal_moves(over)) == []
    with pytest.raises(IllegalMove):
        play(over, "swap 1")


@pytest.mark.parametrize(
    ("calculations", "hand", "text", "reason"),
    [
        ("+-20", "19+3=22", "i13r 9+13=22", "9 + 13 is 22; this match has numbers up to 20."),
        ("+-20", "25-7=18", "i13r 25-7=18", "25 is too high: this match has numbers up to 20."),
        ("+-20", "3-5+42", "h13r 3-5+4=2", "3 − 5 is less than 0; this match has no numbers below 0."),
        ("+-20", "2x36", "j13r 2x3=6", "This match is played without ×."),
        ("+-x5", "7x642", "j13r 7x6=42", "7 × 6 is not in the tables up to 5, which this match has."),
        ("+-x5", "12x224", "i13r 12x2=24", "12 × 2 is not in the tables up to 5, which this match has."),
        ("+-x", "12x224", "i13r 12x2=24", "12 × 2 is not in the tables up to 10, which this match has."),
        ("+-x", "99+9-8100", "g13r 99+9-8=100", "99 + 9 is 108; this match has numbers up to 100."),
    ],
)
def test_the_easier_choices_say_what_they_leave_out(calculations: str, hand: str, text: str, reason: str) -> None:
    assert refusal(standing(hand=hand, calculations=calculations), text) == reason


def test_the_easier_choices_allow_the_rest() -> None:
    assert points(standing(hand="12+8-173", calculations="+-20"), "f13r 12+8-17=3") == 22
    assert points(standing(hand="7x535+11", calculations="+-x5"), "j13r 7x5=35") == 20
    assert points(standing(hand="2+7x8584", calculations="+-x"), "h13r 2+7x8=58") == 30


def test_several_crossing_sums_in_one_turn_from_top_to_bottom() -> None:
    board = """
            c  d  e  f  g
        3   2  +  2  =  .
        4   .  .  .  .  -
        5   .  .  .  .  2
        6   .  .  .  .  =
        7   1  +  1  =  .
    """
    turn = judge(standing(board, hand="42333333"), "g3d 4-2=2")
    assert (turn.points, len(turn.squares)) == (20, 13)
