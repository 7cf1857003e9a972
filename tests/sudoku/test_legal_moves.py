"""The legal moves and their points are exactly what a plain search by the rule sheet finds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.rules import SeededRandom
from games.sudoku.model.options import SudokuOptions
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.playing import all_options, play
from tests.sudoku.brute_force import all_moves
from tests.sudoku.pictures import play as play_on
from tests.sudoku.pictures import standing


@pytest.mark.parametrize("options", all_options(game))
def test_they_equal_plain_search_where_any_square_is_played(options: SudokuOptions) -> None:
    positions = [position for number in range(4) for position in play(game, options, number).positions[:-1]]
    assert len(positions) > 200
    for position in positions:
        _assert_equal_to_plain_search(position)


@pytest.mark.parametrize("options", all_options(game))
def test_they_equal_plain_search_where_right_squares_are_played(options: SudokuOptions) -> None:
    positions = [position for number in range(8) for position in _careful_match(options, number)]
    assert len(positions) > 200
    assert sum(position.grid.faces.count("") < 40 for position in positions) > 20
    for position in positions:
        _assert_equal_to_plain_search(position)


@pytest.mark.parametrize("number", range(4))
def test_a_match_ends_as_soon_as_the_drawn_tile_has_no_right_square(number: int) -> None:
    *earlier, end = play(game, game.options_type(), number).positions
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


def _careful_match(options: SudokuOptions, number: int) -> Iterator[SudokuPosition]:
    """The positions of a match in which both play a right square by chance, which fills the board."""
    chance, position = random.Random(number), game.setup(options, SeededRandom(number.to_bytes(32, "big")))
    while position.result is None:
        yield position
        right = [text for text, points in all_moves(position).items() if points]
        position = game.apply(position, game.decode(chance.choice(right)), SeededRandom(b""))


def _assert_equal_to_plain_search(position: SudokuPosition) -> None:
    moves = list(game.legal_moves(position))
    found = {game.encode(move): game.judge(position, move).points for move in moves}
    assert len(moves) == len(found)
    assert found == all_moves(position)
    assert {game.encode(move): points for move, points in game.scored_moves(position)} == found
