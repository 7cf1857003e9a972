"""Endgame search once the stock is empty: alpha-beta, over sampled hands if the opponent's hand is unknown.

The value of a node is the margin in points from there on, for the player to move. Maximizing it wins or draws whenever
that is possible. Most sums leave the player with four pieces or fewer; then only the opponent's best sum is to come, so
the tree is small. Two bounds prune it. A last sum that does not disturb the opponent's best sum is worth at most the
difference of the two. An exchange that is not the last move is worth at most as much as passing (null move).

The opponent's hand is unknown only after an exchange, whose pieces leave the game unseen. Candidates are then compared
over determinized hands, with replies limited to the best short sum.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules import SeededRandom
from games.summy.ai.candidates import BestSumCache, Candidate, CandidateCache, RemainingHand, whole_hand
from games.summy.model.board import FINAL_HAND_SIZE, Grid, Pieces, selections
from games.summy.model.moves import Move, Sum, Swap
from games.summy.model.position import SummyView
from games.summy.rules import game, grid_after

INFINITE = 10**6  # points: more than any margin
NODES = 500  # budget to choose a move
NODES_PER_MOVE = 200  # budget to solve the position after one move, for `win_shares`
NODES_PER_SAMPLE = 50  # budget of one reply in one sampled hand
NEW_GRID_COST = 10  # nodes that a grid not seen before counts as, since its candidates must be generated
SAMPLES = 24  # hands that are sampled if the opponent's is unknown
COMPARED = 12  # candidates that are compared over all samples


class Node(NamedTuple):
    """A position with an empty stock, seen by the player to move; `finished` if the opponent has made the last move."""

    grid: Grid
    own: RemainingHand
    other: RemainingHand
    finished: bool = False


class Edge(NamedTuple):
    """A move, its points and the pieces it takes; `estimate` is for move ordering, `upper_bound` for pruning."""

    estimate: int
    upper_bound: int
    move: Move
    points: int
    used: Pieces


class WinShare(NamedTuple):
    """The share of the opponent's possible hands against which a move wins, and whether it is exact."""

    share: float
    is_exact: bool


class Best(NamedTuple):
    """The best move so far and its value."""

    value: int
    move: Move


