"""The winning chances after each turn, as coordinates of a line chart."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.evaluation.report import Report, Row

WIDTH, HEIGHT, EDGE = 600, 160, 6  # of the SVG and its margin, in units of its viewBox


@dataclass(frozen=True)
class Dot:
    """The point of one turn on the chart, and the horizontal extent of the area that links to it."""

    row: Row
    x: float
    y: float
    left: float
    width: float


@dataclass(frozen=True)
class ChancesChart:
    """The line chart of the first player's winning chance: 1 is at the top, 0 at the bottom.

    `line` and `area` are the points of an SVG polyline and polygon; `now` is the marked turn.
    """

    dots: tuple[Dot, ...]
    line: str
    area: str
    now: Dot | None
    middle: float = HEIGHT / 2
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(report: Report, ply: int | None = None) -> ChancesChart:
    """Return the chart of this report, which has at least one turn, with turn number `ply` marked."""
    step = (WIDTH - 2 * EDGE) / len(report.rows)
    start = (float(EDGE), _height(report.start))
    places = [start, *((round(EDGE + row.ply * step, 1), _height(row.chance)) for row in report.rows)]
    dots = tuple(
        Dot(row, x, y, round(x - step / 2, 1), round(step, 1))
        for row, (x, y) in zip(report.rows, places[1:], strict=True)
    )
    line = " ".join(f"{x},{y}" for x, y in places)
    area = f"{EDGE},{HEIGHT} {line} {places[-1][0]},{HEIGHT}"
    return ChancesChart(dots, line, area, dots[ply - 1] if ply else None)


def _height(chance: float) -> float:
    return round(HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE), 1)
