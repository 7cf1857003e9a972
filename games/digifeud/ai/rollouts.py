"""Monte Carlo search: rollouts in determinized positions, with successive halving of the candidates.

Successive halving is by Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits" (2013). All moves
are compared on the same deals (common random numbers). What else was tried: docs/analysis.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from math import sqrt
from statistics import mean, pstdev, variance
from typing import NamedTuple

from games.digifeud.ai.evaluation import (
    best_candidate,
    network_for,
    network_probability,
    normal_cdf,
    points_per_turn,
    richest_candidate,
    win_probability,
)
from games.digifeud.ai.state import Candidate, FastState

MAX_CANDIDATES = 12
Rounds = tuple[tuple[int, int], ...]  # by round: deals, and the number of candidates kept after them
ROUNDS: Rounds = ((8, 6), (12, 3), (24, 1))
NETWORK_ROUNDS: Rounds = ((24, 6), (40, 3), (80, 1))
FURTHER_DEALS = 64  # deals in which the best move and those always kept are measured again
MODEL_ERROR = 0.03  # standard error of a difference between two win probabilities near 1/2, even with infinite deals
PLIES = 2  # plies of a rollout after the candidate; with an empty number bag it runs to the end of the match
NETWORK_PLIES = 1  # the same where the value network judges the last position
ANSWERS = 16  # deals that tell what an opponent can score between two passes
CLOSED = 20  # number tiles in the bag, at most, where the board may be closed
LEAST_DEVIATION = 5.0  # of these points


class Judge(NamedTuple):
    """How long a rollout is, and what estimates the win probability of a player after it.

    With `passes`, who would lose by the other player's second pass answers the first with the most points.
    """

    plies: int
    probability: Callable[[FastState, int], float]
    passes: bool = False


FORMULA, NETWORK = Judge(PLIES, win_probability), Judge(NETWORK_PLIES, network_probability)


def reckoning_with_passes(deals: Sequence[FastState]) -> Judge:
    """Return the formula, and for a leader at least the chance of winning by two passes.

    The formula knows the points of an average turn. But a board may be closed: what one turn can undo of a lead is
    what the opponent could score in these deals. Without that a pass seems to win far more than a move of a leader who
    can still pass in the next turns.
    """
    answers = [_most_of_other(deal) for deal in deals]
    turn_mean, deviation = mean(answers), max(LEAST_DEVIATION, pstdev(answers))

    def probability(state: FastState, seat: int) -> float:
        chance = win_probability(state, seat)
        if state.is_over:
            return chance
        leader = seat if state.lead_after_passing(seat) > 0 else 1 - seat
        lead = state.lead_after_passing(leader)
        turns = 2 - state.passed[leader] - (state.mover == leader)  # of the other player, until the second pass
        ends = normal_cdf((lead - turns * turn_mean) / (deviation * sqrt(turns))) if turns else float(lead > 0)
        return max(chance, ends) if leader == seat else min(chance, 1 - ends)

    return Judge(PLIES, probability, passes=True)


def _most_of_other(deal: FastState) -> int:
    """Return the most points that the player who does not move could make here."""
    state = deal.copy()
    state.mover = 1 - state.mover
    best = richest_candidate(state)
    return best.points if best else 0


class Estimate(NamedTuple):
    """A win probability and its standard error in a comparison with the other moves."""

    chance: float
    error: float


def shortlist(moves: list[Candidate | None]) -> list[Candidate | None]:
    """Return the first `MAX_CANDIDATES` of the ordered moves, and the pass (None) if it comes after them."""
    return moves[:MAX_CANDIDATES] + [None] * (None in moves[MAX_CANDIDATES:])


def best_by_rollouts(
    moves: list[Candidate | None],
    deals: Iterator[FastState],
    rounds: Rounds = ROUNDS,
    judge: Judge = FORMULA,
    halvings: int = 0,
) -> Candidate | None:
    """Return the move with the highest mean win probability after the rollouts of all rounds.

    `deals` are determinizations. The number of each round is halved `halvings` times, but not below one.
    """
    values = _values(moves, deals, 0, rounds, judge, halvings)
    return moves[_best(values)]


def method(state: FastState, halvings: int) -> tuple[Rounds, Judge]:
    """Return the rounds and the judge that choose a move: the value network if the options have one, else the formula.

    The network takes three times as long, so a search that is halved has the formula. So has one with an empty number
    bag, whose rollouts run to the end of the match, which is slow and leaves nothing to judge. The analysis uses the
    formula in all matches: what it says a move costs is measured with it (docs/analysis.md).
    """
    if state.bag and not halvings and network_for(state.direction_count, state.arithmetic):
        return NETWORK_ROUNDS, NETWORK
    return ROUNDS, FORMULA


def estimates(moves: list[Candidate | None], deals: Iterator[FastState], always_kept: int) -> list[Estimate]:
    """Return the estimated win probability of each move; the first `always_kept` ones are never eliminated.

    The best of several uncertain values is overestimated (optimizer's curse). So the best move and those kept are
    measured again in `FURTHER_DEALS` deals that did not take part in the choice. They are so many since a difference
    that is measured with error is on average smaller if it is found large (regression to the mean): with 16 deals those
    of 10 to 20 of 100 were 1.4 too large. Every other move is compared with the best one on the deals in which both
    were played.
    """
    judge, deals = _of_analysis(deals)
    values = _values(moves, deals, always_kept, judge=judge)
    best = _best(values)
    again: dict[int, list[float]] = {number: [] for number in (*range(always_kept), best)}
    for deal in islice(deals, FURTHER_DEALS):
        for number, further in again.items():
            further.append(_rollout(deal, moves[number], judge))
    level, results = mean(again[best]), []
    for number, own in enumerate(values):
        pairs = (again[number], again[best]) if number in again else (own, values[best])
        gaps = [one - other for one, other in zip(*pairs, strict=False)]
        chance = min(1.0, max(0.0, level + mean(gaps)))
        # Less towards 0 and 1, as of a proportion, but never nothing: what won in all deals is not proved to win
        share = (chance * FURTHER_DEALS + 0.5) / (FURTHER_DEALS + 1)
        model_variance = (2 * MODEL_ERROR) ** 2 * share * (1 - share)
        results.append(Estimate(chance, sqrt(variance(gaps) / len(gaps) + model_variance)))
    return results


def compared(moves: list[Candidate | None], deals: Iterator[FastState]) -> list[float]:
    """Return the mean win probability of each move in the same `FURTHER_DEALS` deals."""
    judge, deals = _of_analysis(deals)
    same = list(islice(deals, FURTHER_DEALS))
    return [mean(_rollout(deal, move, judge) for deal in same) for move in moves]


def _of_analysis(deals: Iterator[FastState]) -> tuple[Judge, Iterator[FastState]]:
    """Return the judge of the analysis, and all deals again."""
    first = list(islice(deals, ANSWERS))
    judge = reckoning_with_passes(first) if 0 < len(first[0].bag) <= CLOSED else FORMULA
    return judge, chain(first, deals)


def _values(
    moves: list[Candidate | None],
    deals: Iterator[FastState],
    always_kept: int,
    rounds: Rounds = ROUNDS,
    judge: Judge = FORMULA,
    halvings: int = 0,
) -> list[list[float]]:
    """Return the win probabilities of each move in its deals, by successive halving over the rounds."""
    values: list[list[float]] = [[] for _move in moves]
    numbers = list(range(len(moves)))
    for further_deals, keep in rounds:
        for _number in range(max(1, further_deals >> halvings)):
            deal = next(deals)
            for number in numbers:
                values[number].append(_rollout(deal, moves[number], judge))
        numbers = sorted(numbers, key=lambda number: -sum(values[number]))
        numbers = [number for rank, number in enumerate(numbers) if rank < keep or number < always_kept]
    return values


def _best(values: list[list[float]]) -> int:
    """Return the number of the move with the highest sum among those that were played in all deals."""
    return max(range(len(values)), key=lambda number: (len(values[number]), sum(values[number])))


def _rollout(deal: FastState, candidate: Candidate | None, judge: Judge = FORMULA) -> float:
    """Return the mover's win probability after the candidate and the judge's number of greedy turns.

    A mover who has passed and leads passes again, which wins the match.
    """
    state = deal.copy()
    seat, plies = state.mover, judge.plies
    state.play(candidate)
    while not state.is_over and (plies > 0 or not state.bag):
        wins_by_passing = state.mover == seat and state.passed[seat] and state.lead_after_passing(seat) > 0
        state.play(None if wins_by_passing else _reply(state, judge))
        plies -= 1
    return judge.probability(state, seat)


def _reply(state: FastState, judge: Judge) -> Candidate | None:
    if judge.passes and _would_lose_by_pass(state):
        return richest_candidate(state)
    return best_candidate(state)


def _would_lose_by_pass(state: FastState) -> bool:
    """Return whether the other player has passed and would win by passing again."""
    return state.passed[1 - state.mover] and state.lead_after_passing(state.mover) < 0


def policy_move(state: FastState) -> Candidate | None:
    """Return the mover's greedy candidate, or None to pass if that wins at once or with a higher probability.

    Two passes in a row end the match after one more turn of the opponent, so a lead is worth more than greedy play to
    the last tile would suggest. Where the opponent would win by passing again, the most points are the best answer.
    """
    seat, lead = state.mover, state.lead_after_passing(state.mover)
    if lead > 0 and state.passed[seat]:
        return None
    best = richest_candidate(state) if _would_lose_by_pass(state) else best_candidate(state)
    if best is None or lead <= 0:
        return best
    after = state.copy()
    after.play(best)
    mean, deviation = points_per_turn(state.direction_count, state.arithmetic)
    # Whether the lead survives the opponent's one turn between the mover's two passes
    chance_after_pass = normal_cdf((lead - mean) / deviation)
    return None if chance_after_pass > win_probability(after, seat) else best
