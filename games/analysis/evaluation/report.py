"""The report on a match, computed from its measured turns: chances, turning point, accuracy and luck.

The winning chances come from a few rollouts per turn, smoothed over neighbouring turns. The first player's final lead
is modelled as normally distributed. Its mean after a turn is the current lead, plus half a move for the player to move,
plus the expected further gain, which changes slowly and is therefore smoothed. In games that reset points during a
match, the rollouts tell how much of a lead remains at the end (regression).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, linear_regression, mean

from games.analysis.evaluation.candidates import SURE, Choice
from games.analysis.evaluation.rollouts import Endings, falls, lead_of
from games.analysis.evaluation.turns import Luck, Measured, luck_of
from games.rules import PlayedMove, Position, Seat

NARROWEST = 0.5  # points: least standard deviation, so that no outcome is certain before the end

Weights = dict[int, float]
LEAST_COST = 0.005  # of a miss: a lower cost is shown as 0 percent
STAKES = (0.01, 0.15)  # the least and the greatest weight of a turn in the accuracy


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
    openings = [_mean(turn.endings.openings) for turn in turns]
    leads = [turn.lead + _tempo(turn, _average(openings, near[number])) for number, turn in enumerate(turns)]
    squares = [_square(turn, end) for turn, end in zip(turns, ends, strict=True)]
    resets = any(turn.endings.resets for turn in turns)
    worth = _slope([(lead, end) for lead, turn in zip(leads, turns, strict=True) for end in turn.endings.leads])
    worth = min(1.0, max(0.0, worth)) if resets else 1.0
    coming = [end - worth * lead for lead, end in zip(leads, ends, strict=True)]
    return [
        Outlook(
            worth * leads[number] + _average(coming, weights),
            max(NARROWEST, sqrt(_average(squares, weights))),  # the standard deviation, pooled over neighbouring turns
            worth,
        )
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


def _tempo(turn: TurnEnds, usual: float) -> float:
    """Return the value of being to move, positive for the first player: half of the points of a usual move by then."""
    return (1 if turn.to_move is Seat.FIRST else -1) * usual / 2


def _slope(pairs: Sequence[tuple[float, int]]) -> float:
    """Return the slope of the linear regression of final leads on current leads; 0 if all current leads are equal."""
    if len({lead for lead, _end in pairs}) < 2:
        return 0.0
    return linear_regression(*zip(*pairs, strict=True)).slope


def _square(turn: TurnEnds, end: float) -> float:
    """Return the variance of the final leads after a turn, of which `end` is the mean."""
    return sum((lead - end) ** 2 for lead in turn.endings.leads) / max(1, len(turn.endings.leads) - 1)


def _average(values: Sequence[float], weights: Weights) -> float:
    total = sum(weights.values())
    return sum(values[number] * weight for number, weight in weights.items()) / total if total else 0.0


def _mean(values: Sequence[int]) -> float:
    return mean(values) if values else 0.0


@dataclass(frozen=True)
class TurnReport:
    """One turn. Chances are from 0 to 1.

    `chance` is the first player's winning chance after the turn, `change` the change of the mover's. `cost` is the
    chance that the move gave away compared with the best one, and `cost_error` its standard error. `stake` is the
    chance that a random move gives away. `most` is the highest number of points that a move could have made.
    """

    ply: int
    turn: PlayedMove
    most: int
    choices: tuple[Choice, ...]
    chance: float
    change: float
    cost: float
    cost_error: float
    stake: float

    @property
    def is_miss(self) -> bool:
        """Return whether the move is worse than the best one for sure; if not, they are about equal."""
        return self.cost >= LEAST_COST and self.cost > SURE * self.cost_error

    @property
    def left(self) -> int:
        """Return how many points more the highest-scoring move would have made."""
        return self.most - self.turn.points

    @property
    def mover_chance(self) -> float:
        """Return the mover's winning chance after the turn."""
        return seen_by(self.turn.seat, self.chance)


