"""Send deliveries: each is a job, and the row says what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from accounts.player import for_player
from accounts.services import blocked_between
from core import clock
from games.jobs.errors import Postponed
from games.jobs.hooks import handler_of
from games.jobs.models import Job
from games.jobs.services import extend, schedule_all
from games.matches.hooks import mute_checks
from games.notifications.channel import Channel
from games.notifications.errors import DeliveryFailure, Gone, PermanentFailure
from games.notifications.hooks import is_relevant
from games.notifications.models import Delivery, Event, Notification
from games.notifications.preferences import preferences_of, quiet_until
from games.notifications.registry import channels
from games.notifications.routes import substitutes_of

Status = Delivery.Status
FROM_PLAYERS = (Event.CHALLENGE, Event.MESSAGE, Event.NUDGE)  # what another player decided to send
SEEN_RECENTLY = timedelta(minutes=30)
LEASE = timedelta(minutes=5)  # far longer than the time-outs of a mail server and a push service together
A_MINUTE = timedelta(minutes=1)


def schedule(deliveries: Sequence[Delivery]) -> None:
    """Enqueue the jobs of saved deliveries."""
    queued = [one for one in deliveries if one.status == Status.QUEUED]
    schedule_all({(channels()[one.channel].job, str(one.pk)): one.due_at for one in queued})


def deliver(job: Job) -> None:
    """Send the delivery whose key the job has, unless it was seen or is stale. A dead letter may be tried again.

    A digest takes all others that wait for the same player with it; their own jobs find them sent.
    """
    now = clock.now()
    batch = _claim(job, now)
    unsent = {one.pk: status_unsent(one.notification, now) for one in batch}
    for one in batch:
        if unsent[one.pk]:
            _end([one], unsent[one.pk], now)
    wanted = [one for one in batch if not unsent[one.pk]]
    if wanted:
        _send(job, wanted, now)


def status_unsent(notification: Notification, now: datetime) -> str:
    """Return the final status of a notification that need not be sent: seen or stale; else empty.

    Stale is also what a player wrote or asked between whom and the reader there is a block by now, and a message of
    one whom the reader has muted since, or of anyone once the reader has switched chat off.
    """
    match, other = notification.match, notification.other
    if not notification.user.is_active:
        return Status.STALE
    if notification.event in FROM_PLAYERS and other and blocked_between(notification.user, other):
        return Status.STALE
    if (
        notification.event == Event.MESSAGE
        and other
        and any(asks(notification.user_id, other.pk) for asks in mute_checks)
    ):
        return Status.STALE
    if notification.event in (Event.TURN, Event.NUDGE, Event.REMINDER) and (
        match is None or match.finished_at or match.ply != notification.ply
    ):
        return Status.STALE
    if notification.event == Event.CALL and (match is None or not match.is_gathering):
        return Status.STALE
    if notification.event == Event.REMINDER:
        looked = Notification.objects.filter(user=notification.user, match=match, seen_at__gte=now - SEEN_RECENTLY)
        return Status.SEEN if looked.exists() else ""
    if notification.seen_at and notification.event != Event.TEST:
        return Status.SEEN
    return "" if is_relevant(notification.event, notification.key) else Status.STALE


def _claim(job: Job, now: datetime) -> list[Delivery]:
    """Return the delivery of the job, and with a digest all others of the player; none if it is over.

    One UPDATE decides (compare-and-set): a delivery that another job sends along is left to that job while it holds
    its lease. Raises LeaseLost.
    """
    one = Delivery.objects.filter(pk=int(job.key)).first()
    if one is None or one.status in (Status.SENT, Status.SEEN, Status.STALE):
        return []
    if one.status == Status.SENDING and one.claim != job.claim and _is_leased(one.claim, now):
        raise Postponed(A_MINUTE)
    digests = channels()[one.channel].digests
    rows = Delivery.objects.filter(pk=one.pk)
    if one.event in digests:
        rows = Delivery.objects.filter(user_id=one.user_id, event__in=digests, channel=one.channel)
    free = Q(pk=one.pk, status=one.status, claim=one.claim) | (Q(status=Status.QUEUED) & ~Q(pk=one.pk))
    with transaction.atomic():
        extend(job, LEASE, now=now)
        rows.filter(free).update(status=Status.SENDING, claim=job.claim, tries=F("tries") + 1)
    taken = rows.filter(claim=job.claim, status=Status.SENDING)
    related = taken.select_related("user", "device", "notification__user", "notification__other", "notification__match")
    return list(related.order_by("pk"))


def _is_leased(claim: str, now: datetime) -> bool:
    return Job.objects.filter(claim=claim, leased_until__gt=now).exists()


def _send(job: Job, batch: list[Delivery], now: datetime) -> None:
    player, channel = batch[0].user, channels()[batch[0].channel]
    if batch[0].event != Event.TEST and (until := quiet_until(player, preferences_of(player), now)):
        _postpone(batch, until)
        raise Postponed(until - now)
    try:
        with for_player(player):
            channel.send(batch, now)
    except Gone as failure:
        _replace(channel, batch[0], failure, now)
    except PermanentFailure as failure:
        _end_for_good(batch, failure, now)
    except DeliveryFailure as failure:
        _retry_or_fail(job, batch, failure, now)
        raise
    except Exception as fault:
        _retry_or_fail(job, batch, DeliveryFailure("fault", type(fault).__name__), now)
        raise
    else:
        _end(batch, Status.SENT, now)


def _end(batch: list[Delivery], status: str, now: datetime, failure: DeliveryFailure | None = None) -> None:
    for one in batch:
        one.status, one.claim, one.ended_at = status, "", now
        one.reason, one.detail = (failure.reason, failure.detail[:200]) if failure else ("", "")
    _save(batch)


def _postpone(batch: list[Delivery], due_at: datetime) -> None:
    """Postpone to the end of the quiet hours; this does not count as a try."""
    for one in batch:
        one.status, one.claim, one.due_at, one.tries, one.reason = Status.QUEUED, "", due_at, one.tries - 1, "quiet"
    _save(batch)


def _retry_or_fail(job: Job, batch: list[Delivery], failure: DeliveryFailure, now: datetime) -> None:
    """Record when the job is tried again, or that it was the last try."""
    known = handler_of(job.kind)
    for one in batch:  # the others of a digest have jobs of their own, with tries of their own
        is_last = str(one.pk) == job.key and job.tries >= known.most_tries
        one.status, one.claim, one.due_at = Status.QUEUED, "", max(one.due_at, now + known.pause_after(job.tries))
        one.reason, one.detail = failure.reason, failure.detail[:200]
        if is_last:
            one.status, one.ended_at = Status.FAILED, now
    _save(batch)


def _save(batch: list[Delivery]) -> None:
    """Save the rows in one statement."""
    fields = ["status", "claim", "due_at", "tries", "reason", "detail", "place", "ended_at"]
    Delivery.objects.bulk_update(batch, fields)


def _end_for_good(batch: list[Delivery], failure: PermanentFailure, now: datetime) -> None:
    """Record a failure that another try would not change, and use the substitute of the channel."""
    with transaction.atomic():
        substitutes = [substitute for one in batch for substitute in substitutes_of(one, now)]
        _end(batch, Status.FAILED, now, failure)
        schedule(Delivery.objects.bulk_create(substitutes))


def _replace(channel: Channel, one: Delivery, failure: Gone, now: datetime) -> None:
    """Forget a place that is gone, and use the substitute of the channel unless other deliveries remain."""
    with transaction.atomic():
        substitutes = substitutes_of(one, now)
        channel.forget(one)
        one.device = None
        _end([one], Status.FAILED, now, failure)
        schedule(Delivery.objects.bulk_create(substitutes))
