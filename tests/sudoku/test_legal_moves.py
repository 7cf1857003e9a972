"""The legal moves and their points are exactly what a plain search by the rule sheet finds."""

from __future__ import annotations

import pytest

from games.sudoku.rules import game
from tests.playing import play
from tests.sudoku.brute_force import all_moves
from tests.sudoku.pictures import play as play_on
from tests.sudoku.pictures import standing


@pytest.mark.parametrize("number", range(8))
def test_they_equal_plain_search(number: int) -> None:
    for position in play(game, game.Options(), number).positions[:-1]:
        moves = list(game.legal_moves(position))
        found = {game.encode(move): game.judge(position, move).points for move in moves}
        assert len(moves) == len(found)
        assert found == all_moves(position)


@pytest.mark.parametrize("number", range(4))
def test_a_match_ends_as_soon_as_the_drawn_tile_has_no_right_square(number: int) -> None:
    *earlier, end = play(game, game.Options(), number).positions
    assert all(any(all_moves(position).values()) for position in earlier)
    assert not end.bag or not any(all_moves(end).values())


def test_a_wrong_square_is_legal_and_warns() -> None:
    board = ". . 4"
    position = standing(board, tile="4")
    assert game.decode("a1") in list(game.legal_moves(position))
    assert game.judge(position, game.decode("a1")).warning
    assert game.judge(position, game.decode("d2")).warning is None


def test_a_right_square_without_neighbours_is_not_wrong() -> None:
    position = standing(tile="4")
    assert game.judge(position, game.decode("e5")).points == 0
    assert play_on(position, "e5").lost == ()
