"""Winning chances along a match, from a few rollouts per turn, smoothed over neighbouring turns.

The first player's final lead is modelled as normally distributed. Its mean after a turn is the current lead, plus half
a move for the player to move, plus the expected further gain, which changes slowly and is therefore smoothed over
neighbouring turns. In games that reset points during a match, the rollouts tell how much of a lead remains at the end
(regression).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, mean

from games.analysis.evaluation.endings import Endings
from games.rules import Seat

NARROWEST = 0.5  # points: least standard deviation, so that no outcome is certain before the end

Weights = dict[int, float]


@dataclass(frozen=True)
class TurnEnds:
    """A match after one turn; `lead` is the first player's, `section` the index of the game within the match."""

    to_move: Seat
    lead: int
    endings: Endings
    section: int


@dataclass(frozen=True)
class Outlook:
    """The prediction after a turn: the mean and the standard deviation of the final lead.

    `worth` is the final lead that one more point of the current lead brings, 0 to 1.
    """

    mean: float
    spread: float
    worth: float

    def chance(self, more: int = 0) -> float:
        """Return the first player's winning chance, 0 to 1, if the lead were greater by `more` points."""
        return NormalDist().cdf((self.mean + self.worth * more) / self.spread)


def outlooks(turns: Sequence[TurnEnds]) -> list[Outlook]:
    """Return the prediction after each turn, the start first."""
    near = [weights_near(turns, number) for number in range(len(turns))]
    ends = [_mean(turn.endings.leads) for turn in turns]
    leads = [turn.lead + _tempo(turns, number, near[number]) for number, turn in enumerate(turns)]
    resets = any(turn.endings.resets for turn in turns)
    worth = _slope([(lead, end) for lead, turn in zip(leads, turns, strict=True) for end in turn.endings.leads])
    worth = min(1.0, max(0.0, worth)) if resets else 1.0
    coming = [end - worth * lead for lead, end in zip(leads, ends, strict=True)]
    return [
        Outlook(worth * leads[number] + _average(coming, weights), _spread(turns, ends, weights), worth)
        for number, weights in enumerate(near)
    ]


def weights_near(turns: Sequence[TurnEnds], number: int) -> Weights:
    """Return the weights of turns for smoothing at turn `number`, by their indices.

    A triangular kernel over the turns of the same game of the match, times the number of rollouts of each.
    """
    alike = [other for other, turn in enumerate(turns) if turn.section == turns[number].section and turn.endings.leads]
    reach = max(4, len(alike) // 3)
    return {
        other: (reach - abs(other - number)) * len(turns[other].endings.leads)
        for other in alike
        if abs(other - number) < reach
    }


def _tempo(turns: Sequence[TurnEnds], number: int, near: Weights) -> float:
    """Return the value of being to move, positive for the first player: half of the mean points of a move by then."""
    usual = _average([_mean(turn.endings.openings) for turn in turns], near)
    return (1 if turns[number].to_move is Seat.FIRST else -1) * usual / 2


def _slope(pairs: Sequence[tuple[float, int]]) -> float:
    """Return the slope of the linear regression of final leads on current leads; 0 if all current leads are equal."""
    if len({lead for lead, _end in pairs}) < 2:
        return 0.0
    middle, level = mean(lead for lead, _end in pairs), mean(end for _lead, end in pairs)
    width = sum((lead - middle) ** 2 for lead, _end in pairs)
    return sum((lead - middle) * (end - level) for lead, end in pairs) / width


def _spread(turns: Sequence[TurnEnds], ends: Sequence[float], near: Weights) -> float:
    """Return the standard deviation of the final leads, pooled over neighbouring turns."""
    squares = [
        sum((end - ends[number]) ** 2 for end in turn.endings.leads) / max(1, len(turn.endings.leads) - 1)
        for number, turn in enumerate(turns)
    ]
    return max(NARROWEST, sqrt(_average(squares, near)))


def _average(values: Sequence[float], weights: Weights) -> float:
    total = sum(weights.values())
    return sum(values[number] * weight for number, weight in weights.items()) / total if total else 0.0


def _mean(values: Sequence[int]) -> float:
    return mean(values) if values else 0.0
