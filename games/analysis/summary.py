"""The main figures of an analysis, stored with it: accuracy, luck, the costliest miss and the kinds of mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from games.analysis.evaluation.report import LEAST_COST, Report, Row, Side
from games.analysis.models import Analysis
from games.rules import Seat

MISTAKE = 0.05  # least cost of a mistake: lower ones may be errors of the analysis


class Mistake(StrEnum):
    """What a costly move did wrong."""

    GREEDY = "greedy"  # it scored the most points, but the best move scores no more
    MISSED = "missed"  # the best move scores more points, too
    PASSED = "passed"  # it placed nothing, and the best move scores points
    TRADED = "traded"  # it scored fewer than the most points, and the best move scores no more than it


@dataclass(frozen=True)
class Miss:
    """A turn that gave away winning chance: its ply, and the chance from 0 to 1."""

    ply: int
    cost: float


@dataclass(frozen=True)
class PlayerSummary:
    """One player: accuracy from 0 to 100, luck as a percentile from 1 to 99, and the costliest miss.

    `mistakes` counts the costly moves by their kind. `accuracy` is None for a player without a move.
    """

    accuracy: float | None
    luck: int
    miss: Miss | None
    mistakes: Mapping[str, int] = field(default_factory=dict)


def summary_of(report: Report) -> dict[str, object]:
    """Return the JSON data that is stored of a report."""
    return {"sides": [_side(side, report) for side in report.sides]}


def summaries_of(analysis: Analysis) -> tuple[PlayerSummary, PlayerSummary] | None:
    """Return both players' figures, by seat; None for an analysis that is not finished or has none stored."""
    return sides_of(analysis.summary) if analysis.is_done else None


def sides_of(summary: Mapping[str, Any]) -> tuple[PlayerSummary, PlayerSummary] | None:  # as JSON is typed
    """Return both players' figures, by seat, from the stored JSON data; None if it is empty."""
    sides = summary.get("sides")
    if not sides:
        return None
    first, second = map(_summary_of, sides)
    return first, second


def costliest(figures: tuple[PlayerSummary, PlayerSummary], seat: Seat | None) -> Miss | None:
    """Return the costliest miss of this seat; for a spectator (None), of both."""
    own = [one.miss for index, one in enumerate(figures) if one.miss and (seat is None or seat.index == index)]
    return max(own, key=lambda miss: miss.cost, default=None)


def mistake_of(row: Row) -> Mistake | None:
    """Classify the mistake of this turn; None if it cost less than `MISTAKE`."""
    if row.cost < MISTAKE:
        return None
    points, better = row.turn.points, row.choices[0].points
    if not row.turn.squares and better:
        return Mistake.PASSED
    if better > points:
        return Mistake.MISSED
    return Mistake.GREEDY if points == row.most else Mistake.TRADED


def _summary_of(side: Mapping[str, Any]) -> PlayerSummary:  # as JSON is typed
    miss = Miss(*side["miss"]) if side["miss"] else None
    return PlayerSummary(side["accuracy"], side["luck"], miss, side.get("mistakes", {}))


def _side(side: Side, report: Report) -> dict[str, object]:
    own = [row for row in report.rows if row.turn.seat is side.seat]
    worst: Row | None = max(own, key=lambda row: row.cost, default=None)
    is_miss = worst is not None and worst.cost >= LEAST_COST
    return {
        "accuracy": round(side.precision, 2) if side.turns else None,
        "luck": side.luck.beaten,
        "mistakes": Counter(kind.value for row in own if (kind := mistake_of(row))),
        "miss": [worst.ply, round(worst.cost, 4)] if worst and is_miss else None,
    }
