"""Move generation and scoring equal brute force."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from games.rules import Square
from games.tenbyten.display import display
from games.tenbyten.model.board import BLUE, COLOURS, RED
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game
from tests.playing import play as play_match
from tests.sizes import examples
from tests.tenbyten.brute_force import Lines, all_moves
from tests.tenbyten.pictures import play, standing

MATCHES = examples(3, 12)
POSITIONS = 28  # of each match
CROWDED = """
    4 3 4 2 1
    2 1 3 4 .
    4 4 . 4 4
    1 3 2 1 3
    3 . 1 2 4
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(MATCHES))
def test_moves_equal_brute_force(number: int) -> None:
    for position in _positions(number):
        _assert_equal_to_brute_force(position)


def test_the_sampled_positions_are_openings_middlegames_and_endgames() -> None:
    left = [len(position.container) for number in range(MATCHES) for position in _positions(number)]
    stages = [range(19, 24), range(9, 16), range(1, 5)]
    assert all(sum(count in stage for count in left) > 2 * MATCHES for stage in stages)


@pytest.mark.parametrize("hand", ["12", "23", "34", "41"])
def test_moves_equal_brute_force_on_a_crowded_board(hand: str) -> None:
    _assert_equal_to_brute_force(standing(CROWDED, hand=hand))


@pytest.mark.parametrize("container", ["", "1", "12"])
def test_points_are_those_of_judge_when_chips_run_out(container: str) -> None:
    """Chips from red squares of the same capture are there for its blue ones."""
    position = standing(CROWDED, hand="23", container=container)
    scored = list(game.scored_moves(position))
    assert scored == [(move, game.judge(position, move).points) for move, _points in scored]
    assert any({RED, BLUE} <= {COLOURS.get(square) for square in move.captured} for move, _points in scored)


@pytest.mark.parametrize("number", range(3))
def test_the_variants_of_every_chip_are_the_legal_moves(number: int) -> None:
    for position in play_match(game, game.options_type(), number).positions[5:40:7]:
        view, moves = game.view(position, position.to_move), list(game.legal_moves(position))
        quiet = [display.compose(view, [(move.square, move.chip)]) for move in moves if not move.lines]
        assert [variant for move in quiet for variant in game.variants(view, move)] == moves


def test_a_finished_match_has_no_legal_moves() -> None:
    over = play(standing(hand="12", container="4", captured=(1, 5), won=(1, 1)), "1a1")
    assert over.result is not None
    assert list(game.legal_moves(over)) == []


def _positions(number: int) -> list[TenByTenPosition]:
    return random.Random(number).sample(play_match(game, game.options_type(), number).positions[:-1], POSITIONS)


def _assert_equal_to_brute_force(position: TenByTenPosition) -> None:
    moves = list(game.legal_moves(position))
    found = {(move.chip, _place(move.square), _lines(line.squares for line in move.lines)) for move in moves}
    assert len(found) == len(moves)
    assert found == all_moves(position)
    assert dict(game.scored_moves(position)) == {move: game.judge(position, move).points for move in moves}


def _place(square: Square) -> tuple[int, int]:
    return square.row - 1, square.column - 1


def _lines(lines: Iterable[tuple[Square, ...]]) -> Lines:
    return frozenset(tuple(map(_place, squares)) for squares in lines)
