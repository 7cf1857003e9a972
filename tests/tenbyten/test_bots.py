"""The computer players of 10 BY 10 and their evaluation."""

from __future__ import annotations

from itertools import combinations
from math import inf
from statistics import fmean

import pytest

from bench.paired_matches import Contest, play_pair
from games.rules import AnyBot, SeededRandom
from games.tenbyten.ai.evaluation import best_by_chip, expected_best_of_two, expected_best_with
from games.tenbyten.ai.state import NO_CAPTURE, Board, Estimate, Race, capture_values, deep_estimate, quick_estimate
from games.tenbyten.bots import ExpectimaxBot, SampledTwoPlyBot, bots, fast_bot
from games.tenbyten.lessons import position_from
from games.tenbyten.model.board import FACES, Chips, Grid, index_of
from games.tenbyten.model.moves import Capture, Move, generate_moves
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game

ESTIMATES = pytest.mark.parametrize("estimate", [quick_estimate, deep_estimate])

TEN_IN_REACH = """
    1 . . . . .
    2 . . 4 . .
    3 . . 4 . .
"""


def chosen(bot: AnyBot, position: TenByTenPosition) -> str:
    return game.encode(bot.choose(game.view(position, position.to_move), SeededRandom(b"some chance")))


@pytest.mark.parametrize("bot", [SampledTwoPlyBot(level=7, seen=inf), ExpectimaxBot(), fast_bot])
def test_searching_bots_take_the_winning_capture(bot: AnyBot) -> None:
    assert chosen(bot, position_from(TEN_IN_REACH, "12", captured=("11123334", "33"))) in ("2c1xc1:c3", "2c4xc2:c4")


@pytest.mark.parametrize("bot", [SampledTwoPlyBot(level=7, seen=inf), ExpectimaxBot(), fast_bot])
def test_the_player_with_fewer_chips_lets_the_container_run_empty_without_capturing(bot: AnyBot) -> None:
    position = position_from(TEN_IN_REACH, "12", captured=("1123", "33344"), container="1")
    assert "x" not in chosen(bot, position)


def test_who_weighs_all_moves_leaves_no_line_of_ten() -> None:
    position = position_from("1 4 . 3 . .", "34", captured=("112", "332"))
    assert chosen(SampledTwoPlyBot(level=7, seen=inf), position) not in ("3b1", "4b1")


def share_won(one: str, other: str, pairs: int) -> float:
    contest = Contest("tenbyten", (one, other), {}, seed=7)
    return fmean(play_pair(contest, number).share for number in range(pairs))


@pytest.mark.thorough  # by default: the beginner loses to the next level
def test_the_beginner_beats_random_play_by_a_little() -> None:
    assert 0.5 < share_won("1", "random", 40) < 0.8


def test_the_beginner_loses_to_the_next_level() -> None:
    assert share_won("1", "2", 30) < 0.4


@pytest.mark.parametrize(("container", "least", "most"), [("1" * 12, 5, 22), ("1" * 6, 25, 47)])
def test_beginners_make_a_small_capture_now_and_then(container: str, least: int, most: int) -> None:
    """Mostly while few chips are left, when it is a mistake."""
    position = position_from(TEN_IN_REACH, "12", container=container)
    view = game.view(position, position.to_move)
    texts = [game.encode(bots[0].choose(view, SeededRandom(b"chance", turn))) for turn in range(60)]
    captures = [text for text in texts if "x" in text]
    assert least <= len(captures) <= most
    assert {text.count("x") for text in captures} <= {1}


@pytest.mark.parametrize("level", range(1, 8))
def test_no_level_leaves_four_chips_standing(level: int) -> None:
    position = position_from("1 1 2 . 3 2", "24")
    view = game.view(position, position.to_move)
    texts = {game.encode(bots[level - 1].choose(view, SeededRandom(b"chance", turn))) for turn in range(10)}
    assert texts == {"2c1xa1:e1"}


def test_the_beginner_overlooks_the_capture_that_wins() -> None:
    position = position_from(TEN_IN_REACH, "12", captured=("11123334", "33"))
    view = game.view(position, position.to_move)
    assert not any("x" in game.encode(bots[0].choose(view, SeededRandom(b"chance", turn))) for turn in range(60))


