"""Sending what is queued for an endpoint: a job for each, in bounded places, so that none that hangs delays others."""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta

import requests
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from accounts.hooks import event_sources
from core import clock
from core.limits import Busy
from core.outgoing import Forbidden, Places, guarded_session
from games.jobs.hooks import Handler, Queue
from games.jobs.models import Job
from games.webhooks.keys import signed_headers
from games.webhooks.models import Endpoint, Sending
from games.webhooks.notices import tell_disabled
from games.webhooks.services import EVENT, SEND, check_address, forget_listeners, queue_event

Status = Sending.Status
THREADS, OF_ONE_PLAYER, TO_ONE_HOST = 8, 2, 4
QUEUE = Queue("webhooks", batch=1, lease=timedelta(seconds=45), threads=THREADS)  # a crash delays events by so long
PLACES = Places("webhooks", at_once=THREADS, of_account=OF_ONE_PLAYER, to_host=TO_ONE_HOST)
A_SECOND, A_MINUTE = timedelta(seconds=1), timedelta(minutes=1)
IN_A_ROW = 15.0  # seconds that an endpoint may keep a thread before others have their turn; ends well within the lease
TIMEOUT = (5, 10)  # seconds for reaching it, and for its answer
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=15), timedelta(hours=1)
MOST_TRIES = 14  # over half a day
PATIENCE = timedelta(days=3)  # of failures alone, after which an endpoint is disabled
GONE = "410"
USER_AGENT = "Numgames-Webhooks/1"
HANDLERS = [Handler(EVENT, queue_event), Handler(SEND, lambda job: send_queued(job), QUEUE)]


def send_queued(job: Job) -> None:
    """Send what is queued for the endpoint of this job, in order, until that fails; the job comes again then.

    The pauses grow with the failures of the endpoint, not with those of an event (exponential backoff).
    """
    endpoint = Endpoint.objects.select_related("user").filter(pk=int(job.key), disabled_at=None).first()
    if endpoint is None or not endpoint.user.is_active:
        return
    if endpoint.retry_at and endpoint.retry_at > clock.now():
        job.again_at = endpoint.retry_at
        return
    ends = time.monotonic() + IN_A_ROW
    while sending := endpoint.sendings.filter(status=Status.QUEUED).order_by("pk").first():
        if job.is_stopping or time.monotonic() > ends:
            job.again_at = clock.now()
            return
        try:
            with PLACES.held(endpoint.user_id, endpoint.url):
                answer = _answer_to(endpoint, sending)
        except Busy:  # tried again after longer and longer pauses, so that many that wait cost little
            job.again_at = clock.now() + min(max(A_SECOND, clock.now() - sending.made_at), A_MINUTE)
            return
        _record(endpoint, sending, answer, is_taken=answer.startswith("2"), now=clock.now())
        if endpoint.disabled_at or endpoint.retry_at:
            job.again_at = None if endpoint.disabled_at else endpoint.retry_at
            return


def body_of(endpoint: Endpoint, sending: Sending) -> bytes:
    """Return what is sent: the event, and the thing as it now is. An id that comes again is the same event."""
    player, key = endpoint.user, sending.subject
    things = {
        source.one: thing.data
        for source in event_sources
        if source.one == sending.event.partition(".")[0]
        for thing in source.find(player, [key], None)
    }
    head = {"type": sending.event, "id": sending.pk, "webhook": endpoint.pk, "player": player.file_name}
    return json.dumps({**head, "made": sending.made_at, **things}, cls=DjangoJSONEncoder).encode()


def _answer_to(endpoint: Endpoint, sending: Sending) -> str:
    """Post the event; return the status of the answer, whose body is not read, or why there is none."""
    body = body_of(endpoint, sending)
    headers = {"Content-Type": "application/json", "User-Agent": USER_AGENT, **signed_headers(body, clock.now())}
    try:
        check_address(endpoint.url)
        with (
            _session() as session,
            session.post(
                endpoint.url, body, headers=headers, timeout=TIMEOUT, allow_redirects=False, stream=True
            ) as answer,
        ):
            return str(answer.status_code)
    except Forbidden:
        return "forbidden"
    except requests.Timeout:
        return "timeout"
    except requests.exceptions.SSLError:
        return "tls"
    except (requests.RequestException, ValueError, OSError) as fault:  # ValueError: of a malformed answer
        return f"unreachable ({type(fault).__name__})"


def _session() -> requests.Session:
    if not settings.WEBHOOKS_INSIDE:
        return guarded_session()
    session = requests.Session()
    session.trust_env = False
    return session


def _record(endpoint: Endpoint, sending: Sending, answer: str, *, is_taken: bool, now: datetime) -> None:
    """Store the answer, and when the endpoint is tried again; disable one that is gone or has failed for long."""
    changes: dict[str, object] = {"failures": 0, "failing_since": None, "retry_at": None}
    if not is_taken:
        since = endpoint.failing_since or now
        pause = min(FIRST_PAUSE * int(2 ** min(endpoint.failures, 20)), LONGEST_PAUSE)
        changes = {"failures": endpoint.failures + 1, "failing_since": since, "retry_at": now + pause}
        if answer == GONE or now - since > PATIENCE:
            changes["disabled_at"] = now
    is_over = is_taken or sending.tries + 1 >= MOST_TRIES
    status = Status.SENT if is_taken else Status.FAILED if is_over else Status.QUEUED
    row = {"tries": sending.tries + 1, "answer": answer[:60], "status": status, "ended_at": now if is_over else None}
    with transaction.atomic():  # updates, as the player may delete both meanwhile
        Sending.objects.filter(pk=sending.pk).update(**row)
        Endpoint.objects.filter(pk=endpoint.pk).update(**changes)
        for name, value in changes.items():
            setattr(endpoint, name, value)
        if endpoint.disabled_at:
            forget_listeners()
            tell_disabled(endpoint)
