"""The computer players: best short sum, evaluation, exchanges, and the moves of each level."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import Seat, SeededRandom
from games.summy.ai.best_sum import NO_SUM, BestSumSearch, best_short_sum
from games.summy.ai.evaluation import best_swap, evaluate_moves
from games.summy.ai.leave_values import leave_value
from games.summy.bots import bots
from games.summy.model.moves import Sum, Swap
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.playing import play
from tests.summy.pictures import standing

STOCK = "0123456789+-x:=" * 3


def chosen(level: int, position: SummyPosition, seed: bytes = b"seed") -> str:
    view = game.view(position, position.to_move)
    return game.encode(bots[level - 1].choose(view, SeededRandom(seed)))


@pytest.mark.parametrize("number", range(3))
def test_the_best_short_sum_is_found(number: int) -> None:
    for position in play(game, game.options_type(), number).positions[:-1:3]:
        lines = position.grid.rows + position.grid.columns
        short = [move.points for move in game.legal_moves(position) if isinstance(move, Sum) and len(move.text) <= 9]
        _line, best = BestSumSearch(position.hand).best(lines)
        assert best.points == max(short, default=0)


def test_a_cached_line_answers_any_lower_bound() -> None:
    line = "............=............"
    search = BestSumSearch(tuple("2x364+91"))
    assert search.best_on(line, 99) == NO_SUM
    assert search.best_on(line, 0).text
    assert search.best_on(line, 99) == NO_SUM
    assert search.best_on(line, 0).points == search.upper_bound(line)


def test_the_best_short_sum_is_legal() -> None:
    for number in range(4):
        for position in play(game, game.options_type(), number).positions[:-1:2]:
            if move := best_short_sum(position.grid, position.hand):
                assert game.judge(position, move).points > 0


def test_a_single_piece_that_makes_two_sums_is_named_by_the_one_to_the_right() -> None:
    board = """
           a  b  c  d  e
        1  .  .  .  .  9
        2  .  .  .  .  -
        3  .  .  .  .  6
        4  .  .  .  .  =
        5  2  +  1  =  .
    """
    move = best_short_sum(standing(board, hand="3").grid, ("3",))
    assert move
    assert game.encode(move) == "a5r 2+1=3"


def test_level_1_plays_a_low_scoring_sum() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    points = sorted(points for move, points in game.scored_moves(position) if isinstance(move, Sum))
    for seed in range(8):
        move = game.decode(chosen(1, position, bytes([seed])))
        assert game.judge(position, move).points <= points[len(points) // 3]


def test_level_2_samples_the_sums() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    points = sorted(points for move, points in game.scored_moves(position) if isinstance(move, Sum))
    found = [game.judge(position, game.decode(chosen(2, position, bytes([seed])))).points for seed in range(8)]
    assert sum(found) / len(found) > points[len(points) // 2]
    assert min(found) < points[-1]


def test_level_3_takes_the_most_points() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    most = max(points for _move, points in game.scored_moves(position))
    assert game.judge(position, game.decode(chosen(3, position))).points == most


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_level_exchanges_without_a_legal_sum(level: int) -> None:
    assert chosen(level, standing(hand="++++----", stock=STOCK)).startswith("swap ")


def test_the_best_exchange_gives_away_the_surplus() -> None:
    move = best_swap(standing(hand="89+xx===", stock=STOCK)).move
    assert isinstance(move, Swap)
    assert set("89").isdisjoint(move.pieces)
    assert move.pieces.count("=") >= 2


def test_a_balanced_leave_has_a_higher_value() -> None:
    assert leave_value(tuple("789+=")) > leave_value(tuple("012+=")) > leave_value(tuple("01=="))
    assert leave_value(tuple("78+")) > leave_value(tuple("77+"))
    assert leave_value(tuple("78+")) > leave_value(tuple("7++"))


def test_the_leave_has_no_value_in_the_last_turn() -> None:
    position = replace(standing(hand="2x364+91", stock=STOCK), finished=Seat.SECOND)
    assert all(evaluated.value == evaluated.points for evaluated in evaluate_moves(position))
    most = max(points for _move, points in game.scored_moves(position))
    for level in (3, 4):
        assert game.judge(position, game.decode(chosen(level, position))).points == most


def test_the_last_turn_is_an_exchange_without_a_legal_sum() -> None:
    position = replace(standing(hand="+++++", other="123"), finished=Seat.SECOND)
    for level in (1, 2, 3, 4):
        assert chosen(level, position).startswith("swap ")