@dataclass(frozen=True)
class Side:
    """One player: accuracy, points made, the sum of the most points of each turn, and luck.

    `precision` is the accuracy before rounding, from 0 to 100; see `accuracy_of`.
    """

    seat: Seat
    turns: int
    precision: float
    made: int
    most: int
    luck: Luck

    @property
    def accuracy(self) -> int:
        """Return the accuracy, from 0 to 100."""
        return round(self.precision)


@dataclass(frozen=True)
class Report:
    """The whole match. `start` is the first player's winning chance before the first move."""

    start: float
    rows: tuple[TurnReport, ...]
    sides: tuple[Side, Side]

    @property
    def miss(self) -> TurnReport | None:
        """Return the turn with the highest cost; None if no move is a miss."""
        return max((row for row in self.rows if row.is_miss), key=lambda row: row.cost, default=None)


def report_on(positions: Sequence[Position], measured: Sequence[Measured]) -> Report:
    """Return the report on a match, given all its positions and the measurements at each, the start first."""
    prospects = outlooks(_turn_ends(positions, measured))
    chances = [_chance(position, outlook) for position, outlook in zip(positions, prospects, strict=True)]
    turns = [position.last for position in positions[1:] if position.last]
    rows = tuple(_row(ply, turn, measured[ply], (chances[ply - 1], chances[ply])) for ply, turn in enumerate(turns, 1))
    first, second = (_side(seat, rows, measured) for seat in Seat)
    return Report(chances[0], rows, (first, second))


def accuracy_of(turns: Iterable[tuple[float, float]]) -> float:
    """Return the share of their stakes that the moves kept, 0 to 100, given the cost and the stake of each, 0 to 1.

    The best move keeps all of its stake; one that costs as much as a random move, or more, keeps nothing. It is the
    mean of the shares, weighted by the stakes within `STAKES`: so a turn without a choice counts little, and no single
    turn decides. Without moves it is 100.
    """
    least, most = STAKES
    stakes = [(cost, max(least, stake)) for cost, stake in turns]
    total = sum(min(most, stake) * max(0.0, 1 - cost / stake) for cost, stake in stakes)
    return 100 * (total / sum(min(most, stake) for _cost, stake in stakes)) if stakes else 100.0


def seen_by(seat: Seat, chance: float) -> float:
    """Return the winning chance of this seat, given the first player's."""
    return chance if seat is Seat.FIRST else 1 - chance


def _turn_ends(positions: Sequence[Position], measured: Sequence[Measured]) -> list[TurnEnds]:
    ends, section = [], 0
    for number, (position, one) in enumerate(zip(positions, measured, strict=True)):
        section += number > 0 and falls(positions[number - 1], position)
        lead = position.scores[0] - position.scores[1]
        ends.append(TurnEnds(position.to_move, lead, one.endings, section))
    return ends


def _chance(position: Position, outlook: Outlook) -> float:
    if position.result is None:
        return outlook.chance()
    lead = lead_of(position)
    return 0.5 if lead == 0 else float(lead > 0)


def _row(ply: int, turn: PlayedMove, one: Measured, chances: tuple[float, float]) -> TurnReport:
    before, after = (seen_by(turn.seat, chance) for chance in chances)
    listed = one.listed
    return TurnReport(
        ply, turn, listed.most, listed.best, chances[1], after - before, listed.cost, listed.cost_error, one.stake
    )


def _side(seat: Seat, rows: Sequence[TurnReport], measured: Sequence[Measured]) -> Side:
    own = [row for row in rows if row.turn.seat is seat]
    points, most = sum(row.turn.points for row in own), sum(row.most for row in own)
    luck = luck_of(draw for row in own for draw in measured[row.ply].draws)
    return Side(seat, len(own), accuracy_of((row.cost, row.stake) for row in own), points, most, luck)
