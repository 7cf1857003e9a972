"""Winning chances along a match, from few rollouts a turn, smoothed over neighbouring turns.

The first player's final lead is taken as normally distributed. Its mean after a turn is the lead of that moment,
half a move for the player to move, and what is still to come; the latter changes slowly, so it is smoothed over
neighbouring turns. Where points are reset in the middle of a match, a lead counts as much for the end as the rollouts
say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, mean

from games.analysis.evaluation.endings import Endings
from games.rules import Seat

NARROWEST = 0.5  # points: no end is quite certain before it

Weights = dict[int, float]


@dataclass(frozen=True)
class Moment:
    """A match after one turn: who is to move, the first player's lead, sampled ends, and the number of its game."""

    to_move: Seat
    lead: int
    endings: Endings
    section: int


@dataclass(frozen=True)
class Outlook:
    """The prediction after a turn: mean and spread of the final lead, and the value of a point at that time."""

    mean: float
    spread: float
    worth: float

    def chance(self, more: int = 0) -> float:
        """Return the first player's winning chance, 0 to 1, if the lead were greater by so many points."""
        return NormalDist().cdf((self.mean + self.worth * more) / self.spread)


def outlooks(moments: Sequence[Moment]) -> list[Outlook]:
    """Return the prediction after each turn, the start first."""
    near = [weights_near(moments, number) for number in range(len(moments))]
    ends = [_mean(moment.endings.leads) for moment in moments]
    leads = [moment.lead + _tempo(moments, number, near[number]) for number, moment in enumerate(moments)]
    resets = any(moment.endings.resets for moment in moments)
    worth = _slope([(lead, end) for lead, moment in zip(leads, moments, strict=True) for end in moment.endings.leads])
    worth = min(1.0, max(0.0, worth)) if resets else 1.0
    coming = [end - worth * lead for lead, end in zip(leads, ends, strict=True)]
    return [
        Outlook(worth * leads[number] + _average(coming, weights), _spread(moments, ends, weights), worth)
        for number, weights in enumerate(near)
    ]


def weights_near(moments: Sequence[Moment], number: int) -> Weights:
    """Return the weights of each turn's rollouts for turn `number` (kernel): nearer ones count more, other games 0."""
    alike = [
        other
        for other, moment in enumerate(moments)
        if moment.section == moments[number].section and moment.endings.leads
    ]
    reach = max(4, len(alike) // 3)
    return {
        other: (reach - abs(other - number)) * len(moments[other].endings.leads)
        for other in alike
        if abs(other - number) < reach
    }


def _tempo(moments: Sequence[Moment], number: int, near: Weights) -> float:
    """Return the value of having the move: half of what a move makes at that time."""
    usual = _average([_mean(moment.endings.openings) for moment in moments], near)
    return (1 if moments[number].to_move is Seat.FIRST else -1) * usual / 2


def _slope(pairs: Sequence[tuple[float, int]]) -> float:
    """Return the slope of the regression of final leads on current leads; 0 if all rollouts start alike."""
    if len({lead for lead, _end in pairs}) < 2:
        return 0.0
    middle, level = mean(lead for lead, _end in pairs), mean(end for _lead, end in pairs)
    width = sum((lead - middle) ** 2 for lead, _end in pairs)
    return sum((lead - middle) * (end - level) for lead, end in pairs) / width


def _spread(moments: Sequence[Moment], ends: Sequence[float], near: Weights) -> float:
    """Return the standard deviation of the final leads, pooled over neighbouring turns."""
    squares = [
        sum((end - ends[number]) ** 2 for end in moment.endings.leads) / max(1, len(moment.endings.leads) - 1)
        for number, moment in enumerate(moments)
    ]
    return max(NARROWEST, sqrt(_average(squares, near)))


def _average(values: Sequence[float], weights: Weights) -> float:
    total = sum(weights.values())
    return sum(values[number] * weight for number, weight in weights.items()) / total if total else 0.0


def _mean(values: Sequence[int]) -> float:
    return mean(values) if values else 0.0
