"""The sizes of tests: what runs by default, and what under `script/test --thorough`."""

from __future__ import annotations

import pytest

from tests.sizes import cases

GAMES = ["digifeud", "sudoku", "summy"]
SCREENS = {"320": 320, "1280": 1280}


def ids(mark: pytest.MarkDecorator) -> list[str]:
    """Return the ids of the cases."""
    return [str(case.id) for case in mark.args[1]]


def test_the_diagonal_has_each_value_of_each_axis() -> None:
    assert ids(cases("slug, screen", GAMES, SCREENS, whole=False)) == ["digifeud-320", "sudoku-1280", "summy-320"]
    assert ids(cases("screen, slug", SCREENS, GAMES, whole=False)) == ["320-digifeud", "1280-sudoku", "320-summy"]
    assert ids(cases("slug", GAMES, whole=False)) == GAMES


def test_everything_is_the_whole_matrix() -> None:
    mark = cases("slug, screen", GAMES, SCREENS, default=["sudoku-320"], whole=True)
    assert ids(mark) == [f"{slug}-{screen}" for slug in GAMES for screen in SCREENS]
    assert mark.args[1][1].values == ("digifeud", 1280)


def test_a_choice_names_cases_that_exist() -> None:
    assert ids(cases("slug", GAMES, default=["summy"], whole=False)) == ["summy"]
    with pytest.raises(KeyError, match="chess"):
        cases("slug", GAMES, default=["chess"], whole=False)
