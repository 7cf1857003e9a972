"""Preferences, devices, notifications and their deliveries."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.matches.models import Match

LONGEST_ENDPOINT = 1000


class Preferences(models.Model):
    """What a player is notified of by which channel. Quiet hours are in the player's time zone."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="preferences"
    )
    off = models.JSONField(default=list)  # pairs of event and channel, such as "over-mail"
    no_mail = models.BooleanField(default=False)
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)

    def want(self, event: str, channel: str) -> bool:
        """Return whether the player has not turned this channel off for such an event."""
        return f"{event}-{channel}" not in self.off


class Device(models.Model):
    """A push subscription of a browser: the endpoint of its push service, and its keys."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=60, blank=True)
    session = models.CharField(max_length=40, blank=True, db_default="")  # mark of the session that told of it
    made_at = models.DateTimeField(auto_now_add=True)
    refusals = models.PositiveSmallIntegerField(default=0, db_default=0)  # by its push service, since the last success


class Notification(models.Model):
    """An event that one player is notified of once: `user`, `event` and `key` are unique."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="notifications"
    )
    event = models.CharField(max_length=20)  # the key of its kind
    key = models.CharField(max_length=60)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, blank=True, db_index=False, related_name="+")
    ply = models.PositiveIntegerField(null=True, blank=True)
    mark = models.CharField(max_length=9, blank=True)
    game_slug = models.SlugField(blank=True, db_index=False)
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "event", "key"], name="one_notification_of_a_thing")]
        indexes = [
            models.Index(fields=["user", "-made_at"], name="notification_of_user"),
            models.Index(fields=["match", "event", "ply"], name="notification_of_match"),
            models.Index(fields=["made_at"], name="notification_age"),
        ]


class Delivery(models.Model):
    """One notification by one channel to one place, and what became of it; a job with its key sends it.

    While it is sent, `claim` is the claim of that job, or of the job that takes it along in a digest.
    """

    class Status(models.TextChoices):
        """The status of a delivery."""

        QUEUED = "queued", pgettext_lazy("a message", "waiting")
        SENDING = "sending", pgettext_lazy("a message", "on its way")
        SENT = "sent", pgettext_lazy("a message", "sent")
        FAILED = "failed", pgettext_lazy("a message", "failed")
        SEEN = "seen", pgettext_lazy("a message", "seen on the site")
        STALE = "stale", pgettext_lazy("a message", "no longer needed")

    notification = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    event = models.CharField(max_length=20)  # the key of its kind
    channel = models.CharField(max_length=20)
    device = models.ForeignKey(Device, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    place = models.CharField(max_length=100, blank=True)
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.QUEUED)
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    claim = models.CharField(max_length=32, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    detail = models.CharField(max_length=200, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = _("deliveries")
        indexes = [
            models.Index(fields=["user", "event", "channel", "status"], name="delivery_digest"),
        ]
