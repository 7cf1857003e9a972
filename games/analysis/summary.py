"""The main figures of an analysis, stored with it: accuracy, luck and the dearest miss of each player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.analysis.evaluation.report import LEAST_COST, Report, Row, Side
from games.analysis.models import Analysis
from games.rules import Seat


@dataclass(frozen=True)
class Miss:
    """A turn that gave away winning chance: its ply, and the chance from 0 to 1."""

    ply: int
    cost: float


@dataclass(frozen=True)
class Figures:
    """One player: accuracy from 0 to 100, in how many of 100 matches the draws are worse, the dearest miss.

    Who made no move has no accuracy.
    """

    accuracy: float | None
    luck: int
    miss: Miss | None


def summary_of(report: Report) -> dict[str, object]:
    """Return what is stored of a report."""
    return {"sides": [_side(side, report) for side in report.sides]}


def figures_of(analysis: Analysis) -> tuple[Figures, Figures] | None:
    """Return both players' figures, by seat; None for an analysis that is not finished or has none stored."""
    return sides_of(analysis.summary) if analysis.is_done else None


def sides_of(summary: Mapping[str, Any]) -> tuple[Figures, Figures] | None:  # as JSON is typed
    """Return the same, given what is stored."""
    sides = summary.get("sides")
    if not sides:
        return None
    first, second = (
        Figures(side["accuracy"], side["luck"], Miss(*side["miss"]) if side["miss"] else None) for side in sides
    )
    return first, second


def dearest(figures: tuple[Figures, Figures], seat: Seat | None) -> Miss | None:
    """Return the dearest miss of this seat, for a spectator of both."""
    own = [one.miss for index, one in enumerate(figures) if one.miss and (seat is None or seat.index == index)]
    return max(own, key=lambda miss: miss.cost, default=None)


def _side(side: Side, report: Report) -> dict[str, object]:
    own = [row for row in report.rows if row.turn.seat is side.seat]
    worst: Row | None = max(own, key=lambda row: row.cost, default=None)
    missed = worst is not None and worst.cost >= LEAST_COST
    return {
        "accuracy": round(side.precision, 2) if side.turns else None,
        "luck": side.luck.beaten,
        "miss": [worst.ply, round(worst.cost, 4)] if worst and missed else None,
    }
