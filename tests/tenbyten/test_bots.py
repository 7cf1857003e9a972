"""What the stronger computer players see: the winning capture, what they leave, and who may win when it ends."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean

import pytest

from bench.contest import Contest, play_pair
from games.rules import AnyBot, SeededRandom
from games.tenbyten.ai.fast_state import best_by_chip, expected_of_one, expected_of_two, offers
from games.tenbyten.ai.win_probability import Race, chance, worth
from games.tenbyten.bots import Careful, LooksAhead, bots, hasty
from games.tenbyten.lessons import standing
from games.tenbyten.model.movegen import Capture
from games.tenbyten.model.position import TenByTenPosition
from games.tenbyten.rules import game

TEN_IN_REACH = """
    1 . . . . .
    2 . . 4 . .
    3 . . 4 . .
"""


def chosen(bot: AnyBot, position: TenByTenPosition) -> str:
    return game.encode(bot.choose(game.view(position, position.to_move), SeededRandom(b"some chance")))


@pytest.mark.parametrize("bot", [Careful(), LooksAhead(), hasty])
def test_they_take_the_capture_that_wins(bot: AnyBot) -> None:
    assert chosen(bot, standing(TEN_IN_REACH, "12", captured=("11123334", "33"))) in ("2c1xc1:c3", "2c4xc2:c4")


@pytest.mark.parametrize("bot", [Careful(), LooksAhead(), hasty])
def test_who_has_fewer_lets_the_container_run_empty_without_taking(bot: AnyBot) -> None:
    position = standing(TEN_IN_REACH, "12", captured=("1123", "33344"), container="1")
    assert "x" not in chosen(bot, position)


def test_the_careful_one_leaves_no_ten() -> None:
    position = standing("1 4 . 3 . .", "34", container="333")
    assert chosen(Careful(), position) not in ("3b1", "4b1")


def share_won(one: str, other: str, pairs: int) -> float:
    contest = Contest("tenbyten", (one, other), {}, seed=7)
    return fmean(play_pair(contest, number).share for number in range(pairs))


def test_the_beginner_is_about_as_good_as_chance() -> None:
    assert 0.35 < share_won("1", "random", 60) < 0.65


def test_the_beginner_loses_to_whoever_takes_most() -> None:
    assert share_won("1", "2", 10) < 0.2


def test_the_beginner_takes_a_small_ten_now_and_then() -> None:
    position = standing(TEN_IN_REACH, "12")
    view = game.view(position, position.to_move)
    texts = [game.encode(bots[0].choose(view, SeededRandom(b"chance", turn))) for turn in range(60)]
    took = [text for text in texts if "x" in text]
    assert 10 < len(took) < 30
    assert {text.count("x") for text in took} == {1}


def test_looking_ahead_declines_a_capture_that_only_makes_the_loser() -> None:
    position = standing(TEN_IN_REACH, "22", captured=("", "1"), container="12")
    assert "x" not in chosen(LooksAhead(), position)


def test_a_board_offers_captures_by_chip() -> None:
    offered = offers(standing(TEN_IN_REACH, "12").public.grid.faces)
    assert offered == {"2": {Capture(taken=2, blue=1)}}
    assert best_by_chip(offered, lambda capture: capture.taken) == {"1": 0, "2": 2, "3": 0, "4": 0}


def test_what_a_hidden_hand_is_worth_is_the_mean_over_all_hands() -> None:
    values, unseen = {"1": 0.2, "2": 0.9, "3": 0.4, "4": 0.5}, {"1": 3, "3": 2, "4": 1}
    chips = [chip for chip, many in unseen.items() for _ in range(many)]
    hands = [max(values[one], values[other]) for one, other in combinations(chips, 2)]
    assert expected_of_two(values, unseen) == pytest.approx(sum(hands) / len(hands))
    drawn = [max(values["4"], values[chip]) for chip in chips]
    assert expected_of_one(values, "4", unseen) == pytest.approx(sum(drawn) / len(drawn))
    assert expected_of_two(values, {"1": 1}) == 0.9
    assert expected_of_one(values, "4", {}) == 0.5


def test_the_race_counts_like_the_rules() -> None:
    assert Race(3, 2, 10).after(Capture(4, 2, 2)) == Race(7, 2, 9)
    assert Race(5, 3, 1).after(Capture(2, 0, 1)) == Race(8, 3, -1)
    assert worth(Race(8, 6, 1), Capture(2, 0, 1)) == 1
    assert worth(Race(4, 5, 1)) == 1
    assert worth(Race(4, 4, 1)) == 0.5
    assert [worth(Race(4, 4, 1, drawn)) for drawn in (0.0, 1.0)] == [0, 1]
    assert Race(4, 3, 1, 0.0).turned == Race(3, 4, 1, 1.0)
    assert worth(Race(5, 4, 1)) == 0


def test_many_captured_chips_are_good_early_and_few_are_good_late() -> None:
    assert chance(Race(6, 0, 15)) > 0.7 > 0.3 > chance(Race(0, 6, 15))
    assert chance(Race(6, 0, 1)) < 0.4 < 0.6 < chance(Race(0, 6, 1))
    assert 0.45 < chance(Race(3, 3, 12)) < 0.55
