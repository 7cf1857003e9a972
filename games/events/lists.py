"""Lists of events, and how one viewer stands in an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from games.events.divisions import groups_of
from games.events.field import Field
from games.events.formats.league import former_season
from games.events.models import Entry, Event, Pairing
from games.matches.models import Match

MOST = 50  # events of a list
SOON = 3  # cups that the page of the day shows
SEASONS = 50  # whose places are kept for all who see them
OpenMatch = tuple[Match, User, bool]  # the match, the opponent, and whether it is the viewer's turn


@dataclass(frozen=True)
class EventList:
    """A list of events under one title."""

    name: str
    title: str
    events: QuerySet[Event, Event]


@dataclass(frozen=True)
class Standing:
    """How a viewer stands in an event; `former_key` is that of the season before, whose players come along."""

    entry: Entry | None
    place: int | None = None
    players: int = 0
    open_matches: Sequence[OpenMatch] = ()
    comes_along: bool = False
    former_key: str = ""

    @property
    def key(self) -> object:
        """Plain values that say all that a page shows of it."""
        entry = self.entry and (self.entry.state, self.entry.stays, self.entry.place)
        turns = tuple((match.pk, is_turn) for match, _opponent, is_turn in self.open_matches)
        return entry, self.place, self.players, turns, self.comes_along


def lists_for(viewer: User | None) -> list[EventList]:
    """Return the events of the viewer, then what runs, what opens and what is over; no list that is empty."""
    with_players: QuerySet[Event, Event] = Event.objects.select_related("series").annotate(
        players=Count("entries", filter=Q(entries__player__is_computer=False))
    )
    listed = with_players.filter(is_listed=True)
    states = Event.State
    mine = with_players.none()
    if viewer:
        mine = with_players.filter(
            pk__in=viewer.entries.exclude(state=Entry.State.REMOVED).values("event"),
            state__in=[states.OPEN, states.RUNNING],
        )
    lists = [
        EventList("mine", gettext("Yours"), mine.order_by("starts_at")[:MOST]),
        EventList("running", gettext("Running"), listed.filter(state=states.RUNNING).order_by("-starts_at")[:MOST]),
        EventList("open", gettext("Open for entry"), listed.filter(state=states.OPEN).order_by("starts_at")[:MOST]),
        EventList("over", gettext("Over"), listed.filter(state=states.OVER).order_by("-ended_at")[:MOST]),
    ]
    return [one for one in lists if one.events]


def standing_of(event: Event, viewer: User | None) -> Standing | None:
    """Return how a viewer stands in an event; None for visitors who are not signed in."""
    if viewer is None:
        return None
    entry = event.entries.filter(player=viewer).select_related("player").first()
    if entry is None:
        former = former_season(event) if event.state == Event.State.OPEN and event.kind == Event.Kind.LEAGUE else None
        stays = former is not None and former.entries.filter(player=viewer, stays=True, state=Entry.State.IN).exists()
        return Standing(None, comes_along=stays, former_key=former.pk if former else "")
    place, players = place_of(event, entry)
    return Standing(entry, place, players, open_matches_of(entry))


def open_matches_of(entry: Entry) -> list[OpenMatch]:
    """Return the open matches of an entry, those in which it is the player's turn first."""
    theirs = Pairing.objects.filter(Q(first=entry) | Q(second=entry), result=Pairing.Result.OPEN, match__isnull=False)
    matches: list[OpenMatch] = []
    players = [f"{board}__{seat}" for board in ("match", "mirror") for seat in ("first", "second")]
    boards = [board for pairing in theirs.select_related(*players) for board in (pairing.match, pairing.mirror)]
    for match in filter(None, boards):
        if (seat := match.seat_of(entry.player)) and not match.finished_at:
            matches.append((match, match.player(seat.other), match.awaits(seat)))
    return sorted(matches, key=lambda one: (not one[2], one[0].deadline_at is None, one[0].deadline_at, one[0].pk))


def place_of(event: Event, entry: Entry) -> tuple[int | None, int]:
    """Return the place of an entry in its division of a season, and how many have one."""
    if event.kind != Event.Kind.LEAGUE or entry.division_id is None:
        return None, 0
    return _places(event.pk, event.version).get(entry.pk, (None, 0))


@lru_cache(maxsize=SEASONS)
def _places(key: str, _version: int) -> dict[int, tuple[int | None, int]]:
    """Return the place of each entry in its division, and how many have one; the version rises with each change."""
    places: dict[int, tuple[int | None, int]] = {}
    for group in groups_of(Field.read(Event.objects.get(pk=key))):
        players = sum(row.place is not None for row in group.rows)
        places |= {row.player: (row.place, players) for row in group.rows}
    return places


def my_leagues(viewer: User) -> list[tuple[Event, Standing]]:
    """Return the running league seasons that a player is in."""
    running = Event.objects.filter(
        state=Event.State.RUNNING,
        kind=Event.Kind.LEAGUE,
        pk__in=viewer.entries.filter(state__in=[Entry.State.IN, Entry.State.AWAY]).values("event"),
    )
    leagues = []
    for event in running.select_related("series").order_by("starts_at"):
        if standing := standing_of(event, viewer):
            leagues.append((event, standing))
    return leagues


def next_cups() -> list[Event]:
    """Return the cups and arenas that begin next, and that players can enter."""
    cups = Event.objects.filter(state=Event.State.OPEN, is_listed=True).exclude(kind=Event.Kind.LEAGUE)
    return list(cups.select_related("series").order_by("starts_at", "pk")[:SOON])


def next_league() -> Event | None:
    """Return the league season that begins next, and that players can enter."""
    leagues = Event.objects.filter(state=Event.State.OPEN, kind=Event.Kind.LEAGUE, is_listed=True)
    return leagues.select_related("series").order_by("starts_at", "series__key").first()
