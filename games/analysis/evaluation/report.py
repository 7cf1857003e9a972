"""The report on a match, computed from its measured turns: chances, turning point, skill and luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.analysis.evaluation.best import Choice
from games.analysis.evaluation.chances import Moment, Outlook, outlooks
from games.analysis.evaluation.endings import falls, lead_of
from games.analysis.evaluation.hands import Luck, luck_of
from games.analysis.evaluation.turns import Measured
from games.rules import PlayedMove, Position, Seat


@dataclass(frozen=True)
class Row:
    """One turn. Chances are from 0 to 1: `chance` is the first player's after the turn, the other two are the mover's.

    `change` is the change of the mover's chance, `missed` the further gain if no points had been missed.
    """

    ply: int
    turn: PlayedMove
    best: int
    choices: tuple[Choice, ...]
    chance: float
    change: float
    missed: float

    @property
    def left(self) -> int:
        """Return the points that were missed."""
        return self.best - self.turn.points

    @property
    def mover_chance(self) -> float:
        """Return the mover's winning chance after the turn."""
        return seen_by(self.turn.seat, self.chance)


@dataclass(frozen=True)
class Side:
    """One player: points made, points available, and luck."""

    seat: Seat
    turns: int
    made: int
    best: int
    luck: Luck

    @property
    def left(self) -> int:
        """Return the points that were missed."""
        return self.best - self.made

    @property
    def used(self) -> int | None:
        """Return the percentage of available points that were made; None if none were available."""
        return round(100 * self.made / self.best) if self.best else None


@dataclass(frozen=True)
class Report:
    """The whole match. `start` is the first player's winning chance before the first move."""

    start: float
    rows: tuple[Row, ...]
    sides: tuple[Side, Side]

    @property
    def turning(self) -> Row | None:
        """Return the turn with the largest change of the winning chances; the first of equal ones."""
        return max(self.rows, key=lambda row: abs(row.change), default=None)

    @property
    def miss(self) -> Row | None:
        """Return the turn with the most missed points; None if none were missed."""
        worst = max(self.rows, key=lambda row: (row.missed, row.left), default=None)
        return worst if worst and worst.left else None


def report_on(positions: Sequence[Position], measured: Sequence[Measured]) -> Report:
    """Return the report on a match, given all its positions and the measurements at each, the start first."""
    found = outlooks(_moments(positions, measured))
    chances = [_chance(position, outlook) for position, outlook in zip(positions, found, strict=True)]
    rows = tuple(
        _row(ply, turn, measured[ply], (chances[ply - 1], chances[ply]), found[ply])
        for ply, turn in enumerate(_turns(positions), 1)
    )
    first, second = (_side(seat, rows, measured) for seat in Seat)
    return Report(chances[0], rows, (first, second))


def seen_by(seat: Seat, chance: float) -> float:
    """Return the winning chance of this seat, given the first player's."""
    return chance if seat is Seat.FIRST else 1 - chance


def _turns(positions: Sequence[Position]) -> list[PlayedMove]:
    return [position.last for position in positions[1:] if position.last]


def _moments(positions: Sequence[Position], measured: Sequence[Measured]) -> list[Moment]:
    moments, section = [], 0
    for number, (position, one) in enumerate(zip(positions, measured, strict=True)):
        section += number > 0 and falls(positions[number - 1], position)
        lead = position.scores[0] - position.scores[1]
        moments.append(Moment(position.to_move, lead, one.endings, section))
    return moments


def _chance(position: Position, outlook: Outlook) -> float:
    if position.result is None:
        return outlook.chance()
    lead = lead_of(position)
    return 0.5 if lead == 0 else float(lead > 0)


def _row(ply: int, turn: PlayedMove, one: Measured, chances: tuple[float, float], outlook: Outlook) -> Row:
    before, after = (seen_by(turn.seat, chance) for chance in chances)
    sign = 1 if turn.seat is Seat.FIRST else -1
    best = max(one.listed.most, turn.points)
    could = seen_by(turn.seat, outlook.chance(sign * (best - turn.points)))
    missed = max(0.0, could - seen_by(turn.seat, outlook.chance()))
    return Row(ply, turn, best, one.listed.best, chances[1], after - before, missed)


def _side(seat: Seat, rows: Sequence[Row], measured: Sequence[Measured]) -> Side:
    own = [row for row in rows if row.turn.seat is seat]
    made, best = sum(row.turn.points for row in own), sum(row.best for row in own)
    luck = luck_of(draw for row in own for draw in measured[row.ply].draws)
    return Side(seat, len(own), made, best, luck)
