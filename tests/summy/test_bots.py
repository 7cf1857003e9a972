"""The computer players: best short sum, evaluation, exchanges, and the moves of each level."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from games.rules import Options, Seat, SeededRandom
from games.summy.ai.candidates import NO_SUM, BestSumSearch, best_short_sum
from games.summy.ai.evaluation import best_swap, evaluate_moves, leave_value
from games.summy.bots import ShortSumBot, bots
from games.summy.model.board import EVERYTHING
from games.summy.model.moves import Sum, Swap, pieces_used
from games.summy.model.position import SummyPosition
from games.summy.rules import game
from tests.playing import all_options, play
from tests.summy.pictures import standing

STOCK = "0123456789+-x:=" * 3


def chosen(level: int, position: SummyPosition, seed: bytes = b"seed") -> str:
    view = game.view(position, position.to_move)
    return game.encode(bots[level - 1].choose(view, SeededRandom(seed)))


@pytest.mark.parametrize("options", all_options(game), ids=str)
@pytest.mark.parametrize("number", range(2))
def test_the_best_short_sum_is_found(options: Options, number: int) -> None:
    for position in play(game, options, number).positions[:-1:3]:
        lines = position.grid.rows + position.grid.columns
        short = [move.points for move in game.legal_moves(position) if isinstance(move, Sum) and len(move.text) <= 9]
        _line, best = BestSumSearch(position.hand, position.options.calculations).best(lines)
        assert best.points == max(short, default=0)


def test_a_cached_line_answers_any_lower_bound() -> None:
    line = "............=............"
    search = BestSumSearch(tuple("2x364+91"), EVERYTHING)
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


def pieces_of(move: object, position: SummyPosition) -> int:
    assert isinstance(move, Sum)
    return len(pieces_used(position.grid, move))


@pytest.mark.parametrize(("level", "most"), [(1, 4), (2, 5), (3, 5), (5, 7)])
def test_weak_levels_see_short_sums_only(level: int, most: int) -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    for seed in range(8):
        assert pieces_of(game.decode(chosen(level, position, bytes([seed]))), position) <= most


def test_who_sees_all_short_sums_takes_the_most_points_of_them() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    known = [(points, move) for move, points in game.scored_moves(position) if isinstance(move, Sum)]
    most = max(points for points, move in known if pieces_of(move, position) <= 4)
    move = ShortSumBot(level=2, pieces=4, seen=inf).choose(game.view(position, position.to_move), SeededRandom(b"any"))
    assert game.judge(position, move).points == most


def test_where_every_sum_is_long_the_shortest_are_seen() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    move = ShortSumBot(level=1, pieces=1, seen=1).choose(game.view(position, position.to_move), SeededRandom(b"any"))
    sums = [found for found in game.legal_moves(position) if isinstance(found, Sum)]
    assert pieces_of(move, position) == min(pieces_of(found, position) for found in sums)


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_exchanges_without_a_legal_sum(level: int) -> None:
    assert chosen(level, standing(hand="++++----", stock=STOCK)).startswith("swap ")


@pytest.mark.parametrize("level", range(2, 9))
def test_no_level_but_the_first_exchanges_piece_by_piece(level: int) -> None:
    move = game.decode(chosen(level, standing(hand="++++----", stock=STOCK)))
    assert isinstance(move, Swap)
    assert len(move.pieces) >= 4


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
    assert game.judge(position, game.decode(chosen(8, position))).points == most


def test_the_last_turn_is_an_exchange_without_a_legal_sum() -> None:
    position = replace(standing(hand="+++++", other="123"), finished=Seat.SECOND)
    for level in range(1, 9):
        assert chosen(level, position).startswith("swap ")
