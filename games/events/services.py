"""What changes events: entries, and results of matches. What follows is up to the run of its format."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.models import User
from accounts.player import lock_players
from core import clock
from core.live import fanout
from core.prepared import PreparedRows
from games.clubs import services as clubs
from games.clubs.models import Club
from games.events.errors import (
    BegunAlready,
    EventIsFull,
    EventIsOver,
    ForMembers,
    HasEnded,
    MustPause,
    NoBots,
    NoGuests,
    NoSuchEvent,
    NotYetConfirmed,
    TeamIsFull,
)
from games.events.field import absent_seats, own_club, team_for, unplayed_by
from games.events.models import Entry, Event, Pairing, Side, Team
from games.events.pairing import swiss
from games.jobs.services import enqueue, enqueue_all
from games.matches.models import Match
from games.matches.play.mirrors import boards_of, whole_of
from games.matches.play.opening import Opening, begin_all, opened
from games.matches.time.control import GATHERING
from games.ratings.glicko2 import NEWCOMER
from games.ratings.standings import figures_of
from games.rules import Seat

RUN = "events.run"  # the kind of the job; its key is that of the event
CALLED = timedelta(minutes=5)  # before a live event begins its players are told
LARGEST = 500  # players of an event
MOST_ABSENCES = 2  # matches that an entry may miss before it pauses
PAUSE = timedelta(days=14)  # before the next event, for the first one in which a player missed so many
REMEMBERED = timedelta(days=365)


def visible_to(viewer: User | None) -> QuerySet[Event, Event]:
    """Return the events that this viewer may see: those of clubs as the club is seen, and own ones."""
    seen = clubs.visible_to(viewer)
    visible = Q(club=None) | Q(club__in=seen) | Q(rival__in=seen)
    return Event.objects.filter(visible | Q(pk__in=viewer.entries.values("event")) if viewer else visible)


def find_event(key: str, viewer: User | None) -> Event:
    """Return an event that this viewer may see; raises NoSuchEvent."""
    event = _visible.first(key, viewer.pk) if viewer else _public.first(key)
    if event is None:
        raise NoSuchEvent
    return event


def _seen_by(viewer: User | None, key: str) -> QuerySet[Event, Event]:
    return visible_to(viewer).select_related("series", "creator", "club", "rival").filter(pk=key)


_visible = PreparedRows(lambda key, viewer: _seen_by(User(pk=viewer), key), str, int)
_public = PreparedRows(lambda key: _seen_by(None, key), str)


def announce_event(event: Event, *teams: str) -> Event:
    """Store a new event, of a team match by link with the names of its teams, and enqueue what follows."""
    with transaction.atomic():
        event.save(force_insert=True)
        Team.objects.bulk_create([Team(event=event, number=number, name=name) for number, name in enumerate(teams, 1)])
        enqueue_run(event)
        for club in event.clubs:
            clubs.announce(club.pk)
    return event


def enqueue_run(event: Event) -> None:
    """Enqueue the run that begins an event, and before it calls the players of a live one."""
    enqueue(RUN, event.pk, due_at=event.starts_at - CALLED if event.is_live else event.starts_at)


def enter(key: str, player: User, *, confirmed_bots: bool = False, link: str = "") -> Entry:
    """Enter a player, or let one that paused or withdrew come back. Idempotent. Raises Refused with the reason.

    In a team match by link the key in the `link` says for which team; before it begins the other one's link changes it.
    """
    if player.is_guest or player.is_computer:
        raise NoGuests
    now = clock.now()
    with transaction.atomic():
        event = locked(key)
        entry = Entry.objects.filter(event=event, player=player).first()
        team = team_for(event, entry, link)
        if entry and entry.state == Entry.State.IN and not event.is_over and entry.team == team:
            return entry
        club = _club_for(event, player, entry)
        if (entry and entry.state in (Entry.State.STRUCK, Entry.State.REMOVED)) or not takes_entries(event, now):
            raise EventIsOver
        if player.is_bot and not event.with_bots:
            raise NoBots
        confirmed_bots = confirmed_bots or bool(entry and entry.confirmed_bots)
        if event.with_bots and not player.is_bot and not confirmed_bots:
            raise NotYetConfirmed
        if (entry is None or entry.team != team) and is_full(event, team or club):
            raise TeamIsFull if event.kind == Event.Kind.TEAM else EventIsFull
        if entry is None:
            if pause_of(player, now) > now:
                raise MustPause
            entry = Entry(event=event, player=player, joined_at=now, club=club if event.rival_id else None)
            rate(event, [entry])
            entry.first_round = event.played_rounds.count() + 1
        entry.team = team
        entry.came_back = entry.state == Entry.State.WITHDRAWN
        entry.state, entry.stays, entry.confirmed_bots = Entry.State.IN, True, confirmed_bots
        entry.save()
        changed(event)
    return entry


def _club_for(event: Event, player: User, entry: Entry | None) -> Club | None:
    """Return the player's club in the event, None where it is for all; raises Refused where that is needed."""
    if not event.clubs:
        return None
    if club := own_club(event, player):
        return club
    if not visible_to(player).filter(pk=event.pk).exists():
        raise NoSuchEvent
    if all(one.closed_at is None for one in event.clubs) or entry is None or entry.state != Entry.State.AWAY:
        raise ForMembers
    return entry.club  # who pauses comes back even if the club was closed


