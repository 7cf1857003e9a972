"""Endgame search once the number bag is empty: alpha-beta to the end of the match in every possible deal.

By then the opponent's number tiles are known, and only operators are hidden. A deal gives the opponent one of the racks
of operators that are possible, weighted by its probability, and puts the other operators into the bag in random order.
Each deal is searched as a game of perfect information. So play is exact if nothing is hidden, and otherwise exact
within each deal (perfect-information Monte Carlo). A transposition table was tried and cost as much time as it saved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations
from operator import itemgetter

from games.digifeud.ai.evaluation import playable
from games.digifeud.ai.state import Candidate, FastState, rack_points, remaining
from games.rules import SearchLimitReached

MAX_NODES = 12_000  # positions that one search may visit
WIN, POINTS = 1, 10_000  # caps of a margin: 1 distinguishes only win, draw and loss; no margin reaches the other

WeightedDeal = tuple[int, FastState]


def best_moves(moves: list[Candidate | None], deals: Iterator[FastState], halvings: int = 0) -> list[Candidate | None]:
    """Return the best of these moves, alone in a list: by its result over the weighted deals, then by its margin.

    A drawn deal counts as half a win. If the node limit is reached in the search by margin, return all moves with the
    best result; if it is reached in the search by result, return all of `moves`. The limit is halved `halvings` times.
    """
    search, weighted_deals = Search(MAX_NODES >> halvings), list(possible_deals(deals))
    with suppress(SearchLimitReached):
        moves = search.best(moves, weighted_deals, WIN)
        moves = search.best(moves, weighted_deals, POINTS)[:1]
    return moves


def win_shares(
    moves: list[Candidate | None], deals: Iterator[FastState], nodes: int = MAX_NODES
) -> tuple[list[float], int] | None:
    """Return the weighted share of the possible deals that each move wins under perfect play, and their number.

    A drawn deal counts half. Return None if more than `nodes` positions would be visited.
    """
    search, weighted_deals = Search(nodes), list(possible_deals(deals))
    total = sum(weight for weight, _deal in weighted_deals)
    try:
        margins = [sum(weight * search.outcome(deal, move) for weight, deal in weighted_deals) for move in moves]
    except SearchLimitReached:
        return None
    return [0.5 + 0.5 * margin / total for margin in margins], len(weighted_deals)


def proved_wins(moves: list[Candidate | None], deal: FastState) -> list[bool] | None:
    """Return whether each move is proved to win in every deal of the hidden operators; None at the node limit.

    `deal` is any one of them. The proof gives the opponent all operators that the player has not seen, and lets the
    player draw none. That is at least as good for the opponent as any deal, so a proof is sound; it misses some wins.
    """
    search, worst = Search(MAX_NODES), deal.copy()
    worst.operators[1 - worst.mover] += worst.operator_bag
    worst.operator_bag = ""
    try:
        return [search.outcome(worst, move) == WIN for move in moves]
    except SearchLimitReached:
        return None


def possible_deals(deals: Iterator[FastState]) -> Iterator[WeightedDeal]:
    """Yield a deal for every rack of operators that the opponent could hold, with its multiplicity as weight.

    `deals` are random determinizations, consumed one by one and modified in place to have that rack; the operators left
    over stay in the bag in the deal's order.
    """
    first = next(deals)
    opponent = 1 - first.mover
    size = len(first.operators[opponent])
    unseen = sorted(first.operators[opponent] + first.operator_bag)
    for (rack, weight), deal in zip(Counter(combinations(unseen, size)).items(), deals, strict=False):
        bag = deal.operators[opponent] + deal.operator_bag
        for operator in rack:
            bag = bag.replace(operator, "", 1)
        deal.operators[opponent], deal.operator_bag = "".join(rack), bag
        yield weight, deal


class Search:
    """Fail-hard alpha-beta search (negamax form) to the end of the match, over at most `nodes` positions in all."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes

    def best(self, moves: list[Candidate | None], deals: list[WeightedDeal], cap: int) -> list[Candidate | None]:
        """Return the moves with the smallest loss: the weighted sum over the deals of best margin minus the move's.

        Margins are clamped to ±`cap`. Raises SearchLimitReached.
        """
        values = [(weight, deal, self.margin(deal, -cap, cap)) for weight, deal in deals]
        relevant = [row for row in values if row[-1] > -cap]  # in a deal of the lowest value all moves are equal
        candidates: list[Candidate | None] = []
        least = 2 * cap * sum(weight for weight, _deal in deals)
        for candidate in moves:
            loss = self._loss(candidate, relevant, cap, least)
            if loss <= least:
                candidates, least = [*(candidates if loss == least else ()), candidate], loss
        return candidates

    def margin(self, state: FastState, alpha: int, beta: int) -> int:
        """Return the mover's final lead under optimal play, clamped to [alpha, beta]; raises SearchLimitReached.

        An opponent who passed last turn can end the match by passing again. The margin after a move is then at most the
        one that this gives, so moves with which it would not exceed alpha are pruned.
        """
        if self.nodes == 0:
            raise SearchLimitReached
        self.nodes -= 1
        stand_pat, can_be_ended = state.lead_after_passing(state.mover), state.passed[1 - state.mover]
        if not can_be_ended or stand_pat > alpha:
            alpha = self._after(state, None, alpha, beta)
        if alpha < beta:
            for gain, candidate in ordered_by_gain(state, alpha - stand_pat if can_be_ended else 0):
                if alpha == beta or (can_be_ended and stand_pat + gain <= alpha):
                    break
                alpha = self._after(state, candidate, alpha, beta)
        return alpha

    def outcome(self, state: FastState, candidate: Candidate | None) -> int:
        """Return 1 if the mover wins by this move, 0 for a draw, -1 for a loss; raises SearchLimitReached."""
        return self._after(state, candidate, -WIN, WIN)

    def _after(self, state: FastState, candidate: Candidate | None, alpha: int, beta: int) -> int:
        """Return the mover's final lead after this move, clamped to [alpha, beta]; raises SearchLimitReached."""
        after = state.copy()
        after.play(candidate)
        if after.is_over:
            return max(alpha, min(beta, after.lead(state.mover)))
        return -self.margin(after, -beta, -alpha)

    def _loss(
        self, candidate: Candidate | None, values: Iterable[tuple[int, FastState, int]], cap: int, least: int
    ) -> int:
        """Return the weighted loss of the move if it is at most `least`, otherwise some number above it."""
        loss = 0
        for weight, deal, value in values:
            needed = value - (least - loss) // weight  # with a lower margin the loss would exceed `least`
            loss += weight * (value - self._after(deal, candidate, max(-cap, needed - 1), value))
            if loss > least:
                break
        return loss


def ordered_by_gain(state: FastState, min_gain: int) -> list[tuple[int, Candidate]]:
    """Return the mover's candidates, each with its gain, the highest first.

    The gain is the mover's final lead if the match ended right after the candidate, less the one if it ended now by
    passing (`lead_after_passing`). Candidates with less than `min_gain` may be left out.
    """
    numbers, _operators = state.rack
    own, other = rack_points(numbers), rack_points(state.numbers[1 - state.mover])
    gains = []
    for candidate in playable(state, min_gain - own - other):
        rest = remaining(candidate, numbers)
        gains.append((candidate.points + own - rack_points(rest) + (0 if rest else other), candidate))
    return sorted(gains, key=itemgetter(0), reverse=True)
