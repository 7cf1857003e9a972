"""Static evaluation of moves while the stock lasts: the points of a move plus the leave value of the pieces it keeps.

Deeper search gave no measurable gain over this (docs/analysis.md). The leave value is what the kept pieces add to the
expected points of the player's next turn, relative to drawing all of them at random. The weights were fitted by least
squares to the points of the best short sum with 100,000 hands of which a random part was kept, at 1,000 positions of 60
matches, relative to other hands at the same position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

from games.rules import Evaluation, by_chance, subtract
from games.summy.model.board import (
    DIGITS,
    EQUALS,
    EVERYTHING,
    FINAL_HAND_SIZE,
    HAND_SIZE,
    OPERATORS,
    Pieces,
    ordered,
    selections,
)
from games.summy.model.movegen import scored_sums
from games.summy.model.moves import Move, Swap, pieces_used
from games.summy.model.position import SummyPosition

_EACH = dict(
    zip("0123456789+-x:", (-2.1, -1.1, -0.9, -0.2, 0.4, 0.7, 1.7, 2.3, 3.2, 3.7, 0.9, 0.9, -0.6, -0.7), strict=True)
)
_DUPLICATE = -1.2  # for each further copy of a digit
_EQUALS = (0.0, 0.4, -4.2, -10.1)  # by the number of = kept; the last entry is for more, too
_OPERATORS = (0.0, 0.0, -3.1, -7.1, -12.3)  # by the number of operators kept, added to `_EACH`; last entry as above


@lru_cache(maxsize=1 << 14)
def leave_value(kept: Pieces) -> float:
    """Return the value of the kept pieces in points, relative to drawing all of them at random."""
    counts = Counter(kept)
    duplicates = sum(counts[digit] - 1 for digit in DIGITS if counts[digit])
    operators = sum(counts[operator] for operator in OPERATORS)
    return (
        sum(_EACH[piece] * count for piece, count in counts.items() if piece != EQUALS)
        + duplicates * _DUPLICATE
        + _EQUALS[min(counts[EQUALS], len(_EQUALS) - 1)]
        + _OPERATORS[min(operators, len(_OPERATORS) - 1)]
    )


# By the calculations: the points by which the opponent outscores the player in the rest of the match, being the next to
# move; and the standard deviation of the final lead, divided by sqrt(pieces in the stock + LAST_PIECES)
REPLY = {"+-20": 11, "+-x5": 12, "+-x": 12, EVERYTHING: 12.5}
POINTS_PER_PIECE = {"+-20": 4.0, "+-x5": 4.2, "+-x": 4.6, EVERYTHING: 4.9}
LAST_PIECES = 6
VALUE_ERROR = 3.0  # points: standard error of a difference between the values of two moves


@dataclass(frozen=True)
class EvaluatedMove:
    """A move, its points, and its value: the points plus the leave value."""

    move: Move
    points: int
    value: float


def evaluate_moves(position: SummyPosition) -> list[EvaluatedMove]:
    """Return every sum and the best exchange, the highest value first; no exchange in the last turn if a sum exists."""
    moves = [_evaluated(position, move, points) for move, points in scored_sums(position.grid, position.hand)]
    if not position.finished:
        moves.append(best_swap(position))
    return sorted(moves, key=lambda evaluated: -evaluated.value) or [best_swap(position)]


def estimated_chances(position: SummyPosition, moves: Sequence[Move], count: int) -> list[Evaluation[Move]]:
    """Return the `count` moves of the highest value and the given ones, with estimated win probabilities.

    The final lead is modelled as normally distributed around the present lead plus the move's value less `REPLY`. Mean
    and deviation are fitted to 4,600 turns of the strongest bot's self-play, those of the easier kinds of arithmetic to
    about 200 each. In the last turn the result is exact.
    """
    seat = position.to_move
    lead = position.scores[seat.index] - position.scores[seat.other.index]
    by_move = {one.move: one for one in evaluate_moves(position)}
    candidates = dict(list(by_move.items())[:count])
    for move in moves:
        candidates[move] = by_move.get(move) or _evaluated(position, move, 0)
    calculations = position.options.calculations
    final = NormalDist(0, POINTS_PER_PIECE[calculations] * sqrt(len(position.stock) + LAST_PIECES))
    evaluations = []
    for one in candidates.values():
        margin, ahead = lead + one.points, lead + one.value - REPLY[calculations]
        if position.finished:
            evaluations.append(Evaluation(one.move, 0.5 + 0.5 * ((margin > 0) - (margin < 0)), 0.0))
        else:
            evaluations.append(Evaluation(one.move, final.cdf(ahead), final.pdf(ahead) * VALUE_ERROR))
    return by_chance(evaluations)


def best_swap(position: SummyPosition) -> EvaluatedMove:
    """Return the exchange that keeps the pieces with the highest leave value."""
    return max(evaluate_swaps(position), key=lambda evaluated: evaluated.value)


def evaluate_swaps(position: SummyPosition) -> list[EvaluatedMove]:
    """Return every exchange with the leave value of the pieces that it keeps."""
    return [_evaluated(position, Swap(pieces), 0) for pieces in selections(position.hand)]


def _evaluated(position: SummyPosition, move: Move, points: int) -> EvaluatedMove:
    """Return the move with its value; there is no leave value if this is the player's last move."""
    used = move.pieces if isinstance(move, Swap) else pieces_used(position.grid, move)
    rest = subtract(ordered(position.hand), used)
    next_hand = min(len(rest) + len(position.stock), HAND_SIZE)
    is_last = position.finished or next_hand <= FINAL_HAND_SIZE
    return EvaluatedMove(move, points, points + (0.0 if is_last else leave_value(rest)))
