"""The outbox: sends due deliveries in threads of its own, so that a slow mail server delays nothing else."""

from __future__ import annotations

import logging
import secrets
from datetime import datetime, timedelta
from threading import BoundedSemaphore, Thread

from django.db import close_old_connections, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.sweeps import Sweep
from games.notifications.models import Channel, Delivery, Event
from games.notifications.sending import deliver

log = logging.getLogger(__name__)

Status = Delivery.Status
_deliveries = Sweep("deliveries")
LEASE = timedelta(minutes=5)  # far longer than the time-outs of a mail server and a push service together
WORKERS = 4  # in one process

_places = BoundedSemaphore(WORKERS)


def due(now: datetime) -> QuerySet[Delivery]:
    """Return deliveries that are due, including those whose lease has expired."""
    return Delivery.objects.filter(status__in=[Status.QUEUED, Status.SENDING], due_at__lte=now)


def start_worker() -> None:
    """Start one more thread if there is something to send; return at once."""
    if not due(timezone.now()).exists() or not _places.acquire(blocking=False):
        return
    Thread(target=_run_thread, name="outbox", daemon=True).start()


def _run_thread() -> None:
    try:
        close_old_connections()
        send_due()
    except Exception:
        log.exception("The outbox stopped; it goes on in a moment")
    finally:
        connection.close()
        _places.release()


def send_due(now: datetime | None = None) -> int:
    """Send all that is due; return the number of deliveries that ended or will be tried again."""
    done = 0
    while batch := claim(now or timezone.now()):
        _deliveries.each([batch], lambda taken: deliver(taken, now or timezone.now()), key=_first)
        done += len(batch)
    return done


def _first(batch: list[Delivery]) -> int:
    return batch[0].pk


def claim(now: datetime) -> list[Delivery]:
    """Claim the longest due delivery, with all other mail about turns to the same player (digest).

    Empty if nothing is due. One UPDATE decides (compare-and-set), so that nothing is sent twice, however many
    processes run; the rows of one that dies are sent by another when the lease has expired.
    """
    while one := due(now).order_by("due_at", "pk").first():
        token = secrets.token_hex(16)
        rows = Delivery.objects.filter(pk=one.pk)
        free = Q(status__in=[Status.QUEUED, Status.SENDING], due_at__lte=now)
        if _is_digest(one):
            rows = Delivery.objects.filter(user_id=one.user_id, event=Event.TURN, channel=Channel.MAIL)
            free |= Q(status=Status.QUEUED)
        if rows.filter(free).update(status=Status.SENDING, claim=token, due_at=now + LEASE, tries=F("tries") + 1):
            return _claimed(token)
    return []


def _is_digest(one: Delivery) -> bool:
    return one.event == Event.TURN and one.channel == Channel.MAIL


def _claimed(token: str) -> list[Delivery]:
    with_all = Delivery.objects.filter(claim=token).select_related(
        "user", "device", "notice__user", "notice__other", "notice__match"
    )
    return list(with_all.order_by("pk"))
