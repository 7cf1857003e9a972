"""Composition of a calculation: the feedback from the first placed tile to the last."""

from __future__ import annotations

import dataclasses

import pytest

from games.digifeud.display import display
from games.digifeud.rules import game
from games.rules import IllegalMove, Seat, Square
from tests.digifeud.pictures import laid, play, standing

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""


def test_a_calculation_grows_tile_by_tile() -> None:
    anna = standing(rack="5813")
    told = {
        "": "Place a number, an operator, a number, the = and the answer in one row or column.",
        "e7:5": "Now add an operator and the =: number, operator, number, =, answer.",
        "e7:5 f7:+": "Still missing: a number on g7, the = on h7, the answer on i7.",
        "e7:5 f7:+ g7:8": "Still missing: the = on h7, the answer 13 on i7.",
        "e7:5 f7:+ g7:8 h7:=": "Still missing: the answer 13 on i7.",
        "e7:5 f7:+ g7:8 h7:= i7:1": "5 + 8 is 13: put a 3 on i7 too.",
        "e7:5 f7:+ g7:8 h7:= i7:1 i7:3": "e7r 5+8=13",
    }
    assert {tiles: laid(anna, tiles) for tiles in told} == told


def test_tiles_may_be_placed_in_any_order() -> None:
    assert laid(standing(rack="5813"), "i7:1 h7:= g7:8 i7:3 f7:+ e7:5") == "e7r 5+8=13"


def test_numbers_on_the_board_are_included() -> None:
    anna = standing(BOARD, rack="94")
    told = {
        "i8:-": "Still missing: a number on i9, the = on i10, the answer on i11.",
        "i8:- i9:9": "Still missing: the = on i10, the answer 4 on i11.",
        "i8:- i9:9 i10:= i11:4": "i7d 13-9=4",
    }
    assert {tiles: laid(anna, tiles) for tiles in told} == told


def test_a_number_on_the_board_may_be_the_outcome() -> None:
    anna = standing(BOARD, rack="67")
    assert laid(anna, "i4:+ i6:=") == "Still missing: a number on i3, a number on i5."
    assert laid(anna, "i4:+ i6:= i3:6 i5:7") == "i3d 6+7=13"


def test_a_blank_is_placed_as_a_digit() -> None:
    anna = standing(BOARD, rack="?4")
    assert laid(anna, "i8:- i9:?") == "Choose a digit for the blank on i9."
    assert laid(anna, "i8:- i9:?9 i10:= i11:4") == "i7d 13-?9=4"
    full = "A number has at most two digits; i7 is full."
    for first, second in (("?1", "3"), ("1", "?3")):
        tiles = f"e7:5 f7:+ g7:8 h7:= i7:{first} i7:{second}"
        assert laid(standing(rack="?5813"), tiles) == f"e7r 5+8={first}{second}"
        assert laid(standing(rack="?5813"), f"{tiles} i7:1") == full


def test_a_two_digit_outcome_is_read_in_the_order_laid_in_every_direction() -> None:
    anna = standing(rack="5813", directions="4")
    assert laid(anna, "i7:5 h7:+ g7:8 f7:= e7:1 e7:3") == "i7l 5+8=13"
    assert laid(anna, "i7:5 h7:+ g7:8 f7:= e7:3 e7:1") == "5 + 8 is 13, not 31."
    assert laid(anna, "g9:5 g8:+ g7:8 g6:= g5:1 g5:3") == "g9u 5+8=13"


def test_a_single_symbol_asks_for_the_other_in_both_directions() -> None:
    anna = standing(directions="4")
    assert laid(anna, "f7:+") == "Put the = on h7 or d7."
    assert laid(anna, "f7:=") == "Put the operator on d7 or h7."


@pytest.mark.parametrize(
    ("tiles", "sentence"),
    [
        ("f7:+", "f7 already has +."),
        ("e7:1", "e7 already has 5."),
        ("f8:1", "No tile ever goes on f8."),
        ("n7:1", "The board has no square n7."),
        ("j7:1", "j7 is between two numbers: put an operator or the = there, not a digit."),
        ("k7:+", "k7 takes a number; signs go between two numbers."),
        ("e9:1 e9:2 e9:3", "A number has at most two digits; e9 is full."),
        ("e8:+ e8:-", "e8 has room for only one sign."),
        ("e9:q", "“q” is not a tile in this game."),
        ("e9:9", "Your rack has no 9."),
        ("e8:+ e10:-", "A calculation has one operator, not 2."),
        ("e8:= e10:=", "A calculation has one =, not 2."),
        ("e9:1 g9:2 g11:3", "Place the tiles of one turn in one row or in one column."),
        ("e9:1 m9:2", "A calculation takes five squares in a row: number, operator, number, =, answer."),
        ("c9:1 d9:+ e9:2", "At least one number of the calculation must already be on the board."),
        ("l7:+", "A calculation doesn’t fit here in the direction you read."),
        ("j7:+", "Still missing: a number on k7, the = on l7, the answer on m7."),
        ("d7:+", "f7 already has +, but you place the operator and the = in the same turn."),
        ("e8:- e9:7", "5 − 7 is less than 0; the answer must be 0 or more."),
        ("e8:+ e9:1 e9:2", "12 is too long: a new number before the = has one digit."),
        ("e8:+ e9:1 e10:= e11:7", "5 + 1 is 6, not 7."),
        ("e8:+ e9:1 e11:7", "5 + 1 is 6, not 7."),
    ],
)
def test_a_misplaced_tile_is_reported_at_once(tiles: str, sentence: str) -> None:
    assert laid(standing(BOARD, rack="01234567"), tiles) == sentence


def test_the_first_calculation_is_guided_to_the_centre() -> None:
    assert laid(standing(), "e5:5") == "The first calculation needs a number on the centre, g7."
    assert laid(standing(), "g7:+") == "g7 takes a number; signs go between two numbers."


def test_a_player_may_plan_ahead_on_the_opponents_turn() -> None:
    bob_moves = dataclasses.replace(standing(BOARD, rack="94"), to_move=Seat.SECOND)
    assert laid(bob_moves, "i8:- i9:9 i10:= i11:4") == "i7d 13-9=4"


def test_only_players_place_tiles_and_only_while_the_match_runs() -> None:
    position = standing(BOARD)
    tile = [(Square.parse("i9"), "1")]
    with pytest.raises(IllegalMove, match="Only the two players can place tiles"):
        display.compose(game.view(position, None), tile)
    over = play(position, "pass", "pass", "pass")
    with pytest.raises(IllegalMove, match="The match is over"):
        display.compose(game.view(over, Seat.FIRST), tile)
