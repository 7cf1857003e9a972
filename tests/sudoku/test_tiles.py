"""The tiles: the initial deal, conservation, sealed order and hidden information."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from games.rules import Forfeit, IllegalMove, Seat, SeededRandom
from games.sudoku.display import display
from games.sudoku.model.board import SQUARES, block_of
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game, initial_grid
from tests.playing import play as play_match
from tests.sudoku.pictures import play, standing

EIGHTY_ONE = sorted("123456789" * 9)


@pytest.mark.parametrize("number", range(20))
def test_the_start_has_each_digit_once_and_one_tile_in_every_row_column_and_block(number: int) -> None:
    start = game.setup(game.options_type(), SeededRandom(bytes([number])))
    filled = [square for square in SQUARES if start.grid.at(square)]
    assert sorted(start.grid.at(square) for square in filled) == list("123456789")
    for unit in ([s.row for s in filled], [s.column for s in filled], [block_of(s) for s in filled]):
        assert len(set(unit)) == 9


def test_every_square_of_a_block_is_equally_likely_in_the_initial_grid() -> None:
    rng = SeededRandom(b"many starts")
    corner = Counter(
        (number // 9, number % 9)
        for _ in range(900)
        for number, face in enumerate(initial_grid(rng).faces)
        if face and number // 9 < 3 and number % 9 < 3
    )
    assert len(corner) == 9
    assert all(60 < count < 140 for count in corner.values())


@pytest.mark.parametrize("number", range(6))
def test_tiles_are_conserved(number: int) -> None:
    for position in play_match(game, game.options_type(), number).positions:
        assert _all_tiles(position) == EIGHTY_ONE


def test_tiles_are_drawn_in_their_sealed_order() -> None:
    after = play(standing(tile="1", bag="237"), "a1", "b5", "i9")
    assert after.tiles == ("", "7")
    assert after.bag == ()


def test_the_sealed_piles_hold_all_tiles() -> None:
    placed, drawn = display.sealed(game.setup(game.options_type(), SeededRandom(b"seed")))
    assert (placed.count, drawn.count) == (9, 72)
    assert sorted(placed.faces + drawn.faces) == EIGHTY_ONE


def test_only_the_player_to_move_sees_the_drawn_tile() -> None:
    position = standing(tile="7", bag="8")
    assert [tile.face for tile in display.rack(game.view(position, Seat.FIRST), Seat.FIRST) or ()] == ["7"]
    assert display.rack(game.view(position, Seat.FIRST), Seat.SECOND) is None
    for viewer in (Seat.SECOND, None):
        view = game.view(position, viewer)
        assert display.rack(view, Seat.FIRST) is None
        assert "7" not in repr(view)
    assert display.rack(game.view(position, Seat.SECOND), Seat.SECOND) == ()
    assert "8" not in repr(game.view(position, Seat.FIRST))


def test_another_tile_or_bag_changes_nothing_for_the_opponent() -> None:
    for viewer in (Seat.SECOND, None):
        assert game.view(standing(tile="7", bag="84"), viewer) == game.view(standing(tile="4", bag="78"), viewer)


def test_the_opponent_learns_nothing_about_the_tile_by_planning_ahead() -> None:
    ahead = dataclasses.replace(standing(tile="7"), to_move=Seat.SECOND)
    with pytest.raises(IllegalMove, match="You draw a tile at the start of your turn"):
        game.judge(ahead, game.decode("a1"))
    assert not any(cell.hint for cell in display.board(game.view(ahead, Seat.SECOND)).cells)


def test_a_hidden_tile_is_determinized_as_one_with_a_valid_square() -> None:
    view = game.view(play(standing(tile="1", bag="234"), "a1"), Seat.FIRST)
    for number in range(20):
        sample = game.determinize(view, SeededRandom(b"sample", number))
        assert sample.grid.has_valid_square(sample.tile)
        assert _all_tiles(sample) == EIGHTY_ONE


def test_all_viewers_see_the_last_tile_after_the_match() -> None:
    running = play(standing(tile="1", bag="8"), "e5")
    assert running.result is None
    ended = game.forfeit(running, Seat.FIRST, Forfeit.RESIGNED)
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        view = game.view(ended, viewer)
        assert [tile.face for tile in display.rack(view, Seat.SECOND) or ()] == ["8"]
        assert display.rack(view, Seat.FIRST) == ()


def test_all_viewers_see_the_lost_tiles() -> None:
    after = play(standing(". . 4", tile="4", bag="57"), "a1")
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        left, lost = display.piles(game.view(after, viewer))
        assert left.count == 1
        assert lost.faces == ("4",)


def _all_tiles(position: SudokuPosition) -> list[str]:
    return sorted([*filter(None, (*position.grid.faces, *position.tiles)), *position.bag, *position.lost])
