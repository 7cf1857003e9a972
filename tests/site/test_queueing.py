"""The simulation behind `script/bench scale` agrees with the formulas for queues that have one.

They are those of Kleinrock, Queueing Systems I (1975): M/M/1, and Pollaczek-Khinchine for M/G/1; and that of Cobham
(1954) for two classes, of which the first is preferred and the second not interrupted.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from bench.queueing import Kind, Times, load, simulate
from bench.scale import COSTS, Demand, Habits, machines, most_players, walls

ARRIVALS = 200_000


def times(*kinds: Kind) -> Times:
    return simulate({str(number): kind for number, kind in enumerate(kinds)}, "0", ARRIVALS, random.Random(1))


def mean_square(kind: Kind) -> float:
    """Return the mean square of the seconds that this kind of work takes."""
    return kind.seconds**2 * (2 if kind.varies else 1)


def mean_wait(kinds: Sequence[Kind]) -> float:
    """Return the mean seconds before the service begins (Pollaczek-Khinchine), for a load below one."""
    return sum(kind.rate * mean_square(kind) for kind in kinds) / (2 * (1 - load(kinds)))


def mean_wait_before(kinds: Sequence[Kind]) -> float:
    """Return the same for work of the event loop, where threads are not interrupted (Cobham)."""
    first = load([kind for kind in kinds if not kind.in_thread])
    return sum(kind.rate * mean_square(kind) for kind in kinds) / (2 * (1 - first))


@pytest.mark.parametrize("busy", [0.3, 0.6, 0.8])
def test_an_m_m_1_queue_has_exponential_times(busy: float) -> None:
    found = times(Kind(busy, 1.0, varies=True))
    mean = 1 / (1 - busy)  # Kleinrock: exponentially distributed with this mean
    assert found.mean == pytest.approx(mean, rel=0.05)
    assert found.median == pytest.approx(mean * math.log(2), rel=0.05)
    assert found.late == pytest.approx(mean * math.log(100), rel=0.08)


@pytest.mark.parametrize("busy", [0.3, 0.6, 0.8])
def test_an_m_d_1_queue_waits_half_as_long(busy: float) -> None:
    fixed, varying = Kind(busy, 1.0), Kind(busy, 1.0, varies=True)
    assert mean_wait([fixed]) == pytest.approx(mean_wait([varying]) / 2)
    assert mean_wait([varying]) == pytest.approx(busy / (1 - busy))
    assert times(fixed).mean == pytest.approx(1 + mean_wait([fixed]), rel=0.03)


def test_work_of_several_kinds_waits_as_pollaczek_and_khinchine_say() -> None:
    move, page = Kind(100, 0.001), Kind(20, 0.02, varies=True)
    assert load([move, page]) == pytest.approx(0.5)
    assert times(move, page).mean == pytest.approx(0.001 + mean_wait([move, page]), rel=0.05)


def test_the_event_loop_waits_for_one_slice_of_a_thread_only() -> None:
    move, page = Kind(100, 0.001), Kind(20, 0.005, in_thread=True)
    found = times(move, page)
    assert found.mean == pytest.approx(0.001 + mean_wait_before([move, page]), rel=0.03)
    page = Kind(4, 0.025, in_thread=True)  # as much work in longer pieces, which are cut
    cut = simulate({"0": move, "page": page}, "0", ARRIVALS, random.Random(1), time_slice=0.005)
    assert cut.mean == pytest.approx(found.mean, rel=0.05)
    assert times(move, page).mean > 1.5 * cut.mean


def test_twice_as_many_players_need_twice_as_much() -> None:
    few, many = Demand.of(10_000, Habits()), Demand.of(20_000, Habits())
    assert many.moves == pytest.approx(2 * few.moves)
    assert many.cpu(COSTS) == pytest.approx(2 * few.cpu(COSTS), rel=0.01)


def test_a_cheaper_move_lets_a_process_bear_more_and_needs_no_more_machines() -> None:
    dear = COSTS._replace(move=10 * COSTS.move)
    assert most_players(dear, Habits()) < most_players(COSTS, Habits())
    assert machines(50_000, COSTS, Habits()) <= machines(50_000, dear, Habits())


def test_a_wall_is_passed_where_its_use_reaches_one() -> None:
    for wall in walls(COSTS, Habits()):
        assert wall.use(wall.players) == pytest.approx(1, rel=0.02), wall.name
