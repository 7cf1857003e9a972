"""The worked examples of the rule sheet, M1 to M17."""

from __future__ import annotations

import pytest

from games.rules import Seat, SeededRandom
from games.summy.rules import game
from tests.summy.pictures import greys, judge, laid, play, points, refusal, standing

NO_SEED = SeededRandom(b"seed")

AFTER_M1 = """
        i  j  k  l  m  n  o
    13  #  2  x  3  =  6  #
"""
M6 = """
        e  f  g
    3   4  .  .
    4   +  .  .
    5   1  .  .
    6   =  .  .
    7   .  .  2
"""
M8 = """
        a  b  c  d  e
    1   .  .  .  .  9
    2   .  .  .  .  -
    3   .  .  .  .  6
    4   .  .  .  .  =
    5   2  +  1  =  .
"""
M9 = """
        m  n  o
    13  =  .  5
"""


def test_m1_the_first_sum_goes_through_the_equals_on_the_centre() -> None:
    start = standing(hand="2x361111", stock="12345678")
    assert laid(start, "j13:2 k13:x l13:3 n13:6") == "j13r 2x3=6"
    assert points(start, "j13r 2x3=6") == 11
    after = play(start, "j13r 2x3=6")
    assert greys(after) == {"i13", "o13"}
    assert after.hands[0] == tuple("11111234")
    assert after.stock == tuple("5678")


def test_m2_down_from_the_six() -> None:
    before = standing(AFTER_M1, hand=":3=2")
    assert points(before, "n13d 6:3=2") == 11
    assert greys(play(before, "n13d 6:3=2")) == {"i13", "o13", "n12", "n18"}


def test_m3_a_grey_square_is_closed() -> None:
    before = standing(AFTER_M1, hand="11111111")
    assert laid(before, "i13:1") == "A grey piece blocks i13."
    assert refusal(before, "i13r 12x3=6") == "A grey piece blocks i13."


def test_m4_down_through_the_centre() -> None:
    before = standing(AFTER_M1, hand="7-52")
    assert points(before, "m10d 7-5=2") == 14
    assert greys(play(before, "m10d 7-5=2")) == {"i13", "o13", "m9", "m15"}


def test_m5_a_sum_must_touch_something() -> None:
    before = standing(hand="1+1=2111")
    assert refusal(before, "c3r 1+1=2") == "At least one piece of the sum must already be on the board."
    assert laid(before, "c3:1 d3:+ e3:1 f3:= g3:2").startswith("This touches nothing")


def test_m6_a_crossing_sum_counts_too() -> None:
    before = standing(M6, hand="5-=3")
    assert laid(before, "e7:5 f7:- h7:= i7:3") == "e7r 5-2=3"
    turn = judge(before, "e7r 5-2=3")
    assert turn.points == 20
    assert str(turn.text) == "5 − 2 = 3 (10), 4 + 1 = 5 (10)"
    assert " ".join(map(str, turn.squares)) == "e7 f7 g7 h7 i7 e3 e4 e5 e6"
    assert greys(play(before, "e7r 5-2=3")) == {"d7", "j7", "e2", "e8"}


def test_m7_a_false_equation_across_counts_nothing() -> None:
    before = standing(M6.replace("1  .", "2  ."), hand="5-=3")
    assert points(before, "e7r 5-2=3") == 10
    assert greys(play(before, "e7r 5-2=3")) == {"d7", "j7"}


def test_m8_one_piece_makes_two_sums() -> None:
    before = standing(M8, hand="3+++++++")
    assert laid(before, "e5:3") == "a5r 2+1=3"
    assert points(before, "a5r 2+1=3") == 24
    assert greys(play(before, "a5r 2+1=3")) == {"f5", "e6"}
    assert refusal(before, "e1d 9-6=3") == "This piece makes two sums: write a5r 2+1=3."
    assert [game.encode(move) for move in game.legal_moves(before) if "swap" not in game.encode(move)] == ["a5r 2+1=3"]