def pause(key: str, player: User) -> None:
    """Have a player of a running event not be paired until the player enters again. Idempotent."""
    with transaction.atomic():
        event = locked(key)
        theirs = Entry.objects.filter(event=event, player=player, state=Entry.State.IN)
        if not event.is_over and theirs.update(state=Entry.State.AWAY):
            changed(event)


def pause_of(player: User, now: datetime) -> datetime:
    """Return until when a player may enter no event, for not having come to matches of former ones.

    The first event that the player has left so costs `PAUSE`, each further one twice as much; each event that the
    player has finished since then halves it. What is longer ago than `REMEMBERED` is forgotten.
    """
    ended = Entry.objects.filter(player=player, event__ended_at__gt=now - REMEMBERED)
    rows = ended.filter(absences__gte=MOST_ABSENCES).values_list("event__ended_at", flat=True)
    left = [moment for moment in rows if moment]
    if not left:
        return now
    seen_through = ended.filter(absences__lt=MOST_ABSENCES, place__isnull=False, event__ended_at__gt=max(left))
    return max(left) + PAUSE * 2.0 ** (len(left) - 1 - seen_through.count())


def remove(entry: Entry) -> None:
    """Remove an entry for unfair play; staff do that. Idempotent.

    While the event runs, its opponents have had a bye, as `pairing.removal` says; afterwards the others move up.
    """
    with transaction.atomic():
        event = locked(entry.event_id)
        entry.refresh_from_db()
        if entry.state == Entry.State.REMOVED:
            return
        if entry.place is not None:
            alike = event.entries.filter(division=entry.division, place__gt=entry.place)
            alike.update(place=F("place") - 1)
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.REMOVED, place=None, removed_later=event.is_over)
        changed(event)


def rate(event: Event, entries: Collection[Entry]) -> None:
    """Set the ratings of these entries in the pool of the event, by which they are seeded; store them yourself."""
    figures = figures_of([entry.player_id for entry in entries])
    for entry in entries:
        figure = figures.of(entry.player, event)
        entry.rating = (figure.standing if figure else NEWCOMER).rating


def is_full(event: Event, side: Side | None = None) -> bool:
    """Return whether all places of an event are taken; of a team match those of this side, half of them."""
    taken, places = event.entries.filter(state=Entry.State.IN), min(event.most, LARGEST)
    if event.kind != Event.Kind.TEAM:
        return taken.count() >= places
    of_side = taken.filter(team=side) if isinstance(side, Team) else taken.filter(club=side)
    return of_side.count() >= places // 2


def takes_entries(event: Event, now: datetime) -> bool:
    """Return whether players may still enter: until it begins, a Swiss until half of it, an arena to its end."""
    if event.state == Event.State.RUNNING and event.kind == Event.Kind.SWISS:
        return swiss.may_enter(event.played_rounds.count() + 1, event.rounds)
    if event.state == Event.State.RUNNING and event.kind == Event.Kind.ARENA:
        return event.ends_at is None or now < event.ends_at
    return event.state == Event.State.OPEN


