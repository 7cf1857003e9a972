"""Timing of functions in CPU time, with summaries."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import mean, median, quantiles
from typing import TypeVar

from games.rules import Position

HEADING = f"{'mean':>10}{'median':>10}{'95 %':>10}{'most':>10}"

Found = TypeVar("Found")


def timed(function: Callable[[Position], Found], position: Position) -> tuple[float, Found]:
    """Return the seconds of CPU that this process spends in the function, and the function's result."""
    began = time.process_time()
    found = function(position)
    return time.process_time() - began, found


def figures(seconds: Sequence[float]) -> str:
    """Format mean, median, 95th percentile and maximum in milliseconds, in the columns of `HEADING`."""
    high = quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    return "".join(f"{figure * 1000:8.2f}ms" for figure in (mean(seconds), median(seconds), high, max(seconds)))
