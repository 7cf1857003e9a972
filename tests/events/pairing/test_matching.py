"""The cheapest matching, compared with another library in numbers of any size."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx

from games.events.pairing.matching import cheapest
from games.rules import SeededRandom
from tests.sizes import examples


def test_first_costs_go_before_all_later_ones() -> None:
    costs = {(1, 2): (1, 0), (3, 4): (0, 0), (1, 3): (0, 90), (2, 4): (0, 90), (1, 4): (0, 99), (2, 3): (0, 99)}
    assert cheapest(costs, SeededRandom(b"seed")) == [(1, 3), (2, 4)]


def test_edges_that_are_missing_are_not_used_even_if_players_stay_alone() -> None:
    assert cheapest({(1, 2): (0,), (1, 3): (5,)}, SeededRandom(b"seed")) == [(1, 2)]
    assert cheapest({}, SeededRandom(b"seed")) == []


def test_equal_matchings_are_drawn_by_lot_from_the_seed() -> None:
    costs = dict.fromkeys(combinations(range(1, 7), 2), (0,))
    made = [tuple(cheapest(costs, SeededRandom(b"seed", ply))) for ply in range(60)]
    assert len(set(made)) == 15
    assert made == [tuple(cheapest(costs, SeededRandom(b"seed", ply))) for ply in range(60)]


def test_no_other_library_finds_a_cheaper_matching() -> None:
    """Costs as large as the numbers allow: an overflow would give another matching."""
    chance = Random(1)
    for ply in range(examples(20, 400)):
        count = chance.randrange(2, 25)
        most = chance.choice((1, 50, 10**6, 10**9))
        edges = [edge for edge in combinations(range(1, count + 1), 2) if chance.random() < 0.8] or [(1, 2)]
        costs = {edge: (chance.randrange(most), chance.randrange(most)) for edge in edges}
        graph = networkx.Graph()
        for edge, (first, second) in costs.items():
            graph.add_edge(*edge, weight=-(first * count * most + second))
        best = networkx.max_weight_matching(graph, maxcardinality=True)
        sums = [
            [sum(column) for column in zip(*(costs[min(edge), max(edge)] for edge in matched), strict=True)]
            for matched in (best, cheapest(costs, SeededRandom(b"seed", ply)))
        ]
        assert sums[0] == sums[1]


def test_a_field_too_large_for_all_costs_is_paired_by_the_first_ones() -> None:
    costs = {edge: (int(edge != (1, 2)), 0, 10**30) for edge in combinations(range(1, 9), 2)}
    matched = cheapest(costs, SeededRandom(b"seed"))
    assert (1, 2) in matched
    assert len(matched) == 4
