"""The only code that writes jobs: enqueue, claim, finish, fail, postpone, retry.

No library was found that fits: procrastinate needs PostgreSQL; django-tasks-db has neither retries nor unique keys;
django-q2 runs a cluster of processes of its own, retries by a time-out and has no backoff or unique keys; django-ox
needs Python 3.12 and a worker process; huey's store is not part of the transaction of the move.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import cache, partial

from django.db import connection, transaction
from django.db.models import Case, F, Q, QuerySet, Value, When

from core import clock
from core.prepared import PreparedKeys, PreparedRows
from core.sweeps import describe
from core.telemetry import is_outage
from games.jobs.hooks import LeaseLost, Order, handler_of, job_handlers
from games.jobs.models import Job

STUCK = timedelta(minutes=5)  # overdue and unclaimed for this long, a job shows that no runner works
SOME = 500  # due jobs that are read to learn which kinds are due, and stuck ones that are counted
LOOKED_AT = 300  # due jobs of each kind that a queue puts in its own order
RENEWED = ("state", "due_at", "request", "tries", "error")  # columns that a further request for the same work resets
# It leaves a row as it is that waits for an earlier moment, untried and unclaimed: a changed row costs each move all of
# its indexes. By raw SQL, as the ORM takes several times as long as the statement.
_SAVE = f"""
    INSERT INTO "{Job._meta.db_table}" AS job
    (kind, "key", due_at, created_at, request, state, claim, tries, error) {{}}
    ON CONFLICT (kind, "key") DO UPDATE SET {", ".join(f"{column} = EXCLUDED.{column}" for column in RENEWED)}
    WHERE job.state <> EXCLUDED.state OR job.claim <> '' OR job.tries > 0 OR job.due_at > EXCLUDED.due_at
"""
_SAVE_EACH = _SAVE.format("VALUES (%s, %s, %s, %s, %s, 'waiting', '', 0, '')")
# PostgreSQL takes longer to plan many rows than to insert them, so there they are one array a column.
_SAVE_ALL = _SAVE.format("""
    SELECT *, %s, %s, 'waiting', '', 0, '' FROM UNNEST(%s::text[], %s::text[], %s::timestamptz[])
