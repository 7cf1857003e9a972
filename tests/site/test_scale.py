"""The arithmetic behind `script/bench scale`."""

from __future__ import annotations

import pytest

from bench.scale import BUSY, Costs, Demand, Habits, processes


def test_twice_as_many_players_ask_for_twice_as_much() -> None:
    few, many = (Demand.of(players, Costs(), Habits()) for players in (10_000, 20_000))
    assert many.moves == pytest.approx(2 * few.moves)
    assert many.stores == pytest.approx(2 * few.stores)


def test_a_process_more_is_needed_where_one_is_full() -> None:
    idle = Costs(*[0.0] * len(Costs()))
    assert processes(10_000, idle, Habits()) == 1
    moves = Demand.of(10_000, idle, Habits()).moves
    full = idle._replace(move=1000 * BUSY / moves)
    assert processes(9_900, full, Habits()) == 1
    assert processes(10_100, full, Habits()) == 2


def test_what_processes_hear_of_each_other_takes_a_share_of_each() -> None:
    silent, dear = Costs(heard=0.0), Costs(heard=0.05)
    assert processes(30_000, dear, Habits()) > processes(30_000, silent, Habits())
    assert processes(1_000, dear, Habits()) == processes(1_000, silent, Habits()) == 1
