"""Send one delivery, or one e-mail for several, and record the status."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts import localization
from accounts.sweeps import log_once
from games.notifications import mail, push
from games.notifications.errors import DeliveryFailure, Gone, PermanentFailure
from games.notifications.hooks import is_relevant
from games.notifications.models import Channel, Delivery, Device, Event, Notification
from games.notifications.quiet_hours import quiet_until
from games.notifications.routes import address_of, by_mail, preferences_of

Status = Delivery.Status
MOST_TRIES = 5
FIRST_PAUSE = timedelta(minutes=1)  # and four times as long after each further try
LATELY = timedelta(minutes=30)


def deliver(batch: list[Delivery], now: datetime) -> None:
    """Send what was claimed together, unless it was seen, is stale, or the player has quiet hours."""
    statuses = {one.pk: status_unsent(one.notice, now) for one in batch}
    wanted = [one for one in batch if not statuses[one.pk]]
    for one in batch:
        if statuses[one.pk]:
            _end([one], statuses[one.pk], now)
    if not wanted:
        return
    player = wanted[0].user
    if wanted[0].event != Event.TEST and (until := quiet_until(player, preferences_of(player), now)):
        _postpone(wanted, until)
        return
    try:
        with localization.for_player(player):
            _send(wanted, now)
    except Gone:
        _drop_device(wanted[0], now)
    except DeliveryFailure as failure:
        _retry_or_fail(wanted, failure, now)
    except Exception as fault:
        log_once("deliveries", wanted[0].pk, fault)
        _retry_or_fail(wanted, DeliveryFailure("fault", str(fault)), now)
    else:
        _end(wanted, Status.SENT, now)


def status_unsent(notice: Notification, now: datetime) -> str:
    """Return the final status of a notification that need not be sent: seen or stale; else empty."""
    match = notice.match
    if notice.event in (Event.TURN, Event.REMINDER) and (match is None or match.finished_at or match.ply != notice.ply):
        return Status.STALE
    if notice.event == Event.REMINDER:
        looked = Notification.objects.filter(user=notice.user, match=match, seen_at__gte=now - LATELY)
        return Status.SEEN if looked.exists() else ""
    if notice.seen_at and notice.event != Event.TEST:
        return Status.SEEN
    return "" if is_relevant(notice.event, notice.key) else Status.STALE


def _send(batch: list[Delivery], now: datetime) -> None:
    one = batch[0]
    if one.channel == Channel.PUSH:
        push.send(one.device, one.notice, now)
        return
    if preferences_of(one.user).no_mail:
        raise PermanentFailure("unsubscribed")
    address = address_of(one.user)
    if not address:
        raise PermanentFailure("no-address")
    for delivery in batch:
        delivery.place = address
    mail.send(address, one.user, [delivery.notice for delivery in batch], now)


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


def _retry_or_fail(batch: list[Delivery], failure: DeliveryFailure, now: datetime) -> None:
    """Retry later with exponential backoff, or give up."""
    tries = batch[0].tries
    if isinstance(failure, PermanentFailure) or tries >= MOST_TRIES:
        _end(batch, Status.FAILED, now, failure)
        return
    for one in batch:
        one.status, one.claim, one.due_at = Status.QUEUED, "", now + FIRST_PAUSE * 4 ** (tries - 1)
        one.reason, one.detail = failure.reason, failure.detail[:200]
    _save(batch)


def _save(batch: list[Delivery]) -> None:
    """Save the rows in one statement."""
    fields = ["status", "claim", "due_at", "tries", "reason", "detail", "place", "ended_at"]
    Delivery.objects.bulk_update(batch, fields)


def _drop_device(one: Delivery, now: datetime) -> None:
    """Delete an expired subscription, and send an e-mail instead unless other deliveries remain."""
    with transaction.atomic():
        Device.objects.filter(pk__in=[one.device_id]).delete()
        _end([one], Status.FAILED, now, Gone())
        elsewhere = one.notice.deliveries.exclude(pk=one.pk).filter(
            Q(channel=Channel.MAIL) | Q(status__in=[Status.QUEUED, Status.SENDING, Status.SENT])
        )
        if not elsewhere.exists() and not preferences_of(one.user).no_mail and address_of(one.user):
            by_mail(one.notice, now).save()
