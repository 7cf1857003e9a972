"""The order in which computer players move, and how long they think when many wait; simulated load."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from heapq import heappop, heappush

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.catalogue import games
from games.computers import jobs
from games.computers.jobs import COMPUTERS, PAUSE
from games.jobs import services
from games.jobs.hooks import kinds_of
from games.jobs.runner import run_batch
from games.jobs.services import claim
from games.matches.hooks import begin_turns
from games.matches.models import Match
from games.matches.play.opening import start_match
from games.matches.play.services import find_match
from games.matches.time.control import TimeControl
from tests.matches.conftest import legal_move

THOUGHT = 10.0  # seconds that each person thinks, on average
SEARCH = 0.26  # seconds of CPU of Digifeud's strongest player, on average, on a busy machine: docs/analysis.md
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
    assert late(answers(200, lambda waiting: jobs.halvings_for(waiting, 2))) < 3
    assert late(answers(200, lambda _waiting: 0)) > 5  # as it would be without shorter thoughts


def test_few_matches_are_thought_about_in_full() -> None:
    halved: list[int] = []

    def hurry(waiting: int) -> int:
        halved.append(jobs.halvings_for(waiting, 2))
        return halved[-1]

    assert late(answers(25, hurry)) < 2
    assert sum(halved) < len(halved) / 100


def turn_of(computer: User, person: User, *, minute: int, live: bool = False) -> str:
    """Return a match in which the computer has been to move since that minute of an hour."""
    control = TimeControl.live(minutes=5, increment=8) if live else TimeControl.correspondence(days=3)
    options = games()["digifeud"].options_type()
    moment = timezone.now().replace(minute=0, second=0) - timedelta(hours=1) + timedelta(minutes=minute)
    match = start_match(game_slug="digifeud", options=options, first=computer, second=person, time_control=control)
    Match.objects.filter(pk=match.pk).update(moved_at=moment, clock_since=moment if live else None)
    begin_turns(find_match(match.pk))
    return match.pk


def claimed(most: int) -> list[str]:
    """Return the keys of the matches of the turns that a scheduler claims, with its lease."""
    return [job.key for job in claim(kinds_of(COMPUTERS), most, COMPUTERS.lease, order=COMPUTERS.order)]


def test_live_matches_come_first_and_no_one_waits_for_all_matches_of_another(
    computer: User, anna: User, bob: User, carl: User
) -> None:
    hers = [turn_of(computer, anna, minute=minute) for minute in range(5)]
    his, later = turn_of(computer, bob, minute=30), turn_of(computer, bob, minute=31)
    live = turn_of(computer, carl, minute=45, live=True)
    assert claimed(100) == [live, hers[0], his, hers[1], later, *hers[2:]]


def test_a_live_match_comes_first_however_many_others_wait(
    computer: User, anna: User, carl: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "LOOKED_AT", 4)
    hers = [turn_of(computer, anna, minute=minute) for minute in range(9)]
    live = turn_of(computer, carl, minute=45, live=True)
    assert claimed(2) == [live, hers[0]]


@pytest.mark.parametrize(
    ("waiting", "halvings"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (39, 2), (40, 3), (1000, 3)]
)
def test_thoughts_get_shorter_when_the_queue_is_long(waiting: int, halvings: int) -> None:
    assert jobs.halvings_for(waiting, 2) == halvings
    assert jobs.halvings_for(waiting // 2, 1) == halvings


def test_each_thought_is_as_long_as_the_queue_allows_when_it_begins(
    computer: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    halved: list[int] = []

    def begin(match: Match, level: int, halvings: int) -> Future[str]:
        halved.append(halvings)
        done: Future[str] = Future()
        done.set_result(legal_move(match))
        return done

    monkeypatch.setattr(jobs, "begin", begin)
    monkeypatch.setattr(jobs, "size", lambda: 1)
    for minute in range(12):
        turn_of(computer, anna, minute=minute)
    while run_batch(COMPUTERS, 2):
        pass
    assert halved == [2] * 4 + [1] * 4 + [0] * 4  # two begin with each batch: 12, 10, 8, 6, 4, 2 wait


def test_schedulers_share_the_turns_and_take_over_those_of_one_that_died(computer: User, anna: User) -> None:
    waiting = [turn_of(computer, anna, minute=minute) for minute in range(6)]
    assert [claimed(2) for _scheduler in range(4)] == [waiting[:2], waiting[2:4], waiting[4:], []]
    with time_machine.travel(timezone.now() + COMPUTERS.lease):
        assert [claimed(1) for _scheduler in range(2)] == [[key] for key in waiting[:2]]
