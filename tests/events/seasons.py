"""Seasons of a league for tests: players, moves by chance, and a clock that is moved from one thing due to the next."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random

import time_machine

from accounts.models import User
from core import clock
from games.events.models import Event, Pairing, Series
from games.events.seasons import keep_leagues
from games.events.services import enter
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play import positions
from games.matches.play.services import end_overdue, find_match, play_move
from games.rules import Seat
from tests.jobs.running import run_jobs

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def people(count: int) -> list[User]:
    """Return new players p01, p02, and so on."""
    return [User.objects.create_user(f"p{number:02}") for number in range(1, count + 1)]


def season(*players: User, game: str = "tenbyten", ending: str = "") -> Event:
    """Return the season of a league that these players have entered, before it begins."""
    keep_leagues()
    event = Series.objects.get(key=f"league-{game}{ending}").events.get(state=Event.State.OPEN)
    Event.objects.filter(pk=event.pk).update(seed=bytes(32))
    for player in players:
        enter(event.pk, player)
    return event


def current(event: Event) -> Event:
    """Return the event as stored."""
    return Event.objects.get(pk=event.pk)


def run_all() -> None:
    """Do all that is due now: deadlines, jobs of events, and the seasons that are to be announced."""
    end_overdue()
    while run_jobs(clock.now()):
        pass
    keep_leagues()


def go_to(travel: time_machine.Traveller, moment: datetime) -> None:
    """Move the clock to this moment, stopping at each deadline of a match and each job of an event before it."""
    while True:
        deadlines = Match.objects.filter(finished_at=None, deadline_at__lt=moment, deadline_at__gt=clock.now())
        jobs = Job.objects.filter(kind="events.run", due_at__lt=moment, due_at__gt=clock.now())
        dues = [due for due in deadlines.values_list("deadline_at", flat=True) if due]
        dues += jobs.values_list("due_at", flat=True)
        travel.move_to(min([moment, *dues]))
        run_all()
        if not dues:
            return


def begun(travel: time_machine.Traveller, event: Event) -> Event:
    """Return a season that has just begun."""
    go_to(travel, current(event).starts_at)
    return current(event)


def ended(travel: time_machine.Traveller, event: Event) -> Event:
    """Return a season whose time is over."""
    ends_at = current(event).ends_at
    assert ends_at
    go_to(travel, ends_at)
    run_all()
    return current(event)


def pairings(event: Event, **where: object) -> Iterator[Pairing]:
    """Yield pairings of an event."""
    rows = Pairing.objects.filter(round__event=event, **where)
    yield from rows.select_related("match", "first__player", "second__player").order_by("pk")


def move(match: Match, chance: Random) -> Match:
    """Return the match after a move by chance, one of the first that are legal."""
    position = positions.replay(match).position
    moves = list(islice(match.game.legal_moves(position), 12))
    player = match.player(Seat(match.to_move))
    return play_move(match.pk, player, match.ply + 1, match.game.encode(chance.choice(moves)), chosen=False)


def play_on(match: Match, moves: int, chance: Random) -> Match:
    """Return the match after some more moves by chance, or after its end."""
    match = find_match(match.pk)
    for _move in range(moves):
        if match.finished_at:
            break
        match = move(match, chance)
    return match


def snapshot(event: Event) -> list[object]:
    """Return the rows of an event."""
    rows = Pairing.objects.filter(round__event=event).order_by("pk")
    return [
        current(event).state,
        *event.entries.order_by("pk").values_list("player", "state", "division__number", "place", "movement"),
        *rows.values_list("round__number", "number", "first", "second", "match", "result"),
    ]
