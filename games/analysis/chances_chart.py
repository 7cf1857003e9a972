"""The winning chances after each turn, as coordinates of a line chart."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.evaluation.report import Report, Row

WIDTH, HEIGHT, EDGE = 600, 160, 6  # of the picture, in its own units


@dataclass(frozen=True)
class Dot:
    """One turn of the chart, and the area of the picture that links to it."""

    row: Row
    x: float
    y: float
    left: float
    width: float


@dataclass(frozen=True)
class Curve:
    """The first player's winning chance from the start on: 1 is at the top, 0 at the bottom."""

    dots: tuple[Dot, ...]
    line: str
    area: str
    now: Dot | None
    middle: float = HEIGHT / 2
    width: int = WIDTH
    height: int = HEIGHT


def curve_of(report: Report, ply: int | None = None) -> Curve:
    """Return the chart of this match, with the turn of this number marked."""
    step = (WIDTH - 2 * EDGE) / len(report.rows)
    start = (float(EDGE), _height(report.start))
    places = [start, *((round(EDGE + row.ply * step, 1), _height(row.chance)) for row in report.rows)]
    dots = tuple(
        Dot(row, x, y, round(x - step / 2, 1), round(step, 1))
        for row, (x, y) in zip(report.rows, places[1:], strict=True)
    )
    line = " ".join(f"{x},{y}" for x, y in places)
    area = f"{EDGE},{HEIGHT} {line} {places[-1][0]},{HEIGHT}"
    return Curve(dots, line, area, dots[ply - 1] if ply else None)


def _height(chance: float) -> float:
    return round(HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE), 1)
