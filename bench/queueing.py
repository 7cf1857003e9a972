"""A discrete-event simulation of a process with an event loop and threads.

A single server with two priority classes. Work of the event loop has priority and is served in the order of its arrival
(FIFO). Threads share the rest in time slices (round robin), which are not preempted: a thread keeps the interpreter's
lock for a whole slice although the loop waits for it.
`tests/site/test_queueing.py` compares it with the formulas for queues that have one.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from statistics import quantiles
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of work: arrivals per second, and mean seconds of service, exponential if it `varies`, else fixed."""

    rate: float
    seconds: float
    varies: bool = False
    in_thread: bool = False


def load(kinds: Sequence[Kind]) -> float:
    """Return the utilization of the server: the share of time in which it is busy; overloaded from 1 on."""
    return sum(kind.rate * kind.seconds for kind in kinds)


class Times(NamedTuple):
    """Median, mean and 99th percentile of the seconds from the arrival to the end of the service."""

    median: float
    mean: float
    late: float


def arrivals_of(kinds: Mapping[str, Kind], count: int, rng: random.Random) -> Iterator[tuple[float, str, float]]:
    """Yield time of arrival, kind and seconds of service of `count` pieces of work (Poisson processes)."""
    names, now = list(kinds), 0.0
    rates = [kinds[name].rate for name in names]
    for name in rng.choices(names, rates, k=count):
        now += rng.expovariate(sum(rates))
        kind = kinds[name]
        yield now, name, rng.expovariate(1 / kind.seconds) if kind.varies else kind.seconds


def simulate(
    kinds: Mapping[str, Kind], watched: str, arrivals: int, rng: random.Random, *, time_slice: float = math.inf
) -> Times:
    """Simulate so many arrivals of all kinds; return the times of the `watched` kind.

    `time_slice` is the longest uninterrupted service of a thread, in seconds. Raises statistics.StatisticsError if too
    few pieces of the watched kind arrive for percentiles.
    """
    coming = arrivals_of(kinds, arrivals, rng)
    loop, threads = deque[tuple[float, str, float]](), deque[tuple[float, str, float]]()
    following, now, times = next(coming, None), 0.0, list[float]()
    while following or loop or threads:
        while following and (following[0] <= now or not (loop or threads)):
            now = max(now, following[0])
            (threads if kinds[following[1]].in_thread else loop).append(following)
            following = next(coming, None)
        arrived, name, left = (loop or threads).popleft()
        spent = min(left, time_slice) if kinds[name].in_thread else left
        now += spent
        if spent < left:
            threads.append((arrived, name, left - spent))
        elif name == watched:
            times.append(now - arrived)
    cuts = quantiles(times, n=100)
    return Times(cuts[49], sum(times) / len(times), cuts[98])
