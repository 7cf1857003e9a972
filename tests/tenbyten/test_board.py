"""The presented board, move composition, refusals and descriptions of moves."""

from __future__ import annotations

import pytest

from games.rules import Forfeit, Seat
from games.tenbyten.display import display
from games.tenbyten.rules import game
from tests.tenbyten.pictures import judge, laid, play, refusal, selections, standing

BOARD = """
    . . . . .
    . . . . .
    1 3 . 2 1
    . . . . .
    . . . . 3
"""


def test_the_corners_and_the_centre_are_blue_and_the_squares_between_them_red() -> None:
    cells = display.board(game.view(standing(BOARD), None)).cells
    coloured = {colour: {str(cell.square) for cell in cells if cell.colour == colour} for colour in ("blue", "red")}
    assert coloured == {"blue": {"a1", "e1", "c3", "a5", "e5"}, "red": {"b2", "d2", "b4", "d4"}}
    assert all(bool(cell.mark) == bool(cell.colour) for cell in cells)


def test_a_square_keeps_its_colour_under_a_chip() -> None:
    cell = display.board(game.view(standing(BOARD), None)).cells[-1]
    assert (cell.face, cell.colour, cell.mark) == ("3", "blue", "+1")


def test_empty_squares_accept_chips_of_players_only() -> None:
    position = standing(BOARD)
    for viewer in Seat:
        cells = display.board(game.view(position, viewer)).cells
        assert all((cell.takes == "chip") is not bool(cell.face) for cell in cells)
    assert not any(cell.takes for cell in display.board(game.view(position, None)).cells)


def test_composition_says_what_is_missing() -> None:
    position = standing(BOARD, hand="41")
    expected = {
        "": "Put a chip on an empty square.",
        "c3:4": "4c3",
        "c3:4 c4:1": "You place one chip per turn.",
        "c3:3": "You have no 3.",
        "a3:4": "a3 already has 1.",
        "f3:4": "The board has no square f3.",
    }
    assert {tiles: laid(position, tiles) for tiles in expected} == expected


def test_a_player_may_plan_ahead_during_the_opponents_turn() -> None:
    position = standing(BOARD, hand="11", other="42")
    assert laid(position, "c3:4", Seat.SECOND) == "4c3"
    view = game.view(position, Seat.SECOND)
    assert len(game.variants(view, game.decode("4c3"))) == 3


def test_only_players_place_chips_and_only_while_the_match_runs() -> None:
    position = standing(BOARD, hand="41")
    assert laid(position, "c3:4", None) == "Only the two players can place chips."
    assert laid(game.forfeit(position, Seat.SECOND, Forfeit.TIME), "c3:4") == "The match is over."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3c3", "You have no 3."),
        ("4a3", "a3 already has 1."),
        ("4c3xa3:b3", "a3–b3 does not include the chip you just placed."),
        ("4c3xc3:c5", "c3–c5 has a gap."),
        ("4c3xa3:e3", "a3–e3 adds up to 11, not 10."),
        ("4c3xa3:d3xb3:e3", "a3–d3 and b3–e3 overlap: you can capture only one of them."),
        ("4c3xa3:d3xa3:d3", "a3–d3 and a3–d3 overlap: you can capture only one of them."),
    ],
)
def test_a_refused_move_gets_the_reason(text: str, sentence: str) -> None:
    assert refusal(standing(BOARD, hand="41"), text) == sentence


def test_a_played_move_describes_its_lines_and_captured_chips() -> None:
    position = standing(BOARD, hand="41")
    quiet, capture = judge(position, "4c3"), judge(position, "4c3xa3:d3")
    assert (str(quiet.text), quiet.points, quiet.detail) == ("4 on c3", 0, None)
    assert (str(capture.text), capture.points, str(capture.detail)) == ("4 on c3 taking a3–d3", 3, "3 kept")
    assert [str(square) for square in capture.squares] == ["c3", "a3", "b3", "d3"]


def test_the_colour_under_the_placed_chip_has_no_effect() -> None:
    position = standing(BOARD, hand="41")
    assert judge(position, "4c3xa3:d3").points == 3
    assert selections(position, "4c3") == ["", "a3:d3", "b3:e3"]
    after = play(position, "4c3xa3:d3", "3a1")
    assert after.public.grid.faces[12] == "4"
