"""The table of jobs, the heartbeats of the processes that run them, and mail that waits for its job."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property


class Job(models.Model):
    """A unit of background work: transactional outbox, queue and dead letters in one table.

    A row is inserted in the transaction that makes the work necessary, and deleted when the work is done. `kind` names
    the handler; `kind` and `key` are unique, so the same work is queued once, however often it is requested. A further
    request changes `request`: if the job is being run meanwhile, it stays and is run again. A runner holds a row by the
    token `claim` until `leased_until`; if its process dies, another runner claims the row when the lease has expired.
    """

    class State(models.TextChoices):
        """Whether runners claim the job; a dead letter has failed too often and waits for staff."""

        WAITING = "waiting", "waiting"
        DEAD = "dead", "dead letter"

    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=100, blank=True)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField()
    request = models.CharField(max_length=16)
    claim = models.CharField(max_length=16, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=500, blank=True)  # type and place of the last fault, never its message

    batch: Sequence[Job] = ()  # the jobs that were claimed with it, itself included
    # How many jobs of its queue were due when it was claimed, itself included, at most `services.LOOKED_AT` of a kind.
    waiting = 0
    again_at: datetime | None = None  # set by work that is to be done again: when
    is_finished = False  # set if the work has finished the job in the transaction of its own writes
    stop: asyncio.Event | None = None  # set when the process exits

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_job_a_key")]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="job_due"),
            models.Index(fields=["kind", "due_at"], condition=Q(state="waiting"), name="job_due_kind"),
            models.Index(fields=["claim"], condition=~Q(claim=""), name="job_claim"),
            models.Index(fields=["state"], condition=Q(state="dead"), name="job_dead"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}".rstrip()

    @property
    def is_stopping(self) -> bool:
        """Whether the process is about to exit, so that long work should be postponed."""
        return self.stop is not None and self.stop.is_set()

    @cached_property
    def shared(self) -> dict[tuple[str, str], object]:
        """A cache of rows, by model and key, that jobs of one batch share, so that each row is read once for all."""
        return {}


class Beat(models.Model):
    """The last heartbeat of a part of the site, by name; all processes that run this part share the row."""

    name = models.CharField(primary_key=True, max_length=40)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Mail(models.Model):
    """A message that waits for the mail server: a few seconds, or over a day if that is down; encrypted."""

    content = models.TextField()

    def __str__(self) -> str:
        return f"mail {self.pk}"
