"""Hooks of the matches: events in the life of a match, pieces of its open page, and work of the scheduler."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.hooks import Hook
from accounts.models import User
from accounts.sweeps import log_once
from games.jobs.hooks import Handler, job_handlers
from games.jobs.models import Job
from games.jobs.services import enqueue_all
from games.matches.models import Match

MatchWork = Callable[[Match], object]


@dataclass(frozen=True)
class MatchJob:
    """A kind of job that an event enqueues, and its work, which gets the match as it stands when the job runs.

    Work that is done `at_once` is tried first inside the transaction of the event, in a savepoint; only if it raises
    there is it left to the job. Without `work`, the kind has a handler of its own in `job_handlers`.
    """

    kind: str
    work: MatchWork | None = None
    at_once: bool = False


class MatchEvent(Hook[MatchJob]):
    """An event for which apps have jobs: a transactional outbox. The key of each job is the key of the match.

    The jobs are enqueued in the transaction that ends (or voids) the match, so that they are neither lost nor done for
    an end that was rolled back. They run after the commit, each by itself, and can neither delay nor undo the move.
    """

    def register(self, item: MatchJob, *, rank: int = 50) -> MatchJob:
        """Plug in a job, and its work as the handler of its kind."""
        if item.work:
            job_handlers.register(Handler(item.kind, partial(_run, item.work)))
        return super().register(item, rank=rank)

    def enqueue(self, match: Match) -> None:
        """Enqueue the jobs of the event for this match. Call it in the transaction that brings the event about."""
        enqueue_all((job.kind, match.pk) for job in self if not _is_done_at_once(job, match))


def _is_done_at_once(job: MatchJob, match: Match) -> bool:
    """Try the work of a job inside the transaction, in a savepoint; return False if it is left to the job."""
    if not job.at_once or not job.work:
        return False
    try:
        with transaction.atomic():
            job.work(match)
    except Exception as fault:
        log_once(job.kind, match.pk, fault)
        return False
    return True


def _run(work: MatchWork, job: Job) -> None:
    """Do the work for the match of a job, which the jobs of one event read together."""
    if ("match", job.key) not in job.shared:
        job.shared["match", job.key] = Match.objects.select_related("first", "second").filter(pk=job.key).first()
    match = job.shared["match", job.key]
    if isinstance(match, Match):
        work(copy(match))


# A match has ended, in whatever way. Enqueued exactly once a match, however many clocks and players try to end it.
match_ended = MatchEvent()

# Staff have declared a match void. Exactly once a match; one that was running has ended by it, too.
match_voided = MatchEvent()

# A player waits for the move of the opponent, and nudges. The match's `nudged_at` says when.
match_nudged = MatchEvent()

# A player of the match has opened its page.
match_opened = Hook[Callable[[Match, User], object]]()

# The author has written the chat message of this number (its key). Called in the transaction that stores it, and
# not for messages that the opponent does not receive.
message_written = Hook[Callable[[Match, User, int], object]]()


@dataclass(frozen=True)
class LivePartial:
    """A partial as one viewer may see it; `mark` changes with its content and stands in it as `data-mark`."""

    mark: str
    html: str


@dataclass(frozen=True)
class LivePartialSource:
    """The name of a partial, and what renders it for one viewer in the active language; None: nothing to show."""

    name: str
    render: Callable[[Match, User | None], LivePartial | None]


# Partials that are kept up to date on open pages which show them, in an element with `data-partial`. Whenever one has
# changed, call `live.announce_live_partial`.
live_partials = Hook[LivePartialSource]()


# The site was down since the first moment, up to the second one, and is served again. Called in the transaction that
# moves the clocks of all matches.
site_resumed = Hook[Callable[[datetime, datetime], object]]()


@dataclass
class Periodic:
    """A function that the scheduler calls every so many seconds; several schedulers may call it at once."""

    seconds: float
    function: Callable[[], object]
    due: float = 0.0  # by the scheduler's monotonic clock


# Short work of the scheduler.
periodic_work = Hook[Periodic]()

# Work that may take longer than a tick: called every second in a thread of its own, and again soon while it returns
# something true.
background_work = Hook[Callable[[], object]]()
