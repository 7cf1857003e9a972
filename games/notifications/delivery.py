"""Deliveries: how long each waits in case the player sees it anyway; each is a job, its row says what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet

from accounts.player import for_player
from accounts.services import blocked_between
from core import clock
from core.limits import Busy
from core.prepared import PreparedRows
from games.jobs.hooks import Postponed, handler_of
from games.jobs.models import Job
from games.jobs.services import extend, schedule_all
from games.notifications.channels import (
    Channel,
    Destination,
    channels,
    preferences_of,
    preferences_of_all,
    quiet_until,
    wants,
)
from games.notifications.errors import DeliveryFailure, Gone, PermanentFailure
from games.notifications.hooks import kind_of, kinds
from games.notifications.models import Delivery, Notification

Status = Delivery.Status
LEASE = timedelta(minutes=5)  # far longer than the time-outs of a mail server and a push service together
A_MINUTE = timedelta(minutes=1)
A_SECOND = timedelta(seconds=1)


def deliveries_of(notifications: Sequence[Notification]) -> list[Delivery]:
    """Return the unsaved deliveries of new notifications, with the same queries for any number of them.

    A kind that is not chosen in the settings uses every channel.
    """
    preferences = preferences_of_all({notification.user_id for notification in notifications})
    deliveries: list[Delivery] = []
    for channel in channels().values():
        for_channel = [
            notification
            for notification in notifications
            if not kind_of(notification.event).is_chosen
            or (wants(preferences[notification.user_id], notification.event, channel) and channel.suits(notification))
        ]
        if for_channel and channel.queue:
            deliveries += _deliveries_by(channel, for_channel)
    return deliveries


def schedule(deliveries: Sequence[Delivery]) -> None:
    """Enqueue the jobs of saved deliveries."""
    queued = [one for one in deliveries if one.status == Status.QUEUED]
    schedule_all({(channels()[one.channel].job, str(one.pk)): one.due_at for one in queued})


def deliver(job: Job) -> None:
    """Send the delivery whose key the job has, unless it was seen or is stale. A dead letter may be tried again.

    A digest takes all others that wait for the same player with it; their own jobs find them sent.
    """
    now = clock.now()
    one = Delivery.objects.select_related("device").filter(pk=int(job.key)).first()
    if one is None or one.status in (Status.SENT, Status.SEEN, Status.STALE):
        return
    try:
        with channels()[one.channel].held(one):
            _deliver(job, one, now)
    except Busy:  # tried again after longer and longer pauses, so that many that wait cost little
        raise Postponed(min(max(A_SECOND, now - one.due_at), A_MINUTE)) from None


def _deliver(job: Job, one: Delivery, now: datetime) -> None:
    batch = _claim(job, one, now)
    unsent = {one.pk: status_unsent(one.notification, now) for one in batch}
    for one in batch:
        if unsent[one.pk]:
            _end([one], unsent[one.pk], now)
    to_send = [one for one in batch if not unsent[one.pk]]
    if to_send:
        _send(job, to_send, now)


def status_unsent(notification: Notification, now: datetime) -> str:
    """Return the final status of a notification that need not be sent: stale or seen; else empty.

    Stale is also what a player sent between whom and the reader there is a block by now.
    """
    kind, other = kind_of(notification.event), notification.other
    is_blocked = kind.is_from_player and other is not None and blocked_between(notification.user, other)
    if is_blocked or not notification.user.is_active or not kind.is_current(notification):
        return Status.STALE
    return Status.SEEN if kind.was_seen(notification, now) else ""


def _claim(job: Job, one: Delivery, now: datetime) -> list[Delivery]:
    """Return the delivery of the job, and with a digest all others of the player.

    One UPDATE decides (compare-and-set): a delivery that another job sends along is left to that job while it holds
    its lease. Raises LeaseLost.
    """
    if one.status == Status.SENDING and one.claim != job.claim and _is_leased(one.claim, now):
        raise Postponed(A_MINUTE)
    digests = _digests(channels()[one.channel])
    rows = Delivery.objects.filter(pk=one.pk)
    if one.event in digests:
        rows = Delivery.objects.filter(user_id=one.user_id, event__in=digests, channel=one.channel)
    free = Q(pk=one.pk, status=one.status, claim=one.claim) | (Q(status=Status.QUEUED) & ~Q(pk=one.pk))
    with transaction.atomic():
        extend(job, LEASE, now=now)
        rows.filter(free).update(status=Status.SENDING, claim=job.claim, tries=F("tries") + 1)
    return list(_claimed(rows, job.claim)) if one.event in digests else _claimed_alone(one.pk, job.claim)


def _claimed(rows: QuerySet[Delivery], claim: str) -> QuerySet[Delivery]:
    related = "user", "device", "notification__user", "notification__other", "notification__match"
    return rows.filter(claim=claim, status=Status.SENDING).select_related(*related).order_by("pk")


_claimed_alone = PreparedRows(lambda pk, claim: _claimed(Delivery.objects.filter(pk=pk), claim), int, str)


def _is_leased(claim: str, now: datetime) -> bool:
    return Job.objects.filter(claim=claim, leased_until__gt=now).exists()


def _send(job: Job, batch: list[Delivery], now: datetime) -> None:
    player, channel = batch[0].user, channels()[batch[0].channel]
    if kind_of(batch[0].event).is_chosen and (until := quiet_until(player, preferences_of(player), now)):
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
    handler = handler_of(job.kind)
    for one in batch:  # the others of a digest have jobs of their own, with tries of their own
        is_last = str(one.pk) == job.key and job.tries >= handler.most_tries
        one.status, one.claim, one.due_at = Status.QUEUED, "", max(one.due_at, now + handler.pause_after(job.tries))
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


def substitutes_of(delivery: Delivery, now: datetime) -> list[Delivery]:
    """Return unsaved deliveries by the substitute of a channel whose last place for a notification is gone."""
    channel = channels().get(channels()[delivery.channel].substitute)
    others = delivery.notification.deliveries.exclude(pk=delivery.pk)
    under_way = [Delivery.Status.QUEUED, Delivery.Status.SENDING, Delivery.Status.SENT]
    if channel is None or others.filter(channel=channel.name).exists() or others.filter(status__in=under_way).exists():
        return []
    if not channel.is_allowed(preferences_of_all([delivery.user_id])[delivery.user_id]):
        return []
    destinations = channel.destinations([delivery.user_id]).get(delivery.user_id, [])
    return [_delivery(channel, delivery.notification, destination, now) for destination in destinations]


def _deliveries_by(channel: Channel, notifications: Sequence[Notification]) -> list[Delivery]:
    players = {notification.user_id for notification in notifications}
    destinations = channel.destinations(players)
    digests = _digests(channel)
    has_digest = any(notification.event in digests for notification in notifications)
    gaps = _digest_gaps(channel, players) if has_digest else {}
    return [
        _delivery(channel, notification, destination, _due(channel, notification, gaps))
        for notification in notifications
        for destination in destinations.get(
            notification.user_id, [] if kind_of(notification.event).is_chosen else [Destination()]
        )
    ]


def _delivery(channel: Channel, notification: Notification, destination: Destination, due_at: datetime) -> Delivery:
    """Return a delivery; one of a notification that was seen at once is over."""
    return Delivery(
        notification=notification,
        user_id=notification.user_id,
        event=notification.event,
        channel=channel.name,
        device=destination.device,
        place=destination.name,
        due_at=due_at,
        status=Delivery.Status.SEEN if notification.seen_at else Delivery.Status.QUEUED,
        ended_at=notification.seen_at,
    )


def _due(channel: Channel, notification: Notification, gaps: Mapping[int, datetime]) -> datetime:
    """Return when it is due: so long after the event, and after the player's last digest."""
    kind, due_at = kind_of(notification.event), notification.made_at
    if delay := kind.delays.get(channel.name):
        match = notification.match if kind.is_of_turn else None
        due_at = max(due_at, (match.moved_at if match else due_at) + delay)
    if channel.name in kind.digests and notification.user_id in gaps:
        due_at = max(due_at, gaps[notification.user_id])
    return due_at


def _digest_gaps(channel: Channel, players: set[int]) -> dict[int, datetime]:
    """Return until when players get no further digest, as they have not visited the site since the last one."""
    deliveries = Delivery.objects.filter(
        user__in=players, event__in=_digests(channel), channel=channel.name, status=Delivery.Status.SENT
    )
    last = deliveries.values_list("user", "user__seen_at").annotate(Max("ended_at")).order_by()
    return {user: end + channel.digest_gap for user, seen_at, end in last if seen_at is None or seen_at <= end}


def _digests(channel: Channel) -> list[str]:
    """Return the keys of the kinds that this channel sends as digests."""
    return [kind.key for kind in kinds if channel.name in kind.digests]