class EndgameSearch:
    """Alpha-beta search (negamax form) with a budget of nodes.

    Once the budget is exhausted, only the first move of each node is searched.
    """

    def __init__(self, nodes: int = NODES) -> None:
        self.nodes = nodes
        self._grids: set[Grid] = set()

    @property
    def exhausted(self) -> bool:
        """Return whether the budget ran out, so that results may not be exact."""
        return self.nodes < 0

    def best(self, node: Node, alpha: int = -INFINITE, beta: int = INFINITE, *, closing: bool = False) -> Best:
        """Return the best move worth more than `alpha`, or the first worth at least `beta`.

        If there is none, the value is `alpha`, and the move is any. With `closing`, only moves that are the player's
        last one are searched.
        """
        best = self._best_of(node, edges(node, closing=closing), Best(alpha, _closing_swap(node).move), beta)
        if closing or best.value >= beta or self.exhausted or self._null_move(node, best.value) <= best.value:
            return best
        pieces = node.own.pieces
        swaps = (used for used in selections(pieces) if len(pieces) - len(used) > FINAL_HAND_SIZE)
        return self._best_of(node, (Edge(0, INFINITE, Swap(used), 0, used) for used in swaps), best, beta)

    def value(self, node: Node, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
        """Return the value of the node, exact between `alpha` and `beta`."""
        self.nodes -= 1 if node.grid in self._grids else NEW_GRID_COST
        self._grids.add(node.grid)
        return node.own.best_points(node.grid) if node.finished else self.best(node, alpha, beta).value

    def _best_of(self, node: Node, moves: Iterable[Edge], best: Best, beta: int) -> Best:
        """Return `best`, or the best of these moves if it is worth more."""
        for number, edge in enumerate(moves):
            if best.value >= beta or (number and self.exhausted):
                break
            if edge.upper_bound > best.value:
                value = edge.points - self.value(child(node, edge), edge.points - beta, edge.points - best.value)
                if value > best.value:
                    best = Best(value, edge.move)
        return best

    def _null_move(self, node: Node, alpha: int) -> int:
        """Return the value of passing if the opponent then makes its last move.

        A null-window search: the result only tells whether the value exceeds `alpha`.
        """
        after_pass = Node(node.grid, node.other, node.own)
        return -self.best(after_pass, -alpha - 1, -alpha, closing=True).value


def best_move(view: SummyView, rng: SeededRandom) -> Move:
    """Return the best move of the viewer, the player to move.

    The stock must be empty, and no player may have made the last move.
    """
    nodes = _nodes(view, rng)
    if len(nodes) == 1:
        return EndgameSearch().best(nodes[0]).move
    lead = view.scores[view.to_move.index] - view.scores[view.to_move.other.index]
    return max(_most_promising(nodes), key=lambda edge: _sampled_outcome(edge, nodes, lead)).move


def win_shares(view: SummyView, moves: Sequence[Move], rng: SeededRandom) -> dict[Move, WinShare]:
    """Return for the most promising and the given moves the share of the opponent's possible hands they win against.

    A draw counts half. With a known hand the share is 0, 0.5 or 1, from a search by result; otherwise it is estimated
    over `SAMPLES` hands.
    """
    nodes = _nodes(view, rng)
    lead = view.scores[view.to_move.index] - view.scores[view.to_move.other.index]
    edges_by_move = {edge.move: edge for edge in edges(nodes[0])}
    edges_by_move |= {move: Edge(0, INFINITE, move, 0, move.pieces) for move in moves if isinstance(move, Swap)}
    shares = {}
    for move in dict.fromkeys([*(edge.move for edge in _most_promising(nodes)), *moves]):
        if len(nodes) > 1:
            wins = _sampled_outcome(edges_by_move[move], nodes, lead)[0]
            shares[move] = WinShare(0.5 + 0.5 * wins / len(nodes), is_exact=False)
        else:
            edge = edges_by_move[move]
            search, lead_after = EndgameSearch(NODES_PER_MOVE), lead + edge.points
            margin = lead_after - search.value(child(nodes[0], edge), lead_after - 1, lead_after + 1)
            share = 0.5 + 0.5 * ((margin > 0) - (margin < 0))
            shares[move] = WinShare(share, is_exact=not search.exhausted)
    return shares


def _nodes(view: SummyView, rng: SeededRandom) -> list[Node]:
    """Return the node of the viewer's position, or one for each of `SAMPLES` sampled hands of an unknown opponent."""
    opponent = view.to_move.other
    is_known = not view.exchanged_counts[opponent.index]
    samples = [game.determinize(view, rng) for _ in range(1 if is_known else SAMPLES)]
    own, cache_type = whole_hand(samples[0].hand), CandidateCache if is_known else BestSumCache
    return [Node(view.grid, own, whole_hand(sample.hands[opponent.index], cache_type)) for sample in samples]


def child(node: Node, edge: Edge) -> Node:
    """Return the node after the move, with the opponent to move."""
    grid = grid_after(node.grid, edge.move) if isinstance(edge.move, Sum) else node.grid
    rest = node.own.without(edge.used)
    return Node(grid, node.other, rest, finished=len(rest.pieces) <= FINAL_HAND_SIZE)


def edges(node: Node, *, closing: bool = False) -> list[Edge]:
    """Return every sum and one exchange that is a last move, the highest estimate first.

    With `closing`, only sums that are the player's last move are included.
    """
    all_edges = [_closing_swap(node)]
    for candidate in node.own.candidates(node.grid):
        if (closes := len(node.own.pieces) - len(candidate.pieces) <= FINAL_HAND_SIZE) or not closing:
            next_sum = 0 if closes else node.own.without(candidate.pieces).best_points(node.grid)
            estimate = candidate.points - _undisturbed_reply(node, candidate) + next_sum
            upper_bound = estimate if closes else INFINITE
            all_edges.append(Edge(estimate, upper_bound, candidate.move, candidate.points, candidate.pieces))
    return sorted(all_edges, key=lambda edge: -edge.estimate)


def _undisturbed_reply(node: Node, candidate: Candidate) -> int:
    """Return a lower bound on the points of the opponent's reply: its best sum that this candidate does not disturb."""
    if candidate.crosses:  # crossing sums set grey pieces that `changed` does not include
        return 0
    replies = node.other.candidates(node.grid)
    return next((reply.move.points for reply in replies if reply.footprint.isdisjoint(candidate.changed)), 0)


def _closing_swap(node: Node) -> Edge:
    """Return the exchange of the fewest pieces that make it the player's last move."""
    used = node.own.pieces[: max(1, len(node.own.pieces) - FINAL_HAND_SIZE)]
    value = -node.other.best_points(node.grid)
    return Edge(value, value, Swap(used), 0, used)


def _most_promising(nodes: Sequence[Node]) -> list[Edge]:
    """Return the `COMPARED` moves with the highest sum of estimates over all samples."""
    estimates: dict[Move, int] = defaultdict(int)
    for node in nodes:
        for edge in edges(node):
            estimates[edge.move] += edge.estimate
    return sorted(edges(nodes[0]), key=lambda edge: -estimates[edge.move])[:COMPARED]


def _sampled_outcome(edge: Edge, nodes: Sequence[Node], lead: int) -> tuple[int, int]:
    """Return the wins less the losses over all samples, and the sum of the final margins to break ties."""
    margins = []
    for node in nodes:
        reply = child(node, edge)
        # Both players are limited to their best short sums
        reply = reply._replace(other=whole_hand(reply.other.pieces, BestSumCache))
        margins.append(lead + edge.points - EndgameSearch(NODES_PER_SAMPLE).value(reply))
    return sum((margin > 0) - (margin < 0) for margin in margins), sum(margins)
