"""Endpoints, and the queue of what each is told.

An event is a job in the transaction that causes it (transactional outbox), but only where a player has endpoints. The
job reads the thing and queues a sending for each endpoint that wants the event; the unique mark makes it idempotent.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.hooks import event_sources
from accounts.models import User
from core import clock
from core.outgoing import check_url
from games.jobs.models import Job
from games.jobs.services import enqueue, enqueue_all, finish_or_abort
from games.matches.models import Match
from games.rules import Seat
from games.webhooks.models import Endpoint, Sending

EVENT, SEND = "webhooks.event", "webhooks.send"
MOST = 3  # endpoints of a player
FRESH = 10.0  # seconds for which a process knows who has endpoints; a new one is told of events from then on
KEPT = timedelta(days=14)
AT_ONCE = 500
_listeners: tuple[float, frozenset[int]] = (float("-inf"), frozenset())


def note(event: str, key: str, *players: int) -> None:
    """Note an event of the thing with this key for these players, in the transaction that causes it."""
    if concerned := listeners().intersection(players):
        enqueue_all((EVENT, f"{player} {event} {key}") for player in sorted(concerned))


def jobs_of_turns(matches: Sequence[Match]) -> Mapping[tuple[str, str], datetime]:
    """Return the jobs that tell endpoints of the turns that these matches begin."""
    players = [(match.player_id(Seat(match.to_move)), match) for match in matches if not match.is_gathering]
    return {
        (EVENT, f"{player} match.turn {match.pk}"): match.moved_at for player, match in players if player in listeners()
    }


def concerns(match: Match) -> bool:
    """Return whether a player of the match has endpoints."""
    return not listeners().isdisjoint((match.first_id, match.second_id))


def listeners() -> frozenset[int]:
    """Return the keys of the players who have endpoints; read every ten seconds, and not with each move."""
    global _listeners
    read_at, players = _listeners
    if time.monotonic() - read_at > FRESH:
        players = frozenset(Endpoint.objects.filter(disabled_at=None).values_list("user", flat=True))
        _listeners = time.monotonic(), players
    return players


def forget_listeners() -> None:
    """Have this process read again who has endpoints."""
    global _listeners
    _listeners = float("-inf"), frozenset()


def queue_event(job: Job) -> None:
    """Queue a sending of the job's event for each endpoint of the player that wants it, and finish the job."""
    player, event, key = job.key.split(" ", 2)
    endpoints = Endpoint.objects.filter(user=int(player), user__is_active=True, disabled_at=None)
    subscribed = [endpoint for endpoint in endpoints.select_related("user") if event in endpoint.events]
    marks = [
        mark
        for source in event_sources
        if subscribed and source.one == event.partition(".")[0]
        for thing in source.find(subscribed[0].user, [key], None)
        for mark in thing.marks
        if mark.partition(" ")[0] == event
    ]
    sendings = [
        Sending(endpoint=endpoint, event=event, subject=key, mark=mark) for endpoint in subscribed for mark in marks
    ]
    with transaction.atomic():
        Sending.objects.bulk_create(sendings, ignore_conflicts=True)
        for endpoint in subscribed if sendings else ():
            enqueue(SEND, endpoint.pk, due_at=endpoint.retry_at)
        finish_or_abort(job)


def events_by_key() -> dict[str, str]:
    """Return the events that can be chosen, with their names for players."""
    return {event: str(label) for source in event_sources for event, label in source.events.items()}


def endpoints_of(user: User) -> list[Endpoint]:
    """Return the player's endpoints, oldest first."""
    return list(Endpoint.objects.filter(user=user).order_by("pk"))


def check_address(url: str) -> None:
    """Raise Forbidden for an address to which nothing may be sent."""
    if not settings.WEBHOOKS_INSIDE:
        check_url(url)


def add_endpoint(user: User, url: str, description: str, chosen: Sequence[str]) -> Endpoint | None:
    """Add an endpoint; return None where the player has as many as one may. The form has checked the address."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if Endpoint.objects.filter(user=user).count() >= MOST:
            return None
        endpoint = Endpoint.objects.create(user=user, url=url, description=description, events=list(chosen))
    forget_listeners()
    return endpoint


def drop_endpoint(user: User, pk: int) -> bool:
    """Delete an endpoint of the player with its sendings; return whether there was one."""
    dropped, _rows = Endpoint.objects.filter(user=user, pk=pk).delete()
    forget_listeners()
    return bool(dropped)


def resume(user: User, pk: int) -> bool:
    """Have an endpoint that failed told again, of all that still waits; return whether the player has it."""
    healthy = {"failures": 0, "failing_since": None, "retry_at": None, "disabled_at": None}
    with transaction.atomic():
        is_there = bool(Endpoint.objects.filter(user=user, pk=pk).update(**healthy))
        if is_there:
            enqueue(SEND, pk)
    forget_listeners()
    return is_there


def send_test(user: User, pk: int) -> bool:
    """Queue a test for an endpoint; return whether the player has it."""
    endpoint = Endpoint.objects.filter(user=user, pk=pk, disabled_at=None).first()
    if endpoint is None:
        return False
    with transaction.atomic():
        mark = f"test {int(clock.now().timestamp())}"
        Sending.objects.bulk_create([Sending(endpoint=endpoint, event="test", mark=mark)], ignore_conflicts=True)
        enqueue(SEND, endpoint.pk)
    return True


def forget_all(user: User) -> None:
    """Delete the endpoints of a player whose account is deleted."""
    forget_all_of(user.pk)


def forget_all_of(user_id: int) -> None:
    """Delete the endpoints of a player whose sessions and tokens have ended: who stole one could have added them."""
    Endpoint.objects.filter(user=user_id).delete()


def delete_old(now: datetime | None = None) -> int:
    """Delete old sendings, in short transactions; return their number."""
    old, count = Sending.objects.filter(made_at__lt=(now or clock.now()) - KEPT), 0
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        count += Sending.objects.filter(pk__in=keys).delete()[0]
    return count