def withdraw(key: str, player: User, *, before_it_begins: bool = False) -> None:
    """Withdraw a player: before the beginning the entry goes, later it is not paired again. Idempotent.

    Who only meant to leave `before_it_begins`, which costs nothing, is refused later. Raises Refused.
    """
    with transaction.atomic():
        event = locked(key)
        if event.is_over:
            raise HasEnded
        if before_it_begins and event.state != Event.State.OPEN:
            raise BegunAlready
        entries = Entry.objects.filter(event=event, player=player)
        if event.state == Event.State.OPEN:
            count, _by_model = entries.delete()
        else:
            playing = entries.filter(state__in=[Entry.State.IN, Entry.State.AWAY])
            count = playing.update(state=Entry.State.WITHDRAWN, stays=False)
        if count:
            changed(event)


def topic_of(key: str) -> str:
    """Return the topic of the open pages of an event."""
    return f"live.event.{key}"


def stay(key: str, player: User, *, stays: bool) -> None:
    """Note whether a player of a league plays the next season too. Idempotent."""
    with transaction.atomic():
        event = locked(key)
        theirs = Entry.objects.filter(event=event, player=player).exclude(stays=stays)
        if event.kind == Event.Kind.LEAGUE and theirs.update(stays=stays):
            changed(event)


def leave_all(player: User) -> None:
    """Withdraw a player, whose account is deleted, from all events that are not over.

    Events are not locked here: their run locks one before players, who are locked in this transaction.
    """
    theirs = Entry.objects.filter(player=player)
    alive = [Event.State.OPEN, Event.State.RUNNING]
    keys = list(theirs.filter(event__state__in=alive).values_list("event", flat=True))
    theirs.filter(event__state=Event.State.OPEN).delete()
    theirs.filter(state__in=[Entry.State.IN, Entry.State.AWAY], event__in=keys).update(state=Entry.State.WITHDRAWN)
    theirs.update(stays=False)
    for key in keys:
        Event.objects.filter(pk=key).update(version=F("version") + 1)
        enqueue(RUN, key)


def locked(key: str) -> Event:
    """Return an event with its row locked; raises NoSuchEvent."""
    event = _locked.first(key)
    if event is None:
        raise NoSuchEvent
    return event


_locked = PreparedRows(
    lambda key: Event.objects.select_for_update(of=("self",)).select_related("series", "club", "rival").filter(pk=key),
    str,
)


def heed_members(club: Club) -> None:
    """Have the events of a club see, each in its own run, that members have left it or that it is closed.

    Events are not locked here: their run locks one before players, who may be locked in this transaction.
    """
    alive = Event.objects.filter(Q(club=club) | Q(rival=club), state__in=[Event.State.OPEN, Event.State.RUNNING])
    enqueue_all([(RUN, key) for key in alive.values_list("pk", flat=True)])


