"""What changes events: entries, and results of matches. What follows is up to the run of its format."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from core import clock
from core.live import fanout
from games.events.errors import EventIsFull, EventIsOver, NoBots, NoGuests, NoSuchEvent, NotYetConfirmed
from games.events.models import Entry, Event, Pairing, Round
from games.jobs.services import enqueue
from games.matches.models import Match
from games.matches.play.services import start_match
from games.rules import Seat

RUN = "events.run"  # the kind of the job; its key is that of the event
LARGEST = 500  # players of an event


def find_event(key: str) -> Event:
    """Return an event; raises NoSuchEvent."""
    event = Event.objects.select_related("series", "creator").filter(pk=key).first()
    if event is None:
        raise NoSuchEvent
    return event


def announce_event(event: Event) -> Event:
    """Store a new event, and enqueue what follows."""
    with transaction.atomic():
        event.save(force_insert=True)
        enqueue(RUN, event.pk, due_at=event.starts_at)
    return event


def enter(key: str, player: User, *, confirmed_bots: bool = False) -> Entry:
    """Enter a player, or let one that paused or withdrew come back. Idempotent. Raises Refused with the reason."""
    if player.is_guest or player.is_computer:
        raise NoGuests
    with transaction.atomic():
        event = locked(key)
        entry = Entry.objects.filter(event=event, player=player).first()
        if entry and entry.state == Entry.State.IN:
            return entry
        if event.is_over or (entry and entry.state in (Entry.State.STRUCK, Entry.State.REMOVED)):
            raise EventIsOver
        if player.is_bot and not event.with_bots:
            raise NoBots
        if event.with_bots and not player.is_bot and not confirmed_bots:
            raise NotYetConfirmed
        if entry is None:
            if event.entries.filter(state=Entry.State.IN).count() >= min(event.most, LARGEST):
                raise EventIsFull
            entry = Entry(event=event, player=player)
        entry.came_back = entry.state == Entry.State.WITHDRAWN
        entry.state, entry.stays, entry.confirmed_bots = Entry.State.IN, True, confirmed_bots
        entry.save()
        changed(event)
    return entry


def withdraw(key: str, player: User) -> None:
    """Withdraw a player: before the beginning the entry goes, later it is not paired again. Idempotent."""
    with transaction.atomic():
        event = locked(key)
        entries = Entry.objects.filter(event=event, player=player)
        if event.state == Event.State.OPEN:
            entries.delete()
        elif not event.is_over:
            entries.filter(state__in=[Entry.State.IN, Entry.State.AWAY]).update(
                state=Entry.State.WITHDRAWN, stays=False
            )
        changed(event)


def topic_of(key: str) -> str:
    """Return the topic of the open pages of an event."""
    return f"live.event.{key}"


def locked(key: str) -> Event:
    """Return an event with its row locked; raises NoSuchEvent."""
    event = Event.objects.select_for_update(of=("self",)).select_related("series").filter(pk=key).first()
    if event is None:
        raise NoSuchEvent
    return event


def changed(event: Event) -> None:
    """Note that what pages show of an event has changed, and have its job see what follows."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.version += 1
    transaction.on_commit(partial(fanout.publish, [topic_of(event.pk)], {"type": "page.changed"}))
    if not event.is_over:
        enqueue(RUN, event.pk)


def begin_pairing(event: Event, pairing: Pairing) -> Match:
    """Start the match of a pairing whose entries are there, and store it; call it with the event locked."""
    first, second = pairing.players()
    if second is None:
        raise ValueError("A bye has no match.")
    match = start_match(
        game_slug=event.game_slug,
        options=event.options,
        first=first,
        second=second,
        time_control=event.time_control,
        rated=event.rated,
        event_key=event.pk,
    )
    pairing.match = match
    pairing.save(update_fields=["match"])
    return match


def result_of(match: Match) -> str:
    """Return the result of a finished match as that of a pairing whose first entry has its first seat."""
    if match.voided_at or not match.ended.has_result:
        return Pairing.Result.CANCELLED
    names = {None: Pairing.Result.DRAW, Seat.FIRST: Pairing.Result.FIRST, Seat.SECOND: Pairing.Result.SECOND}
    return names[None if match.winner is None else Seat(match.winner)]


def record_result(match: Match) -> None:
    """Store the result of a match that has ended with its pairing, and have the event go on. Idempotent."""
    pairing = Pairing.objects.select_related("round").filter(Q(match=match) | Q(mirror=match)).first()
    if pairing is None or match.finished_at is None:
        return
    with transaction.atomic():
        event = locked(pairing.round.event_id)
        open_ones = Pairing.objects.filter(pk=pairing.pk, result=Pairing.Result.OPEN)
        if open_ones.update(result=result_of(match), decided_at=clock.now()):
            changed(event)


def new_round(event: Event, number: int, now: datetime) -> Round:
    """Return a new round, or raise IntegrityError where it is there already."""
    ends_at = now + event.round_lasts if event.round_lasts else None
    return Round.objects.create(event=event, number=number, begins_at=now, ends_at=ends_at)
