"""Lists of events, and how one viewer stands in an event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from core.prepared import PreparedRows
from games.catalogue import games
from games.clubs.models import Club
from games.clubs.services import clubs_of
from games.events.divisions import groups_of
from games.events.field import Field
from games.events.formats.league import former_season
from games.events.models import Entry, Event, Pairing
from games.matches.models import Match
from games.matches.time.control import HOUR
from games.matches.time.reserve import Reserve

MOST = 50  # events of a list
MOST_OVER = 12  # of those that are over
SOON = 3  # cups that the page of the day shows
SEASONS = 50  # whose places are kept for all who see them
OpenMatch = tuple[Match, User, bool]  # the match, the opponent, and whether it is the viewer's turn


@dataclass
class League:
    """A league: the season that runs, and the one that players can enter."""

    event: Event  # the season that its name leads to: the one that runs, else the next
    running: Event | None = None
    opening: Event | None = None
    takes_part: bool = False  # the viewer, in the season that opens

    @property
    def pace(self) -> str:
        """The time for a move in words, without the reserve."""
        control = self.event.time_control
        if isinstance(control, Reserve):
            return gettext("%(hours)d hours per move") % {"hours": control.base // HOUR}
        return control.name


@dataclass(frozen=True)
class GameLeagues:
    """The leagues of a game."""

    slug: str
    name: str
    leagues: Sequence[League]


@dataclass(frozen=True)
class Overview:
    """What the page of all events shows."""

    mine: Sequence[tuple[Event, Standing | None]]
    games: Sequence[GameLeagues]
    cups: Sequence[Event]
    over: Sequence[Event]


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


def overview_for(viewer: User | None) -> Overview:
    """Return the events of the viewer, the leagues of each game, the cups in order of time, and what is over."""
    states = Event.State
    events = Event.objects.select_related("series", "club", "rival").annotate(
        players=Count("entries", filter=Q(entries__player__is_computer=False))
    )
    alive = events.filter(state__in=[states.OPEN, states.RUNNING]).order_by("starts_at", "pk")
    entries = viewer.entries.exclude(state__in=[Entry.State.REMOVED, Entry.State.WITHDRAWN]) if viewer else None
    mine = alive.filter(Q(pk__in=entries.values("event")) | Q(creator=viewer))[:MOST] if entries is not None else ()
    listed = alive.filter(listed_for(viewer))
    return Overview(
        mine=[(event, standing_of(event, viewer)) for event in mine],
        games=_leagues(listed.filter(kind=Event.Kind.LEAGUE)[:MOST], list(entries or ())),
        cups=sorted(listed.exclude(kind=Event.Kind.LEAGUE)[:MOST], key=_by_time),
        over=list(events.filter(state=states.OVER, is_listed=True).order_by("-ended_at")[:MOST_OVER]),
    )


def _leagues(seasons: Iterable[Event], entries: Sequence[Entry]) -> list[GameLeagues]:
    """Return the leagues of these seasons by game, in the order of the games; `entries` are those of the viewer."""
    entered = {entry.event_id for entry in entries}
    stays = {entry.event_id for entry in entries if entry.stays and entry.state == Entry.State.IN}
    leagues: dict[object, League] = {}
    for season in seasons:
        league = leagues.setdefault(season.series_id or season.pk, League(season))
        if season.state == Event.State.RUNNING:
            league.event = league.running = season
        else:
            league.opening = league.opening or season
    of_games: dict[str, list[League]] = {}
    for league in leagues.values():
        comes_along = league.running is not None and league.running.pk in stays
        league.takes_part = comes_along or (league.opening is not None and league.opening.pk in entered)
        of_games.setdefault(league.event.game_slug, []).append(league)
    by_length = {
        slug: sorted(of_games[slug], key=lambda league: league.event.is_quick) for slug in sorted(of_games, key=_rank)
    }
    return [GameLeagues(slug, those[0].event.game_name, those) for slug, those in by_length.items()]


def _rank(slug: str) -> int:
    """Return where a game stands among all; those that are not installed come last."""
    order = list(games())
    return order.index(slug) if slug in order else len(order)


def _by_time(event: Event) -> tuple[datetime, int]:
    return event.starts_at, _rank(event.game_slug)


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


def following_of(event: Event) -> Event | None:
    """Return the next event of the same series that players can enter."""
    if event.series_id is None:
        return None
    return Event.objects.filter(series=event.series_id, state=Event.State.OPEN).order_by("number").first()


def open_matches_of(entry: Entry) -> list[OpenMatch]:
    """Return the open matches of an entry, those in which it is the player's turn first."""
    matches: list[OpenMatch] = []
    boards = [board for pairing in _open_pairings(entry.pk) for board in (pairing.match, pairing.mirror)]
    for match in filter(None, boards):
        if (seat := match.seat_of(entry.player)) and not match.finished_at:
            matches.append((match, match.player(seat.other), match.awaits(seat)))
    return sorted(matches, key=lambda one: (not one[2], one[0].deadline_at is None, one[0].deadline_at, one[0].pk))


def _open_pairings_of(entry: int) -> QuerySet[Pairing]:
    theirs = Pairing.objects.filter(Q(first=entry) | Q(second=entry), result=Pairing.Result.OPEN, match__isnull=False)
    players = [f"{board}__{seat}" for board in ("match", "mirror") for seat in ("first", "second")]
    return theirs.select_related(*players)


_open_pairings = PreparedRows(_open_pairings_of, int)


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


def next_cups(viewer: User | None) -> list[Event]:
    """Return the cups and arenas that begin next, and that players can enter; first those of the viewer's clubs."""
    cups = Event.objects.filter(listed_for(viewer), state=Event.State.OPEN).exclude(kind=Event.Kind.LEAGUE)
    return list(cups.select_related("series", "club", "rival").order_by("is_listed", "starts_at", "pk")[:SOON])


def listed_for(viewer: User | None) -> Q:
    """Return the condition of the events that lists show to this viewer: the public ones, and those of own clubs."""
    if viewer is None:
        return Q(is_listed=True)
    own = clubs_of(viewer)
    return Q(is_listed=True) | Q(club__in=own) | Q(rival__in=own)


def events_of(club: Club) -> list[Event]:
    """Return the events of a club in order of time: those that are not over, and the latest that are."""
    theirs = Event.objects.filter(Q(club=club) | Q(rival=club)).select_related("series", "club", "rival")
    events = theirs.order_by("starts_at", "pk")
    over = events.filter(state=Event.State.OVER).order_by("-ended_at")[:MOST_OVER]
    return [*events.filter(state__in=[Event.State.OPEN, Event.State.RUNNING])[:MOST], *over]


def next_leagues() -> list[Event]:
    """Return the league season that begins next, and that players can enter; none where there is none."""
    leagues = Event.objects.filter(state=Event.State.OPEN, kind=Event.Kind.LEAGUE, is_listed=True)
    return list(leagues.select_related("series").order_by("starts_at", "series__key")[:1])
