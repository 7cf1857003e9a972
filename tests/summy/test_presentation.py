"""Presentation of the board and the hand."""

from __future__ import annotations

from games.rules import Cell, Seat, Square
from games.summy.display import display
from games.summy.rules import game
from tests.summy.pictures import standing

BOARD = """
        i  j  k  l  m  n  o
    13  #  2  x  3  =  6  #
"""


def cells(viewer: Seat | None = Seat.FIRST) -> dict[str, Cell]:
    """Return the cells by the names of their squares."""
    board = display.board(game.view(standing(BOARD), viewer))
    return {str(cell.square): cell for cell in board.cells}


def test_pieces_greys_and_empty_squares() -> None:
    drawn = cells()
    assert len(drawn) == 625
    assert drawn["j13"] == Cell(Square.parse("j13"), "2", "number")
    assert drawn["k13"] == Cell(Square.parse("k13"), "x", "symbol")
    assert drawn["i13"] == Cell(Square.parse("i13"), "■", "grey")
    assert drawn["a1"] == Cell(Square.parse("a1"), takes="piece", room=1)


def test_every_piece_fits_on_every_empty_square() -> None:
    position = standing(BOARD)
    assert sum(cell.takes == "piece" for cell in cells().values()) == 625 - 7
    tiles = display.rack(game.view(position, Seat.FIRST), Seat.FIRST) or ()
    assert "".join(tile.face for tile in tiles) == "0123+-x="
    assert {tile.kind for tile in tiles} == {"piece"}
    assert [str(tile.spoken) for tile in tiles if tile.spoken] == ["plus", "minus", "times", "equals"]


def test_a_spectator_has_no_squares_to_place_on() -> None:
    assert not any(cell.takes for cell in cells(viewer=None).values())


def test_a_piece_looks_the_same_in_the_hand_and_on_the_board() -> None:
    hand = display.rack(game.view(standing(hand="4+=0"), Seat.FIRST), Seat.FIRST)
    assert hand is not None
    assert [tile.drawn for tile in hand] == ["number", "symbol", "symbol", "number"]
    assert {tile.kind for tile in hand} == {"piece"}
