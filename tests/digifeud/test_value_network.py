"""The value network: its arithmetic, what it sees, and that its chances rise with the lead."""

from __future__ import annotations

import pytest

from games.digifeud.ai.evaluation import ValueNetwork, inputs, network_for, network_probability, win_probability
from games.digifeud.ai.state import FastState
from games.digifeud.model.board import DigifeudOptions
from games.digifeud.rules import game
from tests.digifeud.pictures import fast_state, standing
from tests.playing import all_options

BOARD = """
       e  f  g  h  i
    7  5  +  7  =  12
"""


def state(*, scores: tuple[int, int] = (0, 19), passed: tuple[bool, bool] = (False, False)) -> FastState:
    """Return a state of the default options with 30 tiles in the bag."""
    position = standing(
        BOARD,
        rack="01133448",
        signs="+--",
        other="01125678",
        bag="1" * 30,
        operators="+-x",
        scores=scores,
        passed=passed,
    )
    found = fast_state(position)
    found.operators[1] = "+--"
    return found


def test_it_is_a_layer_of_rectified_units_and_a_logistic_output() -> None:
    network = ValueNetwork(weights=((1.0, 0.0), (0.0, -1.0)), biases=(0.5, 0.0), outputs=(2.0, 3.0), output_bias=-1.0)
    assert network.probability([0.0, 0.0]) == pytest.approx(0.5)  # 2 * 0.5 - 1 = 0
    assert network.probability([1.0, 9.0]) == pytest.approx(0.880797)  # the second unit is off: 2 * 1.5 - 1 = 2
    assert network.probability([1.0, -1.0]) == pytest.approx(0.993307)  # 2 * 1.5 + 3 * 1 - 1 = 5
    assert 0 < network.probability([-1.0, 0.0]) < 0.5
    assert network.probability([1e6, 0.0]) == pytest.approx(1)


def test_only_the_default_options_have_one() -> None:
    with_network = [
        options
        for options in all_options(game)
        if isinstance(options, DigifeudOptions) and network_for(int(options.directions), options.operators)
    ]
    assert with_network == [DigifeudOptions()]


def test_it_gives_the_value_of_the_program_that_fitted_it() -> None:
    """The inputs are the same ones: any that were scaled or ordered otherwise would give another value."""
    assert len(inputs(state())) == 50
    assert network_probability(state(), 0) == pytest.approx(0.43298, abs=2e-4)


def test_the_chances_of_both_players_add_up_to_one() -> None:
    assert network_probability(state(), 0) + network_probability(state(), 1) == pytest.approx(1)


def test_a_higher_lead_wins_more_often() -> None:
    chances = [network_probability(state(scores=(lead, 0)), 0) for lead in range(-300, 301, 50)]
    assert chances == sorted(chances)
    assert chances[0] < 0.1
    assert chances[-1] > 0.9


def test_who_has_passed_and_leads_wins_by_passing_again() -> None:
    assert network_probability(state(scores=(9, 0), passed=(True, False)), 0) == 1
    assert network_probability(state(scores=(9, 0), passed=(True, False)), 1) == 0
    assert 0 < network_probability(state(scores=(0, 90), passed=(True, False)), 0) < 0.5


def test_without_a_network_the_formula_is_used() -> None:
    divided = fast_state(standing(BOARD, rack="01133448", bag="1" * 30, operators="+-x/"))
    assert network_probability(divided, 0) == win_probability(divided, 0)
    assert network_probability(state(), 0) != win_probability(state(), 0)


def test_it_leaves_the_state_as_it_was() -> None:
    before = state()
    after = before.copy()
    network_probability(after, 1)
    assert after == before
