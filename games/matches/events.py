"""Points in the life of a match at which other apps have work to do: a transactional outbox.

The work is enqueued as jobs in the transaction that ends (or voids) the match, so that it is neither lost nor done for
an end that was rolled back. It runs after the commit, each job by itself, and can neither delay nor undo the move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db import transaction

from accounts.sweeps import log_once
from games.jobs.models import Job
from games.jobs.registry import handler
from games.jobs.services import enqueue_all
from games.matches.models import Match

MatchWork = Callable[[Match], object]


class MatchEvent:
    """An event and the kinds of job that it enqueues; the key of each job is the key of the match."""

    def __init__(self) -> None:
        """Create an event without jobs."""
        self.kinds: list[str] = []
        self.at_once: dict[str, MatchWork] = {}

    def job(self, kind: str, *, at_once: bool = False) -> Callable[[MatchWork], MatchWork]:
        """Register the decorated function as a job of this event; it gets the match as it stands when the job runs.

        Work that is done `at_once` is tried first inside the transaction of the event, in a savepoint; only if it
        raises there is it left to the job.
        """

        def register(work: MatchWork) -> MatchWork:
            handler(kind)(lambda job: _run(work, job))
            if at_once:
                self.at_once[kind] = work
            else:
                self.kinds.append(kind)
            return work

        return register

    def add_kind(self, kind: str) -> None:
        """Enqueue jobs of this kind, too, whose handler is registered elsewhere."""
        self.kinds.append(kind)

    def enqueue(self, match: Match) -> None:
        """Enqueue the jobs of the event for this match. Call it in the transaction that brings the event about."""
        enqueue_all((kind, match.pk) for kind in (*self.kinds, *self._failed_at_once(match)))

    def _failed_at_once(self, match: Match) -> Iterable[str]:
        for kind, work in self.at_once.items():
            try:
                with transaction.atomic():
                    work(match)
            except Exception as fault:
                log_once(kind, match.pk, fault)
                yield kind


# A match has ended, in whatever way. Enqueued exactly once a match, however many clocks and players try to end it.
match_ended = MatchEvent()

# Staff have declared a match void. Exactly once a match; one that was running has ended by it, too.
match_voided = MatchEvent()


def _run(work: MatchWork, job: Job) -> None:
    match = Match.objects.select_related("first", "second").filter(pk=job.key).first()
    if match:
        work(match)
