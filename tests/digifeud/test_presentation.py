"""The board as it is drawn, and the pass button."""

from __future__ import annotations

from games.digifeud.display import display
from games.digifeud.rules import game
from games.rules import Cell, Seat, Square
from tests.digifeud.pictures import play, standing

BOARD = """
       e  f  g  h  i
    7  5  +  8  =  13
"""
RED = "a1 e1 i1 m1 a5 m5 a9 m9 a13 e13 i13 m13"
BLUE = "c3 g3 k3 e5 i5 c7 g7 k7 e9 i9 c11 g11 k11"


def cells(viewer: Seat | None = Seat.FIRST, picture: str = "") -> dict[str, Cell]:
    """Return the cells by the names of their squares."""
    board = display.board(game.view(standing(picture), viewer))
    return {str(cell.square): cell for cell in board.cells}


def test_premium_squares_are_where_the_rule_sheet_has_them() -> None:
    drawn = cells()
    assert {name for name, cell in drawn.items() if cell.colour == "red"} == set(RED.split())
    assert {name for name, cell in drawn.items() if cell.colour == "blue"} == set(BLUE.split())


def test_a_premium_square_shows_colour_and_mark_until_it_is_covered() -> None:
    before, after = cells(), cells(picture=BOARD)
    assert (before["a1"].mark, before["g7"].mark, before["c1"].mark) == ("2×", "1×", "")
    assert after["g7"] == Cell(Square.parse("g7"), "8", "number")


def test_number_squares_symbol_squares_and_void_squares() -> None:
    drawn = cells()
    assert (drawn["a1"].takes, drawn["a1"].room) == ("number", 2)
    assert (drawn["b1"].takes, drawn["b1"].room) == ("symbol", 1)
    assert (drawn["a2"].takes, drawn["a2"].room) == ("symbol", 1)
    assert (drawn["b2"].takes, drawn["b2"].room, drawn["b2"].void) == ("", 0, True)
    assert sum(cell.takes == "number" for cell in drawn.values()) == 49
    assert sum(cell.takes == "symbol" for cell in drawn.values()) == 84


def test_occupied_squares_take_no_tiles_and_spectators_place_none() -> None:
    assert cells(picture=BOARD)["f7"] == Cell(Square.parse("f7"), "+", "symbol")
    assert not any(cell.takes for cell in cells(viewer=None).values())


def test_players_have_the_pass_button_which_asks_and_spectators_none() -> None:
    position = standing(BOARD)
    (command,) = display.commands(game.view(position, Seat.FIRST))
    assert (command.text, str(command.label)) == ("pass", "Pass")
    assert "twice in a row" in str(command.question)
    assert display.commands(game.view(position, Seat.SECOND)) == (command,)
    assert display.commands(game.view(position, None)) == ()


def test_a_second_pass_in_a_row_warns_that_it_ends_the_match() -> None:
    (command,) = display.commands(game.view(play(standing(BOARD), "pass", "pass"), Seat.FIRST))
    assert "end the match" in str(command.question)


def test_the_warning_goes_by_the_own_pass_before_and_not_by_the_opponents() -> None:
    first_passed = game.view(play(standing(BOARD), "pass"), Seat.FIRST)
    assert "end the match" in str(display.commands(first_passed)[0].question)
    second_is_to_move = game.view(play(standing(BOARD), "pass"), Seat.SECOND)
    assert "twice in a row" in str(display.commands(second_is_to_move)[0].question)
