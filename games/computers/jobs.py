"""Jobs of the computer players: each is written by the move after which it is a computer's turn.

The runner has a worker process find the move, and plays it after a pause. The lease of the job is the claim among
several schedulers; of two that play all the same, the unique pair of match and ply lets one do so. A move whose worker
dies is computed again, `TRIES` times in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from games.catalogue import games
from games.computers import bot_turns
from games.computers.models import Computer
from games.jobs.hooks import Outside, Postponed, Queue, RetryLater
from games.jobs.models import Job
from games.matches.errors import Refused
from games.matches.hooks import matches_of
from games.matches.models import Match
from games.matches.play.services import play_move
from games.rules import Seat
from games.workers import PoolClosed, WorkerDied, size

TURN = "computers.turn"  # in correspondence; the key is that of the match
LIVE_TURN = "computers.live_turn"
PAUSE = timedelta(seconds=1)  # after the opponent's move, so that it can be seen
AHEAD = 2  # moves per worker that are computed or queued at a time; the order of all others can still change
LEASE = timedelta(seconds=10)  # after which the turns of a process that died are another one's
TRIES = 3  # for a move whose worker dies


def jobs_of_turns(matches: Sequence[Match]) -> Mapping[tuple[str, str], datetime]:
    """Return the jobs of the turns of computers that these matches begin: to be computed at once, and played later."""
    return {
        (LIVE_TURN if match.is_live else TURN, match.pk): match.moved_at
        for match in matches
        if match.player(Seat(match.to_move)).is_computer and not match.is_gathering
    }


def in_turn(due: Sequence[Job]) -> Sequence[Job]:
    """Return due jobs in the order in which the computers are to move.

    Live matches come first. Then each opponent's first match comes before any second one (round robin), and then the
    longest wait, so that a person with thirty matches does not delay one with a single match.
    """
    matches = Match.objects.filter(pk__in=[job.key for job in due]).values_list("pk", "to_move", "first", "second")
    opponents = {key: second if to_move == Seat.FIRST else first for key, to_move, first, second in matches}
    counts: Counter[tuple[str, int | None]] = Counter()
    ranks: dict[int, int] = {}
    for job in sorted(due, key=lambda job: (job.due_at, job.pk)):
        person = job.kind, opponents.get(job.key)
        ranks[job.pk] = counts[person]
        counts[person] += 1
    return sorted(due, key=lambda job: (job.kind != LIVE_TURN, ranks[job.pk], job.due_at, job.pk))


COMPUTERS = Queue("computers", batch=AHEAD * max(1, size()), lease=LEASE, order=in_turn)


def think(job: Job) -> Outside | None:
    """Have a worker find the computer's move in the job's match; return None if it is no computer's turn.

    Raises Postponed if this process is about to exit.
    """
    for match in matches_of([job]):
        level = _levels(job).get(match.player_id(Seat(match.to_move)))
        if level is None or match.finished_at or match.is_gathering or match.game_slug not in games():
            return None
        try:
            future = bot_turns.begin(match, level, bot_turns.halvings_for(job.waiting, size()))
        except PoolClosed:
            raise Postponed from None
        return Outside(future, partial(play, job, match, level, future), match.moved_at + PAUSE)
    return None


def play(job: Job, match: Match, level: int, found: Future[str]) -> None:
    """Play the move that was found, by the same service as a person's move.

    Raises RetryLater if the worker died, and Postponed if this process is about to exit.
    """
    fault = found.exception()
    if isinstance(fault, PoolClosed):
        raise Postponed
    if isinstance(fault, WorkerDied) and job.tries < TRIES:
        raise RetryLater
    with suppress(Refused):  # the match ended, or another scheduler was quicker
        text = bot_turns.checked(match, level, found)
        play_move(match.pk, match.player(Seat(match.to_move)), match.ply + 1, text)


def _levels(job: Job) -> Mapping[int, int]:
    """Return the levels of the computers by the keys of their accounts, read once for a batch of jobs."""
    key = ("computers", "levels")
    if key not in job.shared:
        job.shared[key] = dict(Computer.objects.values_list("user", "level"))
    levels: Mapping[int, int] = job.shared[key]  # type: ignore[assignment]  # each key has a type of its own
    return levels
