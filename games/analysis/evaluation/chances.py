"""Winning chances along a match, from few rollouts a turn, smoothed over neighbouring turns.

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

NARROWEST = 0.5  # points, so that no outcome is certain before the end

Weights = dict[int, float]


@dataclass(frozen=True)
class Moment:
    """A match after one turn: the player to move, the first player's lead, sampled ends, and the number of its game."""

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
        """Return the first player's winning chance, 0 to 1, if the lead were greater by `more` points."""
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
    """Return the kernel weights of neighbouring turns' rollouts at turn `number`; turns of other games have none."""
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
    """Return the value of the tempo for the first player: half of a move's mean points at that time, with its sign."""
    usual = _average([_mean(moment.endings.openings) for moment in moments], near)
    return (1 if moments[number].to_move is Seat.FIRST else -1) * usual / 2


def _slope(pairs: Sequence[tuple[float, int]]) -> float:
    """Return the slope of the linear regression of final leads on current leads; 0 if all current leads are equal."""
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