def test_expectimax_declines_a_capture_that_loses_the_game() -> None:
    position = position_from(TEN_IN_REACH, "22", captured=("", "1"), container="12")
    assert "x" not in chosen(ExpectimaxBot(), position)


def test_captures_are_grouped_by_chip() -> None:
    taken = Capture(taken=2, blue=1)
    captures = Board.read(position_from(TEN_IN_REACH, "12").public.grid.faces).captures()
    assert captures == {"2": {taken}}
    assert best_by_chip(captures, {NO_CAPTURE: 0, taken: 2}) == {"1": 0, "2": 2, "3": 0, "4": 0}


def test_a_board_after_a_move_is_the_board_read_again() -> None:
    position, compared = game.setup(game.options_type(), SeededRandom(b"boards")), 0
    for ply in range(25):
        faces = position.public.grid.faces
        board, moves = Board.read(faces), list(generate_moves(faces, position.hand))
        for move, selection in moves:
            after = Board.read(grid_after(position, move).faces)
            assert board.after((move.chip, index_of(move.square)), selection.indices) == after
            compared += bool(selection.indices)
            assert after.captures() == captures_one_by_one(after.faces)
        move, _selection = moves[SeededRandom(b"which", ply).below(len(moves))]
        position = game.apply(position, move, SeededRandom(b"next", ply))
    assert compared > 20


def captures_one_by_one(faces: Chips) -> dict[str, set[Capture]]:
    """Return the captures of each chip from all moves of a hand with it."""
    found = {
        chip: {selection.capture for _move, selection in generate_moves(faces, (chip,)) if selection.indices}
        for chip in FACES
    }
    return {chip: captures for chip, captures in found.items() if captures}


def grid_after(position: TenByTenPosition, move: Move) -> Grid:
    return position.public.grid.with_chip(move.square, move.chip).without(move.captured)


def test_the_expected_best_chip_is_the_mean_over_all_hands() -> None:
    values, unseen = {"1": 0.2, "2": 0.9, "3": 0.4, "4": 0.5}, {"1": 3, "3": 2, "4": 1}
    chips = [chip for chip, count in unseen.items() for _ in range(count)]
    hands = [max(values[one], values[other]) for one, other in combinations(chips, 2)]
    assert expected_best_of_two(values, unseen) == pytest.approx(sum(hands) / len(hands))
    drawn = [max(values["4"], values[chip]) for chip in chips]
    assert expected_best_with("4", values, unseen) == pytest.approx(sum(drawn) / len(drawn))
    assert expected_best_of_two(values, {"1": 1}) == 0.9
    assert expected_best_with("4", values, {}) == 0.5


def test_the_race_follows_the_rules() -> None:
    assert Race(3, 2, 10).after(Capture(4, 2, 2)) == Race(7, 2, 9)
    assert Race(5, 3, 1).after(Capture(2, 0, 1)) == Race(8, 3, -1)
    assert Race(4, 3, 1, 0.0).flipped == Race(3, 4, 1, 1.0)


@ESTIMATES
def test_the_value_of_a_capture_that_ends_the_game_is_exact(estimate: Estimate) -> None:
    def value(race: Race, capture: Capture = NO_CAPTURE) -> float:
        return capture_values(race, estimate)[capture]

    assert value(Race(8, 6, 1), Capture(2, 0, 1)) == 1
    assert value(Race(4, 5, 1)) == 1
    assert value(Race(4, 4, 1)) == 0.5
    assert [value(Race(4, 4, 1, drawn)) for drawn in (0.0, 1.0)] == [0, 1]
    assert value(Race(5, 4, 1)) == 0


@ESTIMATES
def test_many_captured_chips_are_good_early_and_few_are_good_late(estimate: Estimate) -> None:
    assert estimate(Race(6, 0, 15)) > 0.7 > 0.3 > estimate(Race(0, 6, 15))
    assert estimate(Race(6, 0, 1)) < 0.4 < 0.6 < estimate(Race(0, 6, 1))
    assert 0.45 < estimate(Race(3, 3, 12)) < 0.55


def test_who_searches_further_can_still_win_with_more_chips_while_few_are_left() -> None:
    """Of the games between such players from this race the one with fewer chips wins half, not two thirds."""
    assert deep_estimate(Race(4, 6, 3)) < 0.6 < quick_estimate(Race(4, 6, 3))
