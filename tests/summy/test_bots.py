"""What the computers of Summy see, keep and give away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import Seat, SeededRandom
from games.summy.ai.evaluation import best_exchange, weigh_all
from games.summy.ai.leave_values import worth
from games.summy.bots import bots
from games.summy.model.best_sum import NONE, Glance
from games.summy.model.moves import Sum, Swap
from games.summy.model.position import SummyPosition
from games.summy.model.quick_best import glimpse
from games.summy.rules import game
from tests.playing import play
from tests.summy.pictures import standing

STOCK = "0123456789+-x:=" * 3


def chosen(level: int, position: SummyPosition, seed: bytes = b"seed") -> str:
    view = game.view(position, position.to_move)
    return game.encode(bots[level - 1].choose(view, SeededRandom(seed)))


@pytest.mark.parametrize("number", range(3))
def test_a_glance_finds_the_best_of_the_short_sums(number: int) -> None:
    for position in play(game, game.options_type(), number).positions[:-1:3]:
        lines = position.grid.rows + position.grid.columns
        short = [move.points for move in game.legal_moves(position) if isinstance(move, Sum) and len(move.text) <= 9]
        _line, seen = Glance(position.hand).best(lines)
        assert seen.points == max(short, default=0)


def test_a_glance_remembers_a_line_whatever_it_was_asked() -> None:
    line = "............=............"
    seen = Glance(tuple("2x364+91"))
    assert seen.on(line, 99) == NONE
    assert seen.on(line, 0).text
    assert seen.on(line, 99) == NONE
    assert seen.on(line, 0).points == seen.hope(line)


def test_what_is_glimpsed_is_legal() -> None:
    for number in range(4):
        for position in play(game, game.options_type(), number).positions[:-1:2]:
            if move := glimpse(position.grid, position.hand):
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
    move = glimpse(standing(board, hand="3").grid, ("3",))
    assert move
    assert game.encode(move) == "a5r 2+1=3"


def test_the_beginner_lays_a_lesser_sum() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    points = sorted(points for move, points in game.scored_moves(position) if isinstance(move, Sum))
    for seed in range(8):
        move = game.decode(chosen(1, position, bytes([seed])))
        assert game.judge(position, move).points <= points[len(points) // 3]


def test_the_second_sees_some_of_the_sums() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    points = sorted(points for move, points in game.scored_moves(position) if isinstance(move, Sum))
    found = [game.judge(position, game.decode(chosen(2, position, bytes([seed])))).points for seed in range(8)]
    assert sum(found) / len(found) > points[len(points) // 2]
    assert min(found) < points[-1]


def test_the_third_takes_the_most_points() -> None:
    position = standing(hand="2x364+91", stock=STOCK)
    most = max(points for _move, points in game.scored_moves(position))
    assert game.judge(position, game.decode(chosen(3, position))).points == most


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_who_can_lay_nothing_exchanges(level: int) -> None:
    assert chosen(level, standing(hand="++++----", stock=STOCK)).startswith("swap ")


def test_the_fourth_gives_away_what_is_of_no_use() -> None:
    move = best_exchange(standing(hand="89+xx===", stock=STOCK)).move
    assert isinstance(move, Swap)
    assert set("89").isdisjoint(move.pieces)
    assert move.pieces.count("=") >= 2


def test_a_balanced_rest_is_worth_more() -> None:
    assert worth(tuple("789+=")) > worth(tuple("012+=")) > worth(tuple("01=="))
    assert worth(tuple("78+")) > worth(tuple("77+"))
    assert worth(tuple("78+")) > worth(tuple("7++"))


def test_nothing_is_kept_for_a_turn_that_will_not_come() -> None:
    position = replace(standing(hand="2x364+91", stock=STOCK), done=Seat.SECOND)
    assert all(weighed.value == weighed.points for weighed in weigh_all(position))
    most = max(points for _move, points in game.scored_moves(position))
    for level in (3, 4):
        assert game.judge(position, game.decode(chosen(level, position))).points == most


def test_the_last_turn_is_exchanged_away_where_nothing_fits() -> None:
    position = replace(standing(hand="+++++", other="123"), done=Seat.SECOND)
    for level in (1, 2, 3, 4):
        assert chosen(level, position).startswith("swap ")