def test_m9_the_whole_stretch_counts() -> None:
    before = standing(M9, hand="3+47714+")
    reason = "The whole line reads 3 + 4 = 75, but 3 + 4 is 7."
    assert laid(before, "j13:3 k13:+ l13:4 n13:7") == reason
    assert refusal(before, "j13r 3+4=7") == reason
    assert laid(before, "i13:7 j13:1 k13:+ l13:4 n13:7") == "i13r 71+4=75"
    assert points(before, "i13r 71+4=75") == 24


def lone(text: str) -> tuple[str, str]:
    """Return a board with only the first piece of the sum, on c3, and the move that adds the others."""
    return (
        f"""
            c
        3   {text[0]}
    """,
        f"c3r {text}",
    )


def scored(text: str) -> int:
    """Return the points of the sum."""
    picture, move = lone(text)
    return points(standing(picture, hand=text[1:]), move)


def refused(text: str) -> str:
    """Return the reason why it is not a sum."""
    picture, move = lone(text)
    return refusal(standing(picture, hand=text[1:]), move)


@pytest.mark.parametrize(("text", "score"), [("65+2x0=65", 24), ("2+3x4=14", 14)])
def test_m10_multiplication_goes_first(text: str, score: int) -> None:
    assert scored(text) == score
    assert refused("2+3x4=20") == "The whole line reads 2 + 3 × 4 = 20, but 2 + 3 × 4 is 14."


@pytest.mark.parametrize(
    ("text", "score"), [("8:4x2=4", 18), ("16:4:2=2", 15), ("9-3-2=4", 18), ("7:2x2=7", 18), ("3-5+4=2", 14)]
)
def test_m11_equal_rank_goes_from_the_left(text: str, score: int) -> None:
    assert scored(text) == score


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("15+12=027", "15 + 12 = 027: 027 begins with a 0."),
        ("07+1=8", "07 + 1 = 8: 07 begins with a 0."),
        ("-3+5=2", "− 3 + 5 =: a sum can’t begin with −."),
        ("5-7=-2", "Only one number can follow the =, not −."),
        ("6:0=0", "6 : 0: you can’t divide by 0."),
        ("7=3+4", "7 =: put two or more numbers before the =, with an operator between them."),
        ("12=12", "12 =: put two or more numbers before the =, with an operator between them."),
        ("2+2=4=4", "2 + 2 = 4 = 4: a sum has one =, not 2."),
    ],
)
def test_m12_no_sums(text: str, reason: str) -> None:
    assert refused(text) == reason


@pytest.mark.parametrize(("text", "score"), [("8-8=0", 16), ("0x75=0", 12), ("0:6=0", 6)])
def test_m12_zero_is_an_outcome(text: str, score: int) -> None:
    assert scored(text) == score


def test_m13_twelve_pieces() -> None:
    board = """
            c  d  e  f  g  h  i  j  k
        3   7  .  .  .  .  8  .  2  =
    """
    assert points(standing(board, hand="0+11:129"), "c3r 70+118:2=129") == 31


def test_m14_an_exchange() -> None:
    before = game.setup(game.options_type(), NO_SEED)
    assert len(before.stock) == 110
    swap = "swap " + "".join(before.hand[:3])
    assert points(before, swap) == 0
    after = play(before, swap)
    assert len(after.stock) == 107
    assert after.hands[0] == before.hand[3:] + before.stock[:3]


def test_m15_an_exchange_with_a_stock_that_runs_dry() -> None:
    before = standing(hand="12345678", stock="90")
    five, six = play(before, "swap 12345"), play(before, "swap 123456")
    assert (five.hands[0], five.finished) == (tuple("67890"), None)
    assert (six.hands[0], six.finished) == (tuple("7890"), Seat.FIRST)
    assert six.result is None
    assert play(six, "swap 0").result is not None


def test_m16_four_pieces_left_are_the_end() -> None:
    after = play(standing(hand="2x361111"), "j13r 2x3=6")
    assert after.finished is Seat.FIRST
    assert after.result is None
    over = play(after, "swap 0")
    assert over.result is not None
    assert over.result.winner is Seat.FIRST


def test_m17_seven_pieces_left_are_not() -> None:
    after = play(standing(hand="2x361111", stock="999"), "j13r 2x3=6")
    assert after.hands[0] == tuple("1111999")
    assert after.finished is None