""")
# Each runner asks for it four times a second, and usually there is none.
_some_due = PreparedRows(lambda now: _due_now(now).values_list("pk")[:1], datetime)
Waker = tuple[frozenset[str], Callable[[], object]]  # kinds of jobs, and what wakes their runner
_wakers: list[Waker] = []


def wake(kinds: Collection[str]) -> None:
    """Wake the runners of this process that run jobs of these kinds. Safe to call from any thread."""
    for waker_kinds, waker in list(_wakers):
        if not waker_kinds.isdisjoint(kinds):
            with suppress(RuntimeError):  # the runner's event loop has just been closed
                waker()


@contextmanager
def woken_by(kinds: Collection[str], waker: Callable[[], object]) -> Iterator[None]:
    """Call `waker` for every wake-up of one of these kinds while the context lasts."""
    entry = frozenset(kinds), waker
    _wakers.append(entry)
    try:
        yield
    finally:
        _wakers.remove(entry)


def enqueue(kind: str, key: object = "", *, due_at: datetime | None = None) -> None:
    """Enqueue a job as part of the current transaction: it is run after the commit, or never after a rollback."""
    enqueue_all([(kind, str(key))], due_at=due_at)


def enqueue_all(jobs: Iterable[tuple[str, str]], *, due_at: datetime | None = None) -> None:
    """Enqueue several jobs, pairs of kind and key, that are due at the same time, by default now."""
    due_at = due_at or clock.now()
    schedule_all(dict.fromkeys(jobs, due_at))


def schedule_all(jobs: Mapping[tuple[str, str], datetime]) -> None:
    """Enqueue jobs that are due at different times: each key is a pair of kind and key, each value the time.

    A job that is queued already is requested again: it is due at the new time if that is earlier, and a dead letter is
    revived. So a job may come earlier than asked: its work sees for itself what is due.
    """
    if not jobs:
        return
    now, request = clock.now(), _token()
    adapted = connection.ops.adapt_datetimefield_value
    # All transactions write jobs in this order (no deadlock).
    rows = [(kind, key, adapted(due_at)) for (kind, key), due_at in sorted(jobs.items())]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_SAVE_ALL, [adapted(now), request, *map(list, zip(*rows, strict=True))])
        else:
            cursor.executemany(_SAVE_EACH, [(*row, adapted(now), request) for row in rows])
    if kinds := {kind for (kind, _key), due_at in jobs.items() if due_at <= now}:
        transaction.on_commit(partial(wake, kinds), robust=True)


def schedule_missing(jobs: Mapping[tuple[str, str], datetime]) -> None:
    """Enqueue those of these jobs that are not queued, and leave the others as they are."""
    now, request = clock.now(), _token()
    rows = [
        Job(kind=kind, key=key, due_at=due_at, created_at=now, request=request)
        for (kind, key), due_at in sorted(jobs.items())
    ]
    Job.objects.bulk_create(rows, ignore_conflicts=True)


def claim(
    kinds: Collection[str], most: int, lease: timedelta, *, order: Order | None = None, now: datetime | None = None
) -> list[Job]:
    """Lease up to `most` due jobs of these kinds to the caller and return them, the longest overdue first.

    With an `order`, those that it puts first. A claim counts as a try. A job whose lease has expired may have killed
    its process: it is claimed alone, so that it takes no other jobs with it.
    """
    now = now or clock.now()
    in_order = sorted(kinds)
    if not _some_of(in_order, now):  # otherwise every poll would take SQLite's only write lock
        return []
    token, until = _token(), now + lease
    with transaction.atomic():
        # Locked until the commit, so that these rows are what the update finds
        if order:
            due_jobs = [job for kind in in_order for job in _free(LOOKED_AT)([kind], now)]
            jobs = list(order(due_jobs))[:most]
        else:
            due_jobs = jobs = _free(most)(in_order, now)
        jobs = _without_suspects(jobs)
        Job.objects.filter(pk__in=[job.pk for job in jobs]).update(
            claim=token, leased_until=until, tries=F("tries") + 1
        )
    for job in jobs:
        job.claim, job.leased_until, job.tries, job.waiting = token, until, job.tries + 1, len(due_jobs)
    return jobs


def ahead_of(kind: str, key: str) -> int:
    """Return how many jobs of this kind run before the one with this key; 0 if there is none."""
    jobs = Job.objects.filter(kind=kind, state=Job.State.WAITING)
    own = jobs.filter(key=key).first()
    return jobs.filter(Q(due_at__lt=own.due_at) | Q(due_at=own.due_at, pk__lt=own.pk)).count() if own else 0


def due_kinds() -> set[str]:
    """Return the kinds of the jobs that are due now.

    Of very many due jobs only some are read, and then some of the other kinds.
    """
    now = clock.now()
    if not _some_due(now):
        return set()
    unseen, kinds = {handler.kind for handler in job_handlers}, set[str]()
    while unseen:
        rows = _kinds_of_due(sorted(unseen), now)
        kinds.update(kind for (kind,) in rows)
        if len(rows) < SOME:
            break
        unseen -= kinds
    return kinds


def finish(*jobs: Job) -> int:
    """Delete jobs of one claim whose work is done; return how many leases were still held.

    A job that was requested again meanwhile is not deleted but released, so that it is run again when due.
    """
    if not jobs:
        return 0
    leases = Job.objects.filter(pk__in=[job.pk for job in jobs], claim=jobs[0].claim)
    with transaction.atomic(savepoint=False):
        _lock(jobs)
        # A job that was requested again has a new value of `request`, which none of the claimed ones has.
        count = leases.filter(request__in={job.request for job in jobs}).delete()[0]
        if count == len(jobs):
            return count
        return count + leases.update(claim="", leased_until=None)


def repeat(*jobs: Job) -> None:
    """Release jobs of one claim whose work is done for now, due again when their `again_at` says."""
    if jobs:
        due_at = Case(*(When(pk=job.pk, then=Value(job.again_at)) for job in jobs))
        _release(jobs, due_at=due_at, tries=0, error="")


def finish_or_abort(*jobs: Job) -> None:
    """Finish jobs as part of the current transaction, so that its writes happen exactly once.

    Raises LeaseLost if the lease of any of them was lost; the caller must then roll back.
    """
    if finish(*jobs) < len(jobs):
        raise LeaseLost
    for job in jobs:
        job.is_finished = True


def fail(job: Job, fault: BaseException, *, now: datetime | None = None) -> None:
    """Release the job to be tried again after a pause, or make it a dead letter if this was the last try.

    An outage of the database or Redis uses up no try.
    """
    handler = handler_of(job.kind)
    is_out = is_outage(fault)
    dead = job.tries >= handler.most_tries and not is_out
    with transaction.atomic():
        failed = _release(
            [job],
            state=Job.State.DEAD if dead else Job.State.WAITING,
            due_at=(now or clock.now()) + handler.pause_after(job.tries),
            tries=job.tries - is_out,
            error=describe(fault)[:500],
        )
        if failed and dead and handler.gave_up:
            handler.gave_up(job)


def postpone(*jobs: Job, delay: timedelta = timedelta(0), now: datetime | None = None) -> None:
    """Release jobs of one claim without counting a try, due after the delay; without one they keep their due times."""
    _release(jobs, due_at=(now or clock.now()) + delay if delay else F("due_at"), tries=F("tries") - 1)


def _release(jobs: Sequence[Job], **columns: object) -> int:
    """Release jobs of one claim and set these columns; return for how many.

    Those that were requested again meanwhile are due as requested, with all their tries.
    """
    leases = Job.objects.filter(pk__in=[job.pk for job in jobs], claim=jobs[0].claim)
    with transaction.atomic(savepoint=False):
        _lock(jobs)
        # A job that was requested again has a new value of `request`, which none of the claimed ones has.
        unchanged = leases.filter(request__in={job.request for job in jobs})
        count = unchanged.update(claim="", leased_until=None, **columns)
        if count < len(jobs):
            leases.update(claim="", leased_until=None)
    return count


def extend(job: Job, lease: timedelta, *, now: datetime | None = None) -> None:
    """Extend the lease of a long job from now (heartbeat); raises LeaseLost."""
    if not Job.objects.filter(pk=job.pk, claim=job.claim).update(leased_until=(now or clock.now()) + lease):
        raise LeaseLost


def retry(jobs: QuerySet[Job]) -> int:
    """Queue the dead letters among these jobs again, with all their tries; return their number."""
    dead = jobs.filter(state=Job.State.DEAD)
    kinds = set(dead.values_list("kind", flat=True))
    retried = dead.update(state=Job.State.WAITING, due_at=clock.now(), tries=0)
    transaction.on_commit(partial(wake, kinds), robust=True)
    return retried


def stuck() -> int:
    """Return how many jobs are overdue by more than `STUCK` and held by no runner since; it counts `SOME` at most."""
    before = clock.now() - STUCK
    free = Q(leased_until=None) | Q(leased_until__lte=before)
    return Job.objects.filter(free, state=Job.State.WAITING, due_at__lte=before)[:SOME].count()


def _due(kinds: Collection[str], now: datetime) -> QuerySet[Job]:
    """Return the due jobs of these kinds that no runner holds."""
    return _due_now(now).filter(kind__in=kinds)


def _due_now(now: datetime) -> QuerySet[Job]:
    """Return the due jobs of all kinds that no runner holds."""
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    return Job.objects.filter(free, state=Job.State.WAITING, due_at__lte=now)


_some_of = PreparedKeys(lambda kinds, now: _due(kinds, now).values_list("pk")[:1], str, datetime)
_kinds_of_due = PreparedKeys(lambda kinds, now: _due(kinds, now).values_list("kind")[:SOME], str, datetime)


@cache
def _free(most: int) -> PreparedKeys[Job]:
    """Return the query that locks the first due jobs of some kinds which no other transaction has locked."""

    def free(kinds: Collection[str], now: datetime) -> QuerySet[Job]:
        return _due(kinds, now).select_for_update(skip_locked=True).order_by("due_at", "pk")[:most]

    return PreparedKeys(free, str, datetime)


def _without_suspects(jobs: list[Job]) -> list[Job]:
    """Return the first of these jobs if its lease has expired, else those before the first such job."""
    suspects = [number for number, job in enumerate(jobs) if job.leased_until]
    return jobs[: max(suspects[0], 1)] if suspects else jobs


def _lock(jobs: Sequence[Job]) -> None:
    """Lock the rows of several jobs in the order in which moves request them, so that no transaction waits in a circle.

    SQLite has no locks of rows: there the transaction holds the only write lock.
    """
    if len(jobs) > 1 and connection.features.has_select_for_update:
        rows = Job.objects.filter(pk__in=[job.pk for job in jobs]).order_by("kind", "key")
        list(rows.select_for_update().values_list("pk"))


def _token() -> str:
    return secrets.token_hex(8)
