"""Hooks of the matches: events in the life of a match, and partials of its open page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import dropwhile, islice
from typing import NamedTuple

from django.db import transaction

from accounts.hooks import JsonObject
from accounts.models import User
from core import clock
from core.hooks import Hook
from core.live.partials import LivePartial
from core.prepared import PreparedKeys
from core.sweeps import log_once
from games.catalogue import games
from games.jobs.hooks import Handler, Queue, job_handlers
from games.jobs.models import Job
from games.jobs.services import schedule_all, schedule_missing
from games.matches.models import Match
from games.rules import FalseSum, Seat

logger = logging.getLogger(__name__)
READ_AHEAD = 50  # matches of the jobs to come: the runner drops what was read after a while

MatchWork = Callable[[Match], object]
MatchesWork = Callable[[Sequence[Match]], object]


@dataclass(frozen=True)
class MatchJob:
    """A kind of job that an event enqueues, and its work, which gets the match as read when its batch of jobs runs.

    Work with `at_once` is first tried in the transaction of the event, in a savepoint: for all matches of the event
    together, or if that raises, for each by itself. Only what raises there is left to the job. `together` does the work
    for one match or for several, all or none of it; `work` does it for one, if that is another function. Without both,
    the kind has a handler of its own in `job_handlers`. The job is enqueued only for matches which it `concerns`, a
    function that is called in the transaction of the event and must not query. The job is due `delay` after the event,
    and where it makes the match known to others (`publishes`), not before the end of its seal.
    """

    kind: str
    work: MatchWork | None = None
    at_once: bool = False
    together: MatchesWork | None = None
    concerns: Callable[[Match], bool] = lambda _match: True
    delay: timedelta = timedelta()
    publishes: bool = False

    @property
    def for_one(self) -> MatchWork | None:
        """The work for one match."""
        together = self.together
        return self.work or (together and (lambda match: together([match])))


class MatchEvent(Hook[MatchJob]):
    """An event for which apps register jobs (transactional outbox). The key of each job is the key of the match.

    The jobs are enqueued in the transaction of the event, so that they are neither lost nor run for an event that was
    rolled back. They run after the commit and can neither delay nor undo the move; work with `at_once` can delay it.
    """

    def register(self, item: MatchJob, *, rank: int = 50) -> MatchJob:
        """Register a job, and its work as the handler of its kind."""
        if work := item.for_one:
            together = partial(_run_together, item.together) if item.together else None
            job_handlers.register(Handler(item.kind, partial(_run, work), together=together))
        return super().register(item, rank=rank)

    def enqueue(self, *matches: Match) -> None:
        """Enqueue the jobs of the event for these matches. Call it in the transaction that causes the event."""
        done_jobs = {(job.kind, key) for job in self if job.at_once for key in _done_at_once(job, matches)}
        now = clock.now()
        due_times = {
            (job.kind, match.pk): max(now + job.delay, (job.publishes and match.sealed_until) or now)
            for match in matches
            for job in self
            if job.concerns(match) and (job.kind, match.pk) not in done_jobs
        }
        schedule_all(due_times)


def _done_at_once(job: MatchJob, matches: Sequence[Match]) -> set[str]:
    """Do the work of an `at_once` job; return the keys of the matches for which it is done."""
    work = job.for_one
    if work is None:
        return set()
    concerned = [match for match in matches if job.concerns(match)]
    if job.together and len(concerned) > 1:
        with suppress(Exception), transaction.atomic():  # alone, the match at fault raises again and is logged
            job.together(concerned)
            return {match.pk for match in concerned}
    done_keys = set()
    for match in concerned:
        try:
            with transaction.atomic():
                work(match)
        except Exception as fault:
            log_once(job.kind, match.pk, fault)
        else:
            done_keys.add(match.pk)
    return done_keys


def _run(work: MatchWork, job: Job) -> None:
    """Do the work for the match of a job."""
    for match in matches_of([job]):
        work(match)


def _run_together(work: MatchesWork, jobs: Sequence[Job]) -> None:
    """Do the work for the matches of several jobs."""
    if matches := matches_of(jobs):
        work(matches)


def matches_of(jobs: Sequence[Job]) -> list[Match]:
    """Return copies of the matches of these jobs of one kind that still exist.

    Each is read once for all jobs of a batch, some of one kind together, also where each job is run by itself.
    """
    shared, kind = jobs[0].shared, jobs[0].kind
    if any(("match", job.key) not in shared for job in jobs):
        later = (job for job in dropwhile(jobs[-1].__ne__, jobs[0].batch) if job.kind == kind)
        keys = {job.key for job in (*jobs, *islice(later, READ_AHEAD)) if ("match", job.key) not in shared}
        rows = {match.pk: match for match in _by_keys(sorted(keys))}
        shared.update({("match", key): rows.get(key) for key in keys})
    matches = [shared["match", job.key] for job in jobs]
    return [copy(match) for match in matches if isinstance(match, Match)]


_by_keys = PreparedKeys(lambda keys: Match.objects.select_related("first", "second").filter(pk__in=keys), str)


def _latest_first(due: Sequence[Job]) -> Sequence[Job]:
    return sorted(due, key=lambda job: job.due_at, reverse=True)


# The queue for jobs of turns that take milliseconds. The latest come first: a planned move, while a clock runs, does
# not wait for the notifications of all turns that were made while no scheduler ran.
TURNS = Queue("turns", batch=100, order=_latest_first)

JobsOfTurns = Callable[[Sequence[Match]], Mapping[tuple[str, str], datetime]]

# Called with running matches in which a turn begins, or in which the time of a turn was changed, with both players and
# in the transaction that does so: returns what is due in these turns, as jobs (kind and key) and the time of each. The
# key of a job is that of the match: one that still waits serves the next turn too, and sees what is due then.
turn_jobs = Hook[JobsOfTurns]()  # in turns of persons
computer_turn_jobs = Hook[JobsOfTurns]()  # in turns of computers


def jobs_of_turns(matches: Sequence[Match]) -> dict[tuple[str, str], datetime]:
    """Return the jobs of the present turns of running matches."""
    turns: dict[bool, list[Match]] = {}
    for match in matches:
        turns.setdefault(match.player(Seat(match.to_move)).is_computer, []).append(match)
    return {
        job: due_at
        for by_computer, begun in turns.items()
        for jobs_of in (computer_turn_jobs if by_computer else turn_jobs)
        for job, due_at in jobs_of(begun).items()
    }


def begin_turns(*matches: Match) -> None:
    """Enqueue the jobs of the present turns of running matches, with one statement (transactional outbox)."""
    schedule_all(jobs_of_turns(matches))


# Called with matches that have just been created, in the transaction that creates them.
match_started = Hook[Callable[[Sequence[Match]], object]]()

# A match has ended, in any way. Enqueued exactly once a match, however many processes try to end it.
match_ended = MatchEvent()

# Staff have declared a match void. Enqueued exactly once a match; for one that was running, `match_ended` is too.
match_voided = MatchEvent()

# Both boards of a mirror match are over. Enqueued with the first board, at least once, so its jobs are idempotent;
# `play.mirrors.result_of` has the result.
mirror_ended = MatchEvent()

# A player has nudged the opponent, the player to move; the match's `nudged_at` says when.
match_nudged = MatchEvent()

# Called when a player has arrived in a live match that waits for the opponent, who has the seat. It is called in the
# transaction that records it.
player_awaited = Hook[Callable[[Match, Seat], object]]()

# Called when a player of the match opens its page.
match_opened = Hook[Callable[[Match, User], object]]()

# Called in a thread whenever open pages of a running match read its row: on arrival and with each heartbeat. It caches
# what drawing updates needs, so that a move finds it without a query (cache warming).
cache_warmers = Hook[Callable[[Match], object]]()

# Called in a thread with matches that have just ended, before their ends are drawn for open pages. It caches what that
# needs, with one query for all of them.
end_warmers = Hook[Callable[[Sequence[Match]], object]]()

# Called with the match, the author and the primary key of a new chat message, in the transaction that stores it; not
# for messages of an author whom the opponent has muted.
message_written = Hook[Callable[[Match, User, int], object]]()

# Called with the keys of a reader and an author: whether the reader sees no message of the author, maybe since one.
mute_checks = Hook[Callable[[int, int], bool]]()

# Called with a pupil who is about to move: raises Refused where the class may not play now.
pupil_checks = Hook[Callable[[User], object]]()

# Called with a match, a pupil whose turn it is, and the false sum that the pupil wanted to play.
false_sums = Hook[Callable[[Match, User, FalseSum], object]]()

# Called with a match of a pupil and a viewer who does not play in it: whether the viewer may know of it.
match_watchers = Hook[Callable[[Match, User], bool]]()


# Partials that are kept up to date on the open pages of a match, by the match and the viewer. Whenever one has changed,
# call `announcements.announce_live_partial`.
live_partials = Hook[LivePartial[Match, "User | None"]]()


class StreamChat(NamedTuple):
    """The chat of a match for streams: the live partial whose change says that it has changed, and how it is read.

    `read` is called in a thread; it returns the latest messages that the reader may read now, as plain data with an
    `id`, and when each was `written`.
    """

    partial: str
    read: Callable[[Match, User], list[JsonObject]]


stream_chats = Hook[StreamChat]()


# Called with the begin and the end of a downtime of the site, in the transaction that moves the clocks of all matches.
site_resumed = Hook[Callable[[datetime, datetime], object]]()


def warm_ends(matches: Sequence[Match]) -> None:
    """Call the `end_warmers`; what one fails to read, each end reads by itself when it is drawn (bulkhead)."""
    for warm in end_warmers:
        try:
            warm(matches)
        except Exception as fault:
            logger.warning("What %d ends need is read one by one: %s", len(matches), type(fault).__name__)


MISSING_TURNS = "matches.turns"
AT_ONCE = 500  # matches in one transaction: others may be waiting to write


def write_turns(_job: Job) -> None:
    """Write the jobs of the present turns of all running matches that lack them. Idempotent."""
    running = Match.objects.filter(finished_at=None, game_slug__in=games()).select_related("first", "second")
    last = ""
    while matches := list(running.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        with transaction.atomic():
            schedule_missing(jobs_of_turns(matches))
        last = matches[-1].pk
