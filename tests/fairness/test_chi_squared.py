"""The chi-squared test of all draws: fair draws pass as often as they should, and a rigged bag is detected."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt

import pytest

from games.catalogue import games
from games.fairness.draw_statistics import (
    Counts,
    Odds,
    chance_of_any,
    expected,
    is_enough,
    odds_of,
    result_of,
    survival,
)
from games.fairness.services import Order, orders_of
from games.rules import AnyGame, Pile, say
from tests.fairness.conftest import seed_of
from tests.playing import all_options
from tests.test_every_game import every_game

TABLE = [  # Abramowitz and Stegun, table 26.8: the chi-square exceeded with this probability
    (1, 0.05, 3.84146),
    (1, 0.001, 10.8276),
    (2, 0.1, 4.60517),
    (3, 0.05, 7.81473),
    (4, 0.95, 0.710721),
    (5, 0.01, 15.0863),
    (10, 0.5, 9.34182),
    (20, 0.025, 34.1696),
    (30, 0.001, 59.703),
    (99, 0.05, 123.225),
    (100, 0.99, 70.0648),
]


@pytest.mark.parametrize(("freedom", "chance", "square"), TABLE)
def test_the_distribution_is_that_of_the_tables(freedom: int, chance: float, square: float) -> None:
    assert survival(square, freedom) == pytest.approx(chance, rel=1e-4)


def test_the_distribution_has_ends() -> None:
    assert survival(0, 7) == 1
    assert survival(1e6, 70) == 0
    assert survival(5000, 5000) == pytest.approx(0.497, abs=1e-3)
    with pytest.raises(ValueError, match="freedom"):
        survival(1, 0)


def counted(orders: Sequence[Order]) -> Counts:
    """Return the sums of the counts of these orders."""
    total: dict[str, list[int]] = {}
    for order in orders:
        for face, row in order.counts.items():
            known = total.setdefault(face, [0] * len(row))
            total[face] = [one + other for one, other in zip(known, row, strict=True)]
    return total


FACES = tuple("0" * 3 + "1" * 9 + "2" * 5 + "3" * 5 + "4" * 5 + "?")


def shuffled(chance: random.Random) -> tuple[str, ...]:
    return tuple(chance.sample(FACES, len(FACES)))


def favoured(chance: random.Random) -> tuple[str, ...]:
    """Return an order in which, half of the time, the first player's first tile was swapped for a 1 of the bag."""
    faces = list(shuffled(chance))
    if chance.random() < 0.5 and "1" in faces[6:]:
        other = faces.index("1", 6)
        faces[0], faces[other] = faces[other], faces[0]
    return tuple(faces)


def sites(deal: Callable[[random.Random], tuple[str, ...]], number: int, matches: int, seed: int) -> list[float]:
    """Return the p-values of `number` sites with `matches` matches each."""
    chance = random.Random(seed)

    def order() -> Order:
        faces = deal(chance)
        return Order((Pile(say("hand"), 6, faces[:6]), Pile(say("bag"), 22, faces[6:], follows=True)))

    return [result_of(counted([order() for _match in range(matches)]), matches).chance for _site in range(number)]


def test_on_fair_sites_every_chance_is_as_frequent_as_it_says() -> None:
    chances = sorted(sites(shuffled, 400, 60, seed=1))
    distance = max(max((place + 1) / 400 - chance, chance - place / 400) for place, chance in enumerate(chances))
    assert distance < 1.63 / sqrt(400)  # Kolmogorov-Smirnov at 1 %; the seed of this run is fixed


def test_forgetting_that_tiles_are_not_put_back_would_be_noticed() -> None:
    chance = random.Random(2)
    squares = []
    for _site in range(400):
        orders = [Order((Pile(say("bag"), 4, tuple(chance.sample("aabb", 4))),)) for _match in range(60)]
        squares.append(result_of(counted(orders), 60).square)
    assert sum(squares) / 400 == pytest.approx(3, abs=0.35)  # without (N - 1) / N it would be 4


def test_a_rigged_bag_is_found() -> None:
    assert max(sites(favoured, 3, 1000, seed=3)) < 1e-6


@every_game
def test_the_draws_of_every_game_look_like_chance(game: AnyGame) -> None:
    for options in all_options(game):
        deals = [list(orders_of(game, options, seed_of(number))) for number in range(60)]
        for orders in zip(*deals, strict=True):
            assert len({order.key for order in orders}) == 1, "the same tiles in every match"
            counts = counted(orders)
            if is_enough(counts) and len(counts) > 1:
                assert result_of(counts, 60).chance > 1e-4


@every_game
def test_every_sealed_tile_lies_in_one_part(game: AnyGame) -> None:
    for options in all_options(game):
        piles = [pile for order in orders_of(game, options, b"seed") for pile in order.piles]
        for order in orders_of(game, options, b"seed"):
            assert [place for part in order.parts for place in part] == list(range(len(order.faces)))
            assert sum(map(sum, order.counts.values())) == len(order.faces)
        assert len(piles) == len({pile.label for pile in piles})


def test_short_piles_stay_whole_and_long_ones_are_cut() -> None:
    digifeud = games()["digifeud"]
    numbers, operators = orders_of(digifeud, digifeud.options_type(), b"seed")
    assert [len(part) for part in numbers.parts] == [8, 8, 9, 9, 8, 8]
    assert [len(part) for part in operators.parts] == [3, 3, 9, 9, 8, 8]


def test_too_few_matches_say_nothing() -> None:
    assert not is_enough({})
    assert not is_enough({"a": [4, 4], "b": [5, 5]})
    assert is_enough({"a": [5, 5], "b": [5, 5]})
    assert expected({"a": [2, 4], "b": [4, 2]}) == {"a": [3, 3], "b": [3, 3]}


def test_of_many_tests_one_is_bound_to_look_odd() -> None:
    assert chance_of_any([0.05]) == pytest.approx(0.05)
    assert chance_of_any([0.05] * 8) == pytest.approx(1 - 0.95**8)
    assert chance_of_any([1e-20, 0.5]) == pytest.approx(2e-20)
    assert chance_of_any([1.0, 1.0]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("chance", "odds"),
    [
        (0.374, Odds(37, 100)),
        (0.994, Odds(99, 100)),
        (0.9999, Odds(99, 100, 1)),
        (0.0101, Odds(1, 100)),
        (0.004, Odds(4, 1000)),
        (0.00002, Odds(2, 100_000)),
        (1e-9, Odds(1, 1_000_000, -1)),
        (0.0, Odds(1, 1_000_000, -1)),
    ],
)
def test_a_chance_is_told_in_whole_numbers(chance: float, odds: Odds) -> None:
    assert odds_of(chance) == odds
