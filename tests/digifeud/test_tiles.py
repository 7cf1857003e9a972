"""The tiles: the full set, its conservation through a match, and the visibility of racks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.digifeud.display import display
from games.digifeud.model.position import DigifeudPosition
from games.digifeud.rules import game
from games.rules import Options, Seat, SeededRandom
from tests.digifeud.all_options import each_option
from tests.digifeud.pictures import play, standing
from tests.playing import play as play_match

NUMBERS = "000111111111222223333344444555556666777788889999??"
FEWER = "00111111112222333344445555666777888999??"
OPERATORS = {
    "+-20": (20, 20, 0, 0),
    "+-": (24, 24, 0, 0),
    "+-x5": (12, 10, 10, 0),
    "+-x": (16, 12, 12, 0),
    "+-x/": (16, 12, 12, 8),
}


@each_option
def test_the_bags_hold_what_the_rule_sheet_says(options: Options) -> None:
    piles = display.sealed(game.setup(game.options_type.read(options.data()), SeededRandom(b"seed")))
    faces = [face for pile in piles for face in pile.faces]
    numbers = FEWER if options.data()["operators"] in ("+-20", "+-x5") else NUMBERS
    assert "".join(sorted(face for face in faces if face.isdigit())) == numbers.rstrip("?")
    assert faces.count("?") == 2
    assert tuple(faces.count(operator) for operator in "+-x/") == OPERATORS[options.data()["operators"]]


@each_option
@pytest.mark.parametrize("number", range(4))
def test_no_tile_is_lost_or_made(options: Options, number: int) -> None:
    played = play_match(game, options, number)
    start = _all_tiles(played.positions[0])
    assert all(_all_tiles(position) == start for position in played.positions)


def test_each_player_begins_with_eight_numbers_three_operators_and_the_equals() -> None:
    start = game.setup(game.options_type(), SeededRandom(b"seed"))
    open_hands = replace(start, face_down=())
    for seat in Seat:
        faces = [tile.face for tile in display.rack(game.view(open_hands, seat), seat) or ()]
        assert len(faces) == 12
        assert faces[-1] == "="
    assert [pile.count for pile in display.piles(game.view(start, Seat.FIRST))] == [34, 34, 8]
    assert [pile.count for pile in display.piles(game.view(start, None))] == [34, 34, 8, 8]


def test_the_bag_is_dealt_in_its_sealed_order() -> None:
    after = play(standing(rack="58132467", bag="123456"), "e7r 5+8=13")
    assert after.racks[0].numbers == tuple("24671234")
    assert after.bag.numbers == tuple("56")


def test_a_blank_on_the_board_is_remembered_as_a_blank() -> None:
    after = play(standing(rack="?8?3"), "e7r ?5+8=?13")
    assert after.grid.faces.count("5") == 1
    assert after.grid.blanks == ("5", "1")


def test_a_blank_may_stand_for_every_digit() -> None:
    view = game.view(standing(rack="?5"), Seat.FIRST)
    blank, five, *_signs = display.rack(view, Seat.FIRST) or ()
    assert blank.becomes == tuple("0123456789")
    assert five.becomes == ()


def test_a_viewer_sees_no_rack_but_their_own() -> None:
    position = standing(rack="1111", other="9999", bag="777")
    mine, theirs, watching = (game.view(position, viewer) for viewer in (Seat.FIRST, Seat.SECOND, None))
    assert "9" not in repr(mine.racks)
    assert "1" not in repr(theirs.racks)
    assert watching.racks == (None, None)
    assert all("7" not in repr(view) for view in (mine, theirs, watching))


def test_both_racks_are_open_after_the_end() -> None:
    over = play(standing(rack="12", other="34"), "pass", "pass", "pass")
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        view = game.view(over, viewer)
        assert [tile.face for tile in display.rack(view, Seat.FIRST) or ()] == [*"12", *"+-x/"]
        assert [tile.face for tile in display.rack(view, Seat.SECOND) or ()] == [*"34", *"+-x"]


def _all_tiles(position: DigifeudPosition) -> list[str]:
    """Return all tiles of racks, bags and board, sorted; a digit played with a blank as the blank."""
    hidden = (*position.racks, position.bag)
    tiles = [tile for place in hidden for tile in (*place.numbers, *place.operators)]
    on_board = [sign for face in position.grid.faces for sign in face if sign != "="]
    for digit in position.grid.blanks:
        on_board[on_board.index(digit)] = "?"
    return sorted(tiles + on_board)
