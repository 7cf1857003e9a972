"""Addresses that are told of a player's events, and what became of each event."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from core import clock

LONGEST_URL, LONGEST_DESCRIPTION = 500, 100


class Endpoint(models.Model):
    """An address to which a player's events are posted, and how it has answered recently."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=LONGEST_URL)
    description = models.CharField(max_length=LONGEST_DESCRIPTION, blank=True)
    events = models.JSONField(default=list)  # keys of the events that it is told of
    made_at = models.DateTimeField(default=clock.now, editable=False)
    failures = models.PositiveIntegerField(default=0)  # in a row
    failing_since = models.DateTimeField(null=True, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)  # by the site, after long failure

    def __str__(self) -> str:
        return self.description or self.url


class Sending(models.Model):
    """One event for one endpoint, and what became of it. Its `mark` tells it from others of the same thing."""

    class Status(models.TextChoices):
        """The status of a sending."""

        QUEUED = "queued", pgettext_lazy("a message", "waiting")
        SENT = "sent", pgettext_lazy("a message", "sent")
        FAILED = "failed", pgettext_lazy("a message", "failed")

    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, db_index=False, related_name="sendings")
    event = models.CharField(max_length=30)
    subject = models.CharField(max_length=20)  # the key of the thing
    mark = models.CharField(max_length=60)
    status = models.CharField(max_length=6, choices=Status.choices, default=Status.QUEUED)
    tries = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=60, blank=True)  # the status of the last answer, or why there was none
    made_at = models.DateTimeField(default=clock.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["endpoint", "subject", "mark"], name="one_sending_of_an_event")]
        indexes = [
            models.Index(fields=["endpoint", "id"], condition=Q(status="queued"), name="sending_queued"),
            models.Index(fields=["made_at"], name="sending_age"),
        ]
