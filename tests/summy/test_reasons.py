"""Why a move of Summy is better: by its points, the end of the match, new pieces, or none."""

from __future__ import annotations

from dataclasses import replace

from games.analysis.evaluation.moments import explain
from games.rules import Seat
from games.rules.reasons import why
from tests.reasons import reason
from tests.summy.pictures import standing

STOCK = "0123456789+-x:=" * 3

SPREAD = """
        h  i  j  k  l  m  n  o  p  q
     7  .  .  .  .  .  .  #  .  .  .
     8  .  .  .  .  .  .  3  .  .  .
     9  .  .  .  .  #  .  +  .  .  .
    10  #  5  4  :  6  =  9  #  .  .
    11  .  .  .  .  1  .  3  .  .  .
    12  .  #  5  9  -  4  =  5  5  #
    13  .  #  1  +  8  =  9  #  .  .
    14  .  .  .  .  x  .  6  .  .  .
    15  .  .  .  .  4  .  #  .  .  .
    16  .  .  .  .  =  .  .  .  .  .
    17  .  .  .  .  2  .  .  .  .  .
    18  .  .  .  .  9  .  .  .  .  .
    19  .  .  .  .  #  .  .  .  .  .
"""


def test_more_points_now() -> None:
    position = standing(hand="236189+x", stock=STOCK)
    assert reason("summy", position, "j13r 2+1=3", "j13r 2x3=6") == "It scores 5 more now."


def test_the_same_sum_has_no_reason() -> None:
    position = standing(hand="236189+x", stock=STOCK)
    assert reason("summy", position, "j13r 2x3=6", "j13r 2x3=6") == ""


def test_the_last_turn_decides() -> None:
    last = {"hand": "236189+x", "finished": Seat.SECOND}
    behind, further = standing(**last, scores=(0, 10)), standing(**last, scores=(0, 11))  # type: ignore[arg-type]
    assert reason("summy", behind, "j13r 2+1=3", "j13r 2x3=6") == "It ends the match and wins it."
    sentence = "The move played ended the match and lost it."
    assert reason("summy", further, "j13r 2+1=3", "j13r 2x3=6") == sentence


def test_an_exchange_for_better_sums() -> None:
    position = standing(hand="0000000-", stock="23456789x:+99887766552345" * 2)
    sentence = "New pieces make your next sum worth about 20 on average, not 7."
    assert reason("summy", position, "j13r 0-0=0", "swap 000000") == sentence


def test_pieces_kept_for_the_next_sum() -> None:
    position = standing(hand="0000-99x", stock=STOCK)
    sentence = "After it, your next sum is worth about 26 on average, not 17."
    assert reason("summy", position, "m9d 99x0=0", "f13r 909x0-0=0") == sentence


def test_the_points_of_a_sum_are_said_beside_the_next_one() -> None:
    stock = "0" * 30 + "99887766xx" * 3  # the opponent has nothing to answer with
    position = standing(SPREAD, hand="-x43=3", other="0000000", stock=stock)
    said = reason("summy", position, "i11r 34-1=33", "f18r 3x4-3=9")
    assert said.startswith("It scores 5 more, and your next sum is worth about ")


def test_an_exchange_of_more_pieces() -> None:
    position = standing(hand="0000000-", stock="23456789x:+99887766552345" * 2)
    said = reason("summy", position, "swap 0", "swap 000000")
    assert said == "New pieces make your next sum worth about 20 on average, not 0."


def test_the_next_sum_comes_after_an_answer() -> None:
    """On this board the next sum after the short one is worth 13 less, but not once the opponent has opened it."""
    spread = standing(SPREAD, hand="03278-7x", other="00000000", stock="0" * 82)
    spread = replace(spread, exchanged=(("x",), ()))
    assert explain("summy", spread, "i16r 7-0=7", "e16r 7-0x283=7", 7) == why("points", more=13)
