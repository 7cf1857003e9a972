"""Move generation and scoring equal brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.rules import SeededRandom
from games.sudoku.model.board import SudokuOptions
from games.sudoku.model.position import SudokuPosition
from games.sudoku.rules import game
from tests.playing import all_options, play
from tests.sudoku.brute_force import all_moves
from tests.sudoku.pictures import play as play_on
from tests.sudoku.pictures import standing


@pytest.mark.parametrize("options", all_options(game))
def test_moves_equal_brute_force_in_random_matches(options: SudokuOptions) -> None:
    positions = [position for number in range(4) for position in play(game, options, number).positions[:-1]]
    assert len(positions) > 200
    for position in positions:
        _assert_equal_to_brute_force(position)


@pytest.mark.parametrize("options", all_options(game))
def test_moves_equal_brute_force_in_matches_of_valid_placements(options: SudokuOptions) -> None:
    positions = [position for number in range(8) for position in _valid_match(options, number)]
    assert len(positions) > 200
    assert sum(position.grid.faces.count("") < 40 for position in positions) > 20
    for position in positions:
        _assert_equal_to_brute_force(position)


@pytest.mark.parametrize("number", range(4))
def test_a_match_ends_as_soon_as_the_drawn_tile_has_no_valid_square(number: int) -> None:
    *earlier, end = play(game, game.options_type(), number).positions
    assert all(any(all_moves(position).values()) for position in earlier)
    assert not end.bag or not any(all_moves(end).values())


def test_an_invalid_placement_is_legal_and_carries_a_warning() -> None:
    board = ". . 4"
    position = standing(board, tile="4")
    assert game.decode("a1") in list(game.legal_moves(position))
    assert game.judge(position, game.decode("a1")).warning
    assert game.judge(position, game.decode("d2")).warning is None


def test_a_valid_square_without_filled_peers_scores_nothing_and_keeps_the_tile() -> None:
    position = standing(tile="4")
    assert game.judge(position, game.decode("e5")).points == 0
    assert play_on(position, "e5").lost == ()


def _valid_match(options: SudokuOptions, number: int) -> Iterator[SudokuPosition]:
    """Generate the positions of a match of random valid placements, which fill the board."""
    rng, position = random.Random(number), game.setup(options, SeededRandom(number.to_bytes(32, "big")))
    while position.result is None:
        yield position
        valid = [text for text, points in all_moves(position).items() if points]
        position = game.apply(position, game.decode(rng.choice(valid)), SeededRandom(b""))


def _assert_equal_to_brute_force(position: SudokuPosition) -> None:
    moves = list(game.legal_moves(position))
    found = {game.encode(move): game.judge(position, move).points for move in moves}
    assert len(moves) == len(found)
    assert found == all_moves(position)
    assert {game.encode(move): points for move, points in game.scored_moves(position)} == found
