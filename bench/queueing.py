"""A discrete-event simulation of a process with an event loop and threads.

One core does one thing at a time. Work of the event loop comes first, in the order of its arrival (FIFO). Threads share
what is left, in slices: who holds the interpreter's lock keeps it for that long although the loop waits for it.
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
    """A kind of work: how often it arrives, in a second, and how many seconds it takes; exponential if it `varies`."""

    rate: float
    seconds: float
    varies: bool = False
    in_thread: bool = False


def load(kinds: Sequence[Kind]) -> float:
    """Return the share of the time in which the server is busy."""
    return sum(kind.rate * kind.seconds for kind in kinds)


class Times(NamedTuple):
    """Median, mean and 99th percentile of the seconds from the arrival to the end of the service."""

    median: float
    mean: float
    late: float


def arrivals_of(kinds: Mapping[str, Kind], count: int, rng: random.Random) -> Iterator[tuple[float, str, float]]:
    """Yield when so many pieces of work arrive (Poisson processes), of which kind each is, and its seconds."""
    names, now = list(kinds), 0.0
    rates = [kinds[name].rate for name in names]
    for name in rng.choices(names, rates, k=count):
        now += rng.expovariate(sum(rates))
        kind = kinds[name]
        yield now, name, rng.expovariate(1 / kind.seconds) if kind.varies else kind.seconds


def simulate(
    kinds: Mapping[str, Kind], watched: str, arrivals: int, rng: random.Random, *, time_slice: float = math.inf
) -> Times:
    """Return the times of one kind of work, over so many arrivals of all kinds."""
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
