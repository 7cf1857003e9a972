"""The queue of the computer players under load, simulated: no clock runs, so a busy machine changes nothing."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush

from games.computers import bot_turns
from games.computers.jobs import PAUSE

THOUGHT = 10.0  # seconds that each person thinks, on average
SEARCH = 0.084  # seconds of CPU of Digifeud's strongest player, on average: docs/strengths.md
SITE = 0.01  # seconds of CPU that the site takes for a person's move and the answer
ANSWERS = 5000
Hurry = Callable[[int], int]


def answers(matches: int, hurry: Hurry) -> list[float]:
    """Return the seconds until each answer, in order, if one core does all and so many people play at once."""
    lots = random.Random(1)
    moves = [(THOUGHT * lots.random(), number) for number in range(matches)]  # a heap: when each person moves
    moves.sort()
    queue: deque[tuple[float, int]] = deque()
    waits: list[float] = []
    free = 0.0
    while len(waits) < ANSWERS:
        while moves and (moves[0][0] <= free or not queue):
            queue.append(heappop(moves))
            free = max(free, queue[0][0])
        moved, number = queue.popleft()
        free += SITE + lots.expovariate(1 / SEARCH) / 2 ** hurry(len(queue) + 1)
        answered = max(free, moved + PAUSE.total_seconds())
        waits.append(answered - moved)
        heappush(moves, (answered + THOUGHT * (0.5 + lots.random()), number))
    return waits


def late(waits: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(waits)[95 * len(waits) // 100]


def test_two_hundred_matches_on_one_core_are_answered_within_three_seconds() -> None:
    assert late(answers(200, lambda waiting: bot_turns.halvings_for(waiting, 2))) < 3
    assert late(answers(200, lambda _waiting: 0)) > 5  # as it would be without shorter thoughts


def test_few_matches_are_thought_about_in_full() -> None:
    halved: list[int] = []

    def hurry(waiting: int) -> int:
        halved.append(bot_turns.halvings_for(waiting, 2))
        return halved[-1]

    assert late(answers(50, hurry)) < 2
    assert sum(halved) < len(halved) / 100
