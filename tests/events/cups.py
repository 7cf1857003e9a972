"""Cups for tests: events of each kind, and a moved clock that brings them from one moment to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import time_machine

from accounts.models import User
from accounts.online import presence
from core import clock
from games.catalogue import games
from games.events.formats import run
from games.events.models import Event, Pairing
from games.events.services import announce_event, enter
from games.jobs.models import Job
from games.matches.models import Match
from games.matches.play import requests
from games.matches.play.mirrors import boards_of
from games.matches.play.services import end_overdue, find_match, resign
from games.matches.time.control import USUAL_LIVE, TimeControl
from games.rules import Seat
from tests.jobs.running import run_jobs
from tests.moves import first_move

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Decide = Callable[[Pairing], User | None]  # who gives up in a match; None leaves it open


def cup(
    kind: str,
    *players: User,
    live: bool = False,
    game: str = "summy",
    mirror: bool = False,
    teams: tuple[str, ...] = (),
    **more: object,
) -> Event:
    """Return an event that begins in an hour, with these players."""
    event = Event(kind=kind, game_slug=game, starts_at=clock.now() + HOUR, rated=True, **more)
    event.option_data = games()[game].options_type(mirror="yes" if mirror else "no").data()
    event.time_control = USUAL_LIVE if live else TimeControl.correspondence(days=3)
    announce_event(event, *teams)
    for player in players:
        enter(event.pk, player)
    return event


def mirrored(first: User, second: User, game: str = "summy") -> Event:
    """Return a cup of mirror matches that has begun an hour ago, with these two players."""
    with time_machine.travel(clock.now() - 2 * HOUR, tick=False) as travel:
        return go_on(travel, cup("knockout", first, second, game=game, mirror=True))


def boards_in(event: Event) -> tuple[Match, Match]:
    """Return both boards of the one open pairing of a mirrored event."""
    (pairing,) = open_pairings(event)
    assert pairing.match
    return boards_of(find_match(pairing.match.pk))


def people(count: int) -> list[User]:
    """Return new players p01, p02, and so on."""
    return [User.objects.create_user(f"p{number:02}") for number in range(1, count + 1)]


def current(event: Event) -> Event:
    """Return the event as stored."""
    return Event.objects.get(pk=event.pk)


def open_pairings(event: Event) -> Iterator[Pairing]:
    """Yield the pairings of an event whose matches are being played."""
    rows = Pairing.objects.filter(round__event=event, result="", match__isnull=False)
    yield from rows.select_related("match", "first__player", "second__player", "round").order_by("pk")


def weaker(pairing: Pairing) -> User:
    """Return the player whose name comes later."""
    first, second = pairing.players()
    assert second
    return max(first, second, key=lambda player: player.username)


def arrive(match: Match) -> Match:
    """Have both players of a live match arrive."""
    for seat in Seat:
        requests.arrive(find_match(match.pk), seat)
    return find_match(match.pk)


def play(event: Event, give_up: Decide = weaker) -> int:
    """Play all matches that are open; return how many."""
    count = 0
    for pairing in list(open_pairings(event)):
        assert pairing.match
        if loser := give_up(pairing):
            arrive(pairing.match)
            first_move(pairing.match)
            resign(pairing.match.pk, loser)
            count += 1
    return count


def see(*players: User) -> None:
    """Have these players a page open now."""
    for player in players:
        player.refresh_from_db()
        presence.touch(player)


def go_on(travel: time_machine.Traveller, event: Event, *, most: timedelta | None = None) -> Event:
    """Move the clock to the next moment at which something is due, run all that is due, and return the event."""
    deadlines = Match.objects.filter(finished_at=None, deadline_at__isnull=False).values_list("deadline_at", flat=True)
    jobs = Job.objects.filter(kind__startswith="events.").values_list("due_at", flat=True)
    soonest = min(moment for moment in [*deadlines, *jobs] if moment)
    limit = clock.now() + most if most else soonest
    travel.move_to(max(clock.now(), min(soonest, limit)))
    end_overdue()
    while run_jobs(clock.now()):
        pass
    return current(event)


def again(event: Event) -> None:
    """Run the event once more, as a second scheduler does: nothing may change."""
    before = snapshot(event)
    run(event.pk, clock.now())
    assert snapshot(event) == before


def snapshot(event: Event) -> list[object]:
    """Return the rows of an event."""
    pairings = Pairing.objects.filter(round__event=event).order_by("pk")
    return [
        current(event).state,
        *event.entries.order_by("pk").values_list("pk", "state", "place"),
        *pairings.values_list("pk", "round", "number", "first", "second", "match", "result"),
    ]


def places(event: Event) -> dict[str, int | None]:
    """Return the final places by name."""
    return dict(event.entries.order_by("place", "pk").values_list("player__username", "place"))
