"""The presented board, hints, move composition and notation."""

from __future__ import annotations

import pytest

from games.rules import Cell, Forfeit, Seat
from games.sudoku.display import display
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.sudoku.pictures import laid, not_read, play, points, standing

BOARD = """
    . 2 . | . . . | . . .
    3 7 . | . . . | . . .
"""


def test_empty_squares_accept_tiles_of_both_players_until_the_match_is_over() -> None:
    position = standing(BOARD, tile="5")
    for viewer in Seat:
        assert _cell(position, viewer, "a1").takes == "number"
        assert _cell(position, viewer, "b1").takes == ""
    over = game.forfeit(position, Seat.SECOND, Forfeit.TIME)
    assert _cell(position, None, "a1").takes == _cell(over, Seat.FIRST, "a1").takes == ""


def test_without_hints_no_square_is_marked() -> None:
    cells = display.board(game.view(standing(BOARD, tile="5"), Seat.FIRST)).cells
    assert not any(cell.hint for cell in cells)


def test_hints_show_the_points_of_valid_squares_to_the_player_to_move() -> None:
    position = standing(BOARD, tile="3", hints="yes")
    assert _cell(position, Seat.FIRST, "a1").hint == ""
    assert _cell(position, Seat.FIRST, "d1").hint == "1"
    assert _cell(position, Seat.FIRST, "b9").hint == "2"
    assert _cell(position, Seat.FIRST, "i9").hint == "0"
    assert _cell(position, Seat.SECOND, "d1").hint == ""
    assert _cell(position, None, "d1").hint == ""


def test_composition_says_what_is_missing() -> None:
    position = standing(BOARD, tile="5")
    expected = {
        "": "Put the 5 on an empty square.",
        "a1:5": "a1",
        "a1:5 c1:5": "You place one tile per turn.",
        "a1:6": "Your tile is the 5.",
        "b1:5": "b1 already has 2.",
        "k1:5": "The board has no square k1.",
    }
    assert {tiles: laid(position, tiles) for tiles in expected} == expected


def test_only_the_player_to_move_places_tiles_and_only_while_the_match_runs() -> None:
    position = standing(BOARD, tile="5")
    assert laid(position, "a1:5", Seat.SECOND) == "You draw a tile at the start of your turn."
    assert laid(position, "a1:5", None) == "Only the two players can place tiles."
    over = game.forfeit(position, Seat.SECOND, Forfeit.TIME)
    assert laid(over, "a1:5") == "The match is over."


@pytest.mark.parametrize("text", ["d4", "D4", " d 4 "])
def test_spaces_and_upper_case_are_accepted(text: str) -> None:
    assert game.encode(game.decode(text)) == "d4"


@pytest.mark.parametrize("text", ["", "d", "d0", "j1", "d10", "4d4", "pass"])
def test_other_text_is_no_move(text: str) -> None:
    assert not_read(text) == "Write the square for your tile, such as d4."


def test_a_played_move_describes_its_tile_square_and_conflict() -> None:
    valid, invalid = (play(standing(BOARD, tile=tile), "a1").last for tile in "53")
    assert valid is not None
    assert invalid is not None
    assert (str(valid.text), valid.detail, valid.points) == ("5 on a1", None, 3)
    assert (str(invalid.text), str(invalid.detail), invalid.points) == (
        "3 on a1 (wrong)",
        "This column already has a 3.",
        0,
    )
    assert [str(square) for square in valid.squares] == ["a1"]


def _cell(position: SudokuPosition, viewer: Seat | None, name: str) -> Cell:
    board = display.board(game.view(position, viewer))
    return next(cell for cell in board.cells if str(cell.square) == name)


def test_the_last_tile_may_score_all_twenty_peers_of_its_square() -> None:
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    position = standing(f".{solved[1:]}", tile="5", bag="")
    assert points(position, "a1") == 20
    assert game.bounds(game.view(position, position.to_move))[position.to_move.index] == 20
