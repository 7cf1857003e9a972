"""The best matching of a graph, by rustworkx (Edmonds' blossom algorithm, in whole numbers of 128 bits).

The weights are costs in lexicographic order. Among equally good matchings a random number of each edge decides, so the
answer is the only best one with all but certainty (the isolation lemma of Mulmuley, Vazirani and Vazirani), and does
not depend on the library or its version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from rustworkx import PyGraph, max_weight_matching

from games.rules import SeededRandom

LOTS = 1 << 32
# The algorithm adds and doubles weights, so a quarter of the range stays free.
MOST = 1 << 120

Edge = tuple[int, int]


def cheapest(costs: Mapping[Edge, Sequence[int]], lot: SeededRandom) -> list[Edge]:
    """Return the matching of most edges that costs least: by the sum of the first costs, then of the second, and so on.

    `costs` has for each edge (a, b) with a < b the same number of costs, none below zero; edges that it lacks are not
    used. The edges are returned in ascending order. Where there are so many that sums would be too large to be exact,
    the last of the costs are left out.
    """
    if not costs:
        return []
    edges = sorted(costs)
    nodes = sorted({node for edge in edges for node in edge})
    index = {node: place for place, node in enumerate(nodes)}
    columns = [list(column) for column in zip(*(costs[edge] for edge in edges), strict=True)]
    columns.append([lot.below(LOTS) for _edge in edges])
    while len(nodes) * prod(ranges := [1 + len(nodes) // 2 * max(column) for column in columns]) >= MOST:
        del columns[-2]
    weights = [0] * len(edges)
    for column, size in zip(columns, ranges, strict=True):
        weights = [weight * size + cost for weight, cost in zip(weights, column, strict=True)]
    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    graph.add_edges_from([(index[a], index[b], -weight) for (a, b), weight in zip(edges, weights, strict=True)])
    pairs = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((nodes[min(pair)], nodes[max(pair)]) for pair in pairs)
