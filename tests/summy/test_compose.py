"""Composition of a move: the feedback while a player places pieces, from the first piece to the whole sum."""

from __future__ import annotations

import dataclasses

import pytest

from games.rules import IllegalMove, Seat, Square
from games.summy.display import display
from games.summy.rules import game
from tests.summy.pictures import laid, play, standing

BOARD = """
        i  j  k  l  m  n  o
    13  #  2  x  3  =  6  #
"""


def test_a_sum_grows_piece_by_piece() -> None:
    anna = standing(BOARD, hand="+715=000")
    told = {
        "": "Place pieces in one row or column that make a sum with a piece on the board.",
        "n14:+": "6 +: a number is missing after +.",
        "n14:+ n15:7": "6 + 7 is 13: = 13 is still missing.",
        "n14:+ n15:7 n16:=": "6 + 7 is 13: 13 is still missing.",
        "n14:+ n15:7 n16:= n17:1": "6 + 7 is 13: 3 is still missing.",
        "n14:+ n15:7 n16:= n17:1 n18:5": "The whole line reads 6 + 7 = 15, but 6 + 7 is 13.",
    }
    assert {tiles: laid(anna, tiles) for tiles in told} == told
    assert laid(standing(BOARD, hand="+713="), "n14:+ n15:7 n16:= n17:1 n18:3") == "n13d 6+7=13"


def test_the_order_of_placing_does_not_matter() -> None:
    assert laid(standing(BOARD, hand=":3=2"), "n17:2 n16:= n14:: n15:3") == "n13d 6:3=2"


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        ("c3:1", "This touches nothing: the sum needs a piece that is already on the board."),
        ("j14:1 k14:2", "This touches nothing: the sum needs a piece that is already on the board."),
        ("j14:1 k15:2", "Place the pieces of one turn in one row or in one column."),
        ("j14:1 k14:2 k15:+", "Place the pieces of one turn in one row or in one column."),
        ("n14:+ n16:2", "Fill the gap on n15: the pieces of one turn belong to one sum."),
        ("h13:1 p13:2", "The grey piece on i13 is between your pieces."),
        ("i13:1", "A grey piece blocks i13."),
        ("j13:1", "j13 already has 2."),
        ("k13:1", "k13 already has ×."),
        ("n14:1 n14:2", "n14 has room for only one piece."),
        ("n14:9", "You have no 9."),
        ("n14:1 n15:1", "You don’t have enough 1: only 1."),
        ("n14:12", "“12” is not a piece in this game."),
        ("n14:?", "“?” is not a piece in this game."),
        ("z26:1", "A piece is off the board."),
    ],
)
def test_misplaced_pieces_are_refused_with_a_reason(tiles: str, reason: str) -> None:
    assert laid(standing(BOARD, hand="12+=-:00"), tiles) == reason


def test_a_single_piece_is_read_on_both_lines() -> None:
    board = """
            c  d  e  f  g
        1   .  .  .  .  9
        2   .  .  .  .  -
        3   7  .  .  .  6
        4   .  .  .  .  =
        5   .  .  .  +  .
    """
    anna = standing(board, hand="34======")
    assert laid(anna, "g5:3") == "g1d 9-6=3"
    assert laid(anna, "g5:4") == "The whole line reads 9 − 6 = 4, but 9 − 6 is 3."
    assert laid(anna, "c4:4") == "74: add an operator, another number, the = and the answer."


def test_anna_may_place_pieces_ahead_of_her_turn() -> None:
    waiting = dataclasses.replace(standing(BOARD, hand=":3=2"), to_move=Seat.SECOND)
    assert laid(waiting, "n14:: n15:3 n16:= n17:2") == "n13d 6:3=2"


def test_spectators_cannot_compose_and_players_only_until_the_end() -> None:
    view = game.view(standing(BOARD), None)
    with pytest.raises(IllegalMove, match="Only the two players"):
        display.compose(view, [(Square(1, 1), "1")])
    over = play(standing(hand="2x36"), "j13r 2x3=6", "swap 0")
    assert laid(over, "a1:1") == "The match is over."
