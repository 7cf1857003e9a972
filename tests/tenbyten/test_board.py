"""What the page gets to draw, and the sentences while a chip is laid or a move typed."""

from __future__ import annotations

import pytest

from games.rules import Forfeit, Seat
from games.tenbyten.rules import game
from tests.tenbyten.pictures import choices, judge, laid, play, refusal, standing

BOARD = """
    . . . . .
    . . . . .
    1 3 . 2 1
    . . . . .
    . . . . 3
"""


def test_the_corners_and_the_centre_are_blue_and_the_squares_between_them_red() -> None:
    cells = game.board(game.view(standing(BOARD), None)).cells
    coloured = {colour: {str(cell.square) for cell in cells if cell.colour == colour} for colour in ("blue", "red")}
    assert coloured == {"blue": {"a1", "e1", "c3", "a5", "e5"}, "red": {"b2", "d2", "b4", "d4"}}
    assert all(bool(cell.mark) == bool(cell.colour) for cell in cells)


def test_a_square_keeps_its_colour_under_a_chip() -> None:
    cell = game.board(game.view(standing(BOARD), None)).cells[-1]
    assert (cell.face, cell.colour, cell.mark) == ("3", "blue", "+1")


def test_chips_may_be_laid_on_empty_squares_by_players_only() -> None:
    position = standing(BOARD)
    for viewer in Seat:
        cells = game.board(game.view(position, viewer)).cells
        assert all((cell.takes == "chip") is not bool(cell.face) for cell in cells)
    assert not any(cell.takes for cell in game.board(game.view(position, None)).cells)


def test_what_the_page_says_while_a_chip_is_laid() -> None:
    position = standing(BOARD, hand="41")
    told = {
        "": "Lay a chip on an empty square.",
        "c3:4": "4c3",
        "c3:4 c4:1": "One chip is laid in a turn.",
        "c3:3": "There is no 3 in your hand.",
        "a3:4": "a3 is taken: 1 lies there.",
        "f3:4": "The board has no square f3.",
    }
    assert {tiles: laid(position, tiles) for tiles in told} == told


def test_one_may_plan_ahead_while_the_other_is_to_move() -> None:
    position = standing(BOARD, hand="11", other="42")
    assert laid(position, "c3:4", Seat.SECOND) == "4c3"
    view = game.view(position, Seat.SECOND)
    assert len(game.variants(view, game.decode("4c3"))) == 3


def test_only_players_lay_and_only_while_it_runs() -> None:
    position = standing(BOARD, hand="41")
    assert laid(position, "c3:4", None) == "Only the two players lay chips."
    assert laid(game.forfeit(position, Seat.SECOND, Forfeit.TIME), "c3:4") == "The match is over."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3c3", "There is no 3 in your hand."),
        ("4a3", "a3 is taken: 1 lies there."),
        ("4c3xa3:b3", "a3–b3 does not hold the chip just played."),
        ("4c3xc3:c5", "c3–c5 has a gap."),
        ("4c3xa3:e3", "a3–e3 totals 11, not 10."),
        ("4c3xa3:d3xb3:e3", "a3–d3 and b3–e3 overlap: only one can be captured."),
        ("4c3xa3:d3xa3:d3", "a3–d3 and a3–d3 overlap: only one can be captured."),
    ],
)
def test_a_move_that_breaks_a_rule_is_told_why(text: str, sentence: str) -> None:
    assert refusal(standing(BOARD, hand="41"), text) == sentence


def test_the_turn_tells_what_was_taken_and_what_became_of_it() -> None:
    position = standing(BOARD, hand="41")
    plain, taking = judge(position, "4c3"), judge(position, "4c3xa3:d3")
    assert (str(plain.text), plain.points, plain.detail) == ("4 on c3", 0, None)
    assert (str(taking.text), taking.points, str(taking.detail)) == ("4 on c3 taking a3–d3", 3, "3 kept")
    assert [str(square) for square in taking.squares] == ["c3", "a3", "b3", "d3"]


def test_the_colour_under_the_played_chip_does_nothing_now() -> None:
    position = standing(BOARD, hand="41")
    assert judge(position, "4c3xa3:d3").points == 3
    assert choices(position, "4c3") == ["", "a3:d3", "b3:e3"]
    after = play(position, "4c3xa3:d3", "3a1")
    assert after.public.grid.faces[12] == "4"
