"""The table of jobs, and the signs of life of the processes that run them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Job(models.Model):
    """Work that waits to be done once: a transactional outbox, a queue and its dead letters in one table.

    A row is written in the transaction that makes the work necessary, and deleted when the work is done. `kind` names
    the handler; `kind` and `key` are unique, so that the same work waits once however often it is asked for. Asking
    again changes `request`, which tells a handler that is running that its work is out of date. A runner holds a row
    by `claim` until `leased_until`; if the process dies, another one takes over when the lease has expired.
    """

    class State(models.TextChoices):
        """Whether a runner takes it; a dead letter failed too often and waits for staff."""

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

    _shared: dict[tuple[str, str], object] | None = None
    is_finished = False  # set where the work finished the job in the transaction of its own writes

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_job_a_key")]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="job_due"),
            models.Index(fields=["claim"], condition=~Q(claim=""), name="job_claim"),
            models.Index(fields=["state"], condition=Q(state="dead"), name="job_dead"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}".rstrip()

    @property
    def shared(self) -> dict[tuple[str, str], object]:
        """What jobs that are run one right after the other have read, so that it is read once for all of them."""
        if self._shared is None:
            self._shared = {}
        return self._shared

    def share(self, known: dict[tuple[str, str], object]) -> None:
        """Share what these others have read."""
        self._shared = known


class Beat(models.Model):
    """The last sign of life of a part of the site, by its name; all processes that do the same share one row."""

    name = models.CharField(primary_key=True, max_length=40)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
