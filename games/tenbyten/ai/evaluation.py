"""Two-ply evaluation of moves: a move, and the expected best reply of the opponent's hidden hand."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules import SeededRandom
from games.tenbyten.ai.state import (
    NO_CAPTURE,
    CapturesByChip,
    Estimate,
    FastState,
    Race,
    capture_values,
    quick_estimate,
)
from games.tenbyten.model.board import FACES, HAND_SIZE
from games.tenbyten.model.moves import NO_LINES, Capture, Move, Selection
from games.tenbyten.model.position import TenByTenView

ScoredMove = tuple[float, Move]

FOLLOW_UP_WEIGHT = 0.15  # of the mover's next capture, which the opponent may prevent
QUIET_SAMPLE = 8  # quiet moves (those without a capture) of the quick evaluation
EPSILON = 1e-9


def choose_best(scored: list[ScoredMove], rng: SeededRandom) -> Move:
    """Return a random move of those with the highest score."""
    highest = max(score for score, _move in scored)
    best = [move for score, move in scored if score > highest - EPSILON]
    return best[rng.below(len(best))]


def evaluate_quickly(view: TenByTenView, rng: SeededRandom) -> list[ScoredMove]:
    """Return all captures and a sample of the quiet moves, each with its two-ply win probability."""
    state = FastState.from_view(view)
    moves = list(state.moves())
    quiet = [candidate for candidate in moves if candidate[1] is NO_LINES]
    # Evenly spaced quiet moves from a random start, so that they spread over the board and both chips
    start, step = rng.below(len(quiet)), max(1, len(quiet) // QUIET_SAMPLE)
    sample = [quiet[(start + number * step) % len(quiet)] for number in range(min(QUIET_SAMPLE, len(quiet)))]
    candidates = [candidate for candidate in moves if candidate[1] is not NO_LINES] + sample
    return [(two_ply_value(state, move, selection), move) for move, selection in candidates]


def two_ply_value(
    state: FastState,
    move: Move,
    selection: Selection,
    follow_up_weight: float = FOLLOW_UP_WEIGHT,
    estimate: Estimate = quick_estimate,
) -> float:
    """Return the mover's win probability of the game after a move and the expected best reply.

    The gain of the mover's own next capture is added, times `follow_up_weight`, so that the sum may exceed 1. It is
    exact if the move ends the game.
    """
    after = state.race.after(selection.capture)
    if after.is_over:
        return after.final_value
    captures = state.board_after(move, selection).captures()
    reply = expected_best_of_two(best_by_chip(captures, capture_values(after.flipped, estimate)), state.unseen)
    gain = _follow_up_gain(state, move, after, captures, estimate) if follow_up_weight else 0
    return 1 - reply + follow_up_weight * gain


def best_by_chip(captures: CapturesByChip, values: Mapping[Capture, float]) -> dict[str, float]:
    """Return the highest value of a capture, or of none, for each chip."""
    quiet = values[NO_CAPTURE]
    best = dict.fromkeys(FACES, quiet)
    for chip, options in captures.items():
        best[chip] = max(quiet, *[values[option] for option in options])
    return best


def expected_best_of_two(values: Mapping[str, float], unseen: Mapping[str, int]) -> float:
    """Return the expected maximum of the values of two chips drawn from the unseen ones without replacement.

    By descending value, each chip is weighted with the share of the pairs in which it is the best one. With fewer than
    two unseen chips it is the maximum over all chips.
    """
    count = sum(unseen.values())
    pairs, total = count * (count - 1), 0.0
    if count < HAND_SIZE:
        return max(values.values())
    for chip in sorted(values, key=values.__getitem__, reverse=True):
        worse = count - unseen.get(chip, 0)
        total += values[chip] * (count * (count - 1) - worse * (worse - 1))
        count = worse
    return total / pairs


def expected_best_with(chip: str, values: Mapping[str, float], unseen: Mapping[str, int]) -> float:
    """Return the expected maximum of the values of a known chip and one drawn from the unseen ones."""
    total = sum(unseen.values())
    if not total:
        return values[chip]
    return sum(count * max(values[chip], values[other]) for other, count in unseen.items()) / total


def _follow_up_gain(state: FastState, move: Move, after: Race, captures: CapturesByChip, estimate: Estimate) -> float:
    """Return the gain in win probability by the mover's next capture, under the null-move assumption.

    The opponent's reply only takes a chip from the container; it changes neither the board nor the captures.
    """
    if after.container <= 1:
        return 0.0
    values = capture_values(after._replace(container=after.container - 1), estimate)
    best = best_by_chip(captures, values)
    return expected_best_with(state.kept_chip(move), best, state.unseen) - values[NO_CAPTURE]
