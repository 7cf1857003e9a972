"""The points of both players after each turn, as coordinates of a line chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import PlayedMove, Seat

WIDTH, HEIGHT, EDGE = 600, 160, 8  # of the picture, in its own units


@dataclass(frozen=True)
class Dot:
    """One turn of the chart: its number, both players' points after it, and its place on the line of its player.

    `left` and `width` are those of the column that belongs to the turn.
    """

    ply: int
    seat: Seat
    points: tuple[int, int]
    x: float
    y: float
    left: float
    width: float


@dataclass(frozen=True)
class PointsChart:
    """The chart: a line for each player, as points of an SVG polyline, and a dot for each turn.

    `now` is the marked dot, `zero` the y of 0 points, `most` the highest number of points.
    """

    dots: tuple[Dot, ...]
    lines: tuple[str, str]
    zero: float
    now: Dot | None
    most: int
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(
    turns: Sequence[PlayedMove], ply: int | None = None, start: tuple[int, int] = (0, 0)
) -> PointsChart | None:
    """Return the chart of these turns with turn number `ply` marked; None for fewer than two turns."""
    sums = _sums(turns, start)
    if len(turns) < 2:
        return None
    most = max(1, *(points for pair in sums for points in pair))
    least = min(0, *(points for pair in sums for points in pair))

    def height(points: int) -> float:
        return round(HEIGHT - EDGE - (points - least) / (most - least) * (HEIGHT - 2 * EDGE), 1)

    step = (WIDTH - 2 * EDGE) / len(turns)
    width = round(step, 1)
    heights = [(height(first), height(second)) for first, second in sums]
    places = [round(EDGE + number * step, 1) for number in range(len(sums))]
    dots = tuple(
        Dot(number, turn.seat, sums[number], x, heights[number][turn.seat.index], round(x - step / 2, 1), width)
        for number, (turn, x) in enumerate(zip(turns, places[1:], strict=True), 1)
    )
    first, second = (" ".join(f"{x},{pair[i]}" for x, pair in zip(places, heights, strict=True)) for i in (0, 1))
    return PointsChart(dots, (first, second), height(0), dots[ply - 1] if ply else None, most)


def _sums(turns: Sequence[PlayedMove], start: tuple[int, int]) -> list[tuple[int, int]]:
    """Return both players' cumulative points after each turn, the start first."""
    sums = [start]
    for turn in turns:
        sums.append(turn.seat.put(sums[-1], sums[-1][turn.seat.index] + turn.points))
    return sums
