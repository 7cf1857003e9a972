"""The course of an event: how it begins, how rounds are opened and closed, how it ends. Call all with it locked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from games.clubs.models import IN
from games.events import notices
from games.events.field import Field, takes_part
from games.events.models import Entry, Event, Pairing, Round
from games.events.pairing.values import Pair
from games.events.services import (
    CALLED,
    begin_pairings,
    by_absence,
    changed,
    decide,
    rate,
    result_of,
    withdraw,
)
from games.matches.errors import MatchOver
from games.matches.models import Match
from games.matches.play.adjudication import adjudicate
from games.matches.play.services import resign
from games.matches.time.control import GATHERING

Numbered = tuple[int, Pair]  # the number of a pairing in its round, and who meets


def begin(event: Event, now: datetime, present: Collection[Entry]) -> bool:
    """Begin an event with these entries, which get their ratings, or cancel it if there are too few; return which."""
    if len(present) < max(event.least, 2):
        close(event, Event.State.CALLED_OFF, now)
        return False
    rate(event, present)
    event.state = Event.State.RUNNING
    Event.objects.filter(pk=event.pk).update(state=event.state, rounds=event.rounds)
    changed(event)
    return True


def close(event: Event, state: str, now: datetime) -> None:
    """End an event, which has run or is cancelled."""
    event.state, event.ended_at = state, now
    Event.objects.filter(pk=event.pk).update(state=state, ended_at=now)
    changed(event)


def keep_to_members(event: Event, now: datetime) -> None:
    """Withdraw those who are no longer members of their club in an event; cancel it if one was closed before it began.

    An event that runs when its club is closed goes on with those who are in it.
    """
    if not event.clubs or event.is_over:
        return
    if any(club.closed_at for club in event.clubs):
        if event.state == Event.State.OPEN:
            close(event, Event.State.CALLED_OFF, now)
            notices.tell_cancelled(event, None)
        return
    for club in event.clubs:
        members = club.members.filter(role__in=IN).values("player")
        gone = event.entries.filter(state__in=[Entry.State.IN, Entry.State.AWAY]).exclude(player__in=members)
        gone = gone.filter(club=club) if event.rival else gone
        for entry in gone.exclude(player__is_computer=True).select_related("player"):
            withdraw(event.pk, entry.player)


def finish(field: Field, places: Mapping[int, int | None], now: datetime) -> None:
    """End an event with these places by entry. Who is removed has none, and the others move up."""
    vacant = [place for entry in field.removed if (place := places.get(entry))]
    for entry in field.entries.values():
        place = places.get(entry.pk) if entry.pk not in field.removed else None
        entry.place = place and place - sum(one < place for one in vacant)
    Entry.objects.bulk_update(field.entries.values(), ["place", "state"], batch_size=250)
    close(field.event, Event.State.OVER, now)


def open_round(event: Event, number: int, now: datetime, basis: Mapping[str, object]) -> Round:
    """Store a new round; raises IntegrityError where another scheduler has."""
    ends_at = now + event.round_lasts if event.round_lasts else None
    return Round.objects.create(event=event, number=number, begins_at=now, ends_at=ends_at, basis=basis)


def start(
    field: Field, round_: Round, pairs: Sequence[Numbered], *, gathering: timedelta = GATHERING, is_over: bool = False
) -> None:
    """Store pairings of a round, and begin their matches. Who is no longer in loses by absence, a bye is won.

    Those of a round whose time `is_over` are drawn.
    """
    pairings = [
        Pairing(
            round=round_,
            number=number,
            first=field.entries[pair.first],
            second=None if pair.second is None else field.entries[pair.second],
            result=Pairing.Result.BYE if pair.second is None else Pairing.Result.OPEN,
            decided_at=round_.begins_at if pair.second is None else None,
        )
        for number, pair in pairs
    ]
    Pairing.objects.bulk_create(pairings)
    to_play = []
    for pairing in pairings:
        absent = [entry.pk for entry in pairing.entries if not takes_part(entry)]
        if pairing.second is not None and is_over:
            decide(pairing, Pairing.Result.DRAW, Pairing.Cause.JUDGED)
        elif pairing.second is not None and absent:
            decide(pairing, by_absence(pairing, absent), Pairing.Cause.ABSENCE)
        elif pairing.second is not None:
            to_play.append(pairing)
    begin_pairings(field.event, to_play, gathering=gathering)
    if field.event.kind != Event.Kind.ARENA:  # whose players have its page open
        notices.tell_round([pairing.match for pairing in to_play if pairing.match])
    changed(field.event)


def settle(field: Field, round_: Round, now: datetime) -> None:
    """Decide the open pairings of a round that no longer wait for a player who is in; at its end decide all."""
    waiting = [pairing for pairing in field.in_round(round_) if not pairing.is_decided]
    if round_.ends_at and round_.ends_at <= now:
        for pairing in waiting:
            judge(field.event, pairing)
        return
    is_waited_for = any(all(map(takes_part, pairing.entries)) for pairing in waiting)
    for pairing in waiting:
        absent = [entry for entry in pairing.entries if not takes_part(entry)]
        if any(entry.pk in field.removed for entry in absent) or (absent and not is_waited_for):
            walk_over(field.event, pairing, absent)


def walk_over(event: Event, pairing: Pairing, absent: Sequence[Entry]) -> None:
    """Decide a pairing against entries that are no longer in, and end its match."""
    if decide(pairing, by_absence(pairing, [entry.pk for entry in absent]), Pairing.Cause.ABSENCE):
        for match_id in filter(None, (pairing.match_id, pairing.mirror_id)):
            with suppress(MatchOver):  # it has ended, and its job comes later
                resign(match_id, absent[0].player)
        changed(event)


def judge(event: Event, pairing: Pairing) -> None:
    """End the match of an open pairing whose time is over, by proof or else by the points, and decide the pairing."""
    if pairing.match_id:
        decide(pairing, result_of(adjudicate(pairing.match_id)), Pairing.Cause.JUDGED)
        changed(event)


def close_round(round_: Round, now: datetime) -> None:
    """Note that all pairings of a round are decided."""
    round_.closed_at = now
    Round.objects.filter(pk=round_.pk).update(closed_at=now)


def call(event: Event, now: datetime) -> datetime:
    """Tell the players of a live event some minutes before it begins; return when something is due next."""
    if event.is_live and now < event.starts_at - CALLED:
        return event.starts_at - CALLED
    if event.is_live:
        notices.tell_soon(event)
    return event.starts_at


def remind(field: Field, round_: Round, now: datetime) -> datetime | None:
    """Remind who has not moved when a third of the first turn has passed; return when that is due, None once done."""
    if field.event.is_live or round_.reminded_at:
        return None
    due_at = round_.begins_at + field.event.time_control.turn_limit(None) / 3
    if now < due_at:
        return due_at
    keys = [key for pairing in field.open_pairings for key in (pairing.match_id, pairing.mirror_id) if key]
    waiting = Match.objects.filter(pk__in=keys, finished_at=None, ply__lte=1, sealed_move="").select_related(
        "first", "second"
    )
    notices.remind(waiting)
    Round.objects.filter(pk=round_.pk).update(reminded_at=now)
    return None