def changed(event: Event) -> None:
    """Note that what pages show of an event has changed, and have its job see what follows."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.version += 1
    transaction.on_commit(partial(fanout.publish, [topic_of(event.pk)], {"type": "page.changed"}))
    for club in event.clubs:
        clubs.announce(club.pk)
    if not event.is_over:
        enqueue(RUN, event.pk, due_at=max(clock.now(), event.starts_at))


def begin_pairings(event: Event, pairings: Sequence[Pairing], *, gathering: timedelta = GATHERING) -> None:
    """Start the matches of these stored pairings; call it with the event locked.

    Live, both players have `gathering` to arrive. Where an account was closed meanwhile, absence decides.
    """
    players = [player for pairing in pairings for player in pairing.players() if player]
    closed: set[int] = set()
    if not lock_players(*players):
        keys = [player.pk for player in players]
        closed = set(User.objects.filter(pk__in=keys, is_active=False).values_list("pk", flat=True))
    begun: list[Pairing] = []
    openings: list[Opening] = []
    for pairing in pairings:
        first, second = pairing.players()
        if second is None:
            raise ValueError("A bye has no match.")
        if closed & {first.pk, second.pk}:
            absent = [entry.pk for entry in pairing.entries if entry.player_id in closed]
            decide(pairing, by_absence(pairing, absent), Pairing.Cause.ABSENCE)
            continue
        opening = opened(
            game_slug=event.game_slug,
            options=event.options,
            first=first,
            second=second,
            time_control=event.time_control,
            rated=event.rated and not (first.is_computer or second.is_computer),
            gathering=gathering,
            event_key=event.pk,
        )
        pairing.match, pairing.mirror = opening.match, opening.twin.match if opening.twin else None
        begun.append(pairing)
        openings.append(opening)
    begin_all(openings)
    Pairing.objects.bulk_update(begun, ["match", "mirror"], batch_size=250)


def by_absence(pairing: Pairing, absent: Collection[int]) -> str:
    """Return the result of a pairing that these entries have missed."""
    present = [entry.pk for entry in pairing.entries if entry.pk not in absent]
    if len(present) != 1:
        return Pairing.Result.NEITHER
    return Pairing.Result.FIRST if present == [pairing.first_id] else Pairing.Result.SECOND


def decide(pairing: Pairing, result: str, cause: str = Pairing.Cause.PLAYED) -> bool:
    """Store the result of a pairing if it has none; return whether it had none."""
    values = {"result": result, "cause": cause, "decided_at": clock.now()}
    if not Pairing.objects.filter(pk=pairing.pk, result=Pairing.Result.OPEN).update(**values):
        return False
    for name, value in values.items():
        setattr(pairing, name, value)
    return True


def result_of(match: Match) -> str:
    """Return the result of a finished match as that of a pairing whose first entry has its first seat."""
    if match.voided_at or not match.ended.has_result:
        return Pairing.Result.CANCELLED
    names = {None: Pairing.Result.DRAW, Seat.FIRST: Pairing.Result.FIRST, Seat.SECOND: Pairing.Result.SECOND}
    return names[None if match.winner is None else Seat(match.winner)]


def is_of_event(match: Match) -> bool:
    """Return whether a match belongs to an event; no query."""
    return bool(match.event_key)


def record_result(match: Match) -> None:
    """Store the result of a match that has ended with its pairing, and have the event go on. Idempotent.

    Who did not come has missed it; after two of these the entry pauses. One that staff have declared void counts for
    neither, as long as the event runs. Of a mirror match the sum of both boards decides, once both are over.
    """
    pairing = _of_match.first(match.pk)
    whole = whole_of(*boards_of(match)) if match.twin_id else match
    if pairing is None or whole is None or whole.finished_at is None:
        return
    with transaction.atomic():
        event = locked(pairing.round.event_id)
        seats = absent_seats(match)
        if event.kind == Event.Kind.LEAGUE:
            seats = seats or unplayed_by(whole, pairing)
        result, cause = result_of(whole), Pairing.Cause.ABSENCE if seats else Pairing.Cause.PLAYED
        if len(seats) == len(Seat) or (seats and not whole.ended.has_result):
            result = Pairing.Result.NEITHER
        if decide(pairing, result, cause):
            if event.kind != Event.Kind.LEAGUE:  # which has a rule of its own
                note_absences([pairing.first_id if seat is Seat.FIRST else pairing.second_id or 0 for seat in seats])
            changed(event)
        elif whole.voided_at and not event.is_over and pairing.result != Pairing.Result.CANCELLED:
            Pairing.objects.filter(pk=pairing.pk).update(
                result=Pairing.Result.CANCELLED, cause=Pairing.Cause.STAFF, decided_at=clock.now()
            )
            changed(event)


_of_match = PreparedRows(
    lambda match: Pairing.objects.select_related("round").filter(Q(match=match) | Q(mirror=match)), str
)


def note_absences(entries: Collection[int]) -> None:
    """Count a match that each of these entries has missed; who misses `MOST_ABSENCES` pauses."""
    Entry.objects.filter(pk__in=entries).update(absences=F("absences") + 1)
    missing = Entry.objects.filter(pk__in=entries, state=Entry.State.IN, absences__gte=MOST_ABSENCES)
    missing.update(state=Entry.State.AWAY)
