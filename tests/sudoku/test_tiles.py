"""The tiles: how many there are, how the match starts, that none gets lost, and who sees them."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from games.rules import Forfeit, IllegalMove, Seat, SeededRandom
from games.sudoku.model.board import SQUARES, block
from games.sudoku.model.dealing import lay_start
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.playing import play as play_match
from tests.sudoku.pictures import play, standing

EIGHTY_ONE = sorted("123456789" * 9)


@pytest.mark.parametrize("number", range(20))
def test_the_start_has_each_digit_once_and_one_tile_in_every_row_column_and_block(number: int) -> None:
    start = game.setup(game.options_type(), SeededRandom(bytes([number])))
    lying = [square for square in SQUARES if start.grid.at(square)]
    assert sorted(start.grid.at(square) for square in lying) == list("123456789")
    for house in ([s.row for s in lying], [s.column for s in lying], [block(s) for s in lying]):
        assert len(set(house)) == 9


def test_every_place_of_a_block_is_equally_likely_at_the_start() -> None:
    rng = SeededRandom(b"many starts")
    corner = Counter(
        (number // 9, number % 9)
        for _ in range(900)
        for number, face in enumerate(lay_start(rng).faces)
        if face and number // 9 < 3 and number % 9 < 3
    )
    assert len(corner) == 9
    assert all(60 < count < 140 for count in corner.values())


@pytest.mark.parametrize("number", range(6))
def test_no_tile_is_lost_or_made(number: int) -> None:
    for position in play_match(game, game.options_type(), number).positions:
        assert _everything(position) == EIGHTY_ONE


def test_tiles_are_drawn_in_their_sealed_order() -> None:
    after = play(standing(tile="1", bag="237"), "a1", "b5", "i9")
    assert after.tiles == ("", "7")
    assert after.bag == ()


def test_the_seal_opens_to_all_tiles() -> None:
    lying, drawn = game.sealed(game.setup(game.options_type(), SeededRandom(b"seed")))
    assert (lying.count, drawn.count) == (9, 72)
    assert sorted(lying.faces + drawn.faces) == EIGHTY_ONE


def test_only_the_mover_sees_the_tile_they_drew() -> None:
    position = standing(tile="7", bag="8")
    assert [tile.face for tile in game.rack(game.view(position, Seat.FIRST), Seat.FIRST) or ()] == ["7"]
    assert game.rack(game.view(position, Seat.FIRST), Seat.SECOND) is None
    for viewer in (Seat.SECOND, None):
        view = game.view(position, viewer)
        assert game.rack(view, Seat.FIRST) is None
        assert "7" not in repr(view)
    assert game.rack(game.view(position, Seat.SECOND), Seat.SECOND) == ()
    assert "8" not in repr(game.view(position, Seat.FIRST))


def test_another_tile_or_bag_changes_nothing_for_who_waits() -> None:
    for viewer in (Seat.SECOND, None):
        assert game.view(standing(tile="7", bag="84"), viewer) == game.view(standing(tile="4", bag="78"), viewer)


def test_who_waits_learns_nothing_about_the_tile_by_trying_ahead() -> None:
    ahead = dataclasses.replace(standing(tile="7"), to_move=Seat.SECOND)
    with pytest.raises(IllegalMove, match="You draw a tile when your turn begins"):
        game.judge(ahead, game.decode("a1"))
    assert not any(cell.hint for cell in game.board(game.view(ahead, Seat.SECOND)).cells)


def test_a_hidden_tile_is_imagined_as_one_that_fits_somewhere() -> None:
    view = game.view(play(standing(tile="1", bag="234"), "a1"), Seat.FIRST)
    for number in range(20):
        imagined = game.determinize(view, SeededRandom(b"imagined", number))
        assert imagined.grid.takes(imagined.tile)
        assert _everything(imagined) == EIGHTY_ONE


def test_everybody_sees_the_last_tile_when_it_is_over() -> None:
    over = play(standing(tile="1", bag="8"), "e5")
    assert over.result is None
    ended = game.forfeit(over, Seat.FIRST, Forfeit.RESIGNED)
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        view = game.view(ended, viewer)
        assert [tile.face for tile in game.rack(view, Seat.SECOND) or ()] == ["8"]
        assert game.rack(view, Seat.FIRST) == ()


def test_lost_tiles_are_counted_for_everybody() -> None:
    after = play(standing(". . 4", tile="4", bag="57"), "a1")
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        left, lost = game.piles(game.view(after, viewer))
        assert left.count == 1
        assert lost.faces == ("4",)


def _everything(position: SudokuPosition) -> list[str]:
    return sorted([*filter(None, (*position.grid.faces, *position.tiles)), *position.bag, *position.lost])
