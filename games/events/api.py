"""Events for programs: lists, entries, tables and pairings, and to enter and withdraw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Literal

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import AwareDatetime, ConfigDict, Field
from typing_extensions import TypedDict

from accounts.api import EVERYONE, AccessTokens, user_of, viewer_of
from accounts.models import User
from accounts.security import CHALLENGES, PROFILE
from core.api import Cursor, Limit, Page, page_of
from games.clubs.models import Club
from games.events import services
from games.events.cups import plans
from games.events.cups.shown import ArenaLine, Cup, cup_of
from games.events.divisions import DivisionTable, Line, division_tables
from games.events.lists import listed_for
from games.events.models import Entry, Event, Pairing, Side
from games.matches.api import refusals
from games.matches.pages.data import PersonData, person_data

router = Router(tags=["events"])
WRITES = AccessTokens(CHALLENGES)
State = Literal["open", "running", "over", "off"]


class TeamData(TypedDict):
    """A side of a team match, 1 or 2: a club, or a team whose players enter by its link."""

    team: int
    name: str
    club: str | None


class EventData(TypedDict):
    """A league season or a cup. `lasts` is in seconds; null where its last match ends it.

    `club` has the members who alone can enter. Such an event is seen as the club is, and by those who have entered it.
    A team match has two `teams`, and one of clubs a `rival`, the other club. Sums are those of the pairings' points by
    the teams of the entries.
    """

    event: str
    kind: str
    name: str
    text: str
    state: str
    game: str
    options: dict[str, str]
    pace: str
    rests: bool
    rated: bool
    mirror: bool
    series: str | None
    club: str | None
    rival: str | None
    teams: list[TeamData]
    number: int
    starts: datetime
    lasts: float | None
    ended: datetime | None
    players: int


class EntryData(TypedDict):
    """A player who takes part, in a team match for `team` 1 or 2. `movement` is 1 for promotion, -1 for relegation."""

    entry: int
    player: PersonData
    state: str
    division: int | None
    club: str | None
    team: int | None
    joined: datetime
    place: int | None
    movement: int


class LineData(TypedDict):
    """A line of a table. Points are half points: a win has 2. `best` and `worst` are the places still possible.

    In an arena a win has 4 in a streak, and points and wins alone decide places.
    """

    entry: int
    player: PersonData
    place: int | None
    points: int
    played: int
    direct: int | None
    wins: int
    buchholz: int
    sonneborn_berger: int
    best: int | None
    worst: int | None


class TableData(TypedDict):
    """The table of a division, of which so many players go up and down, or of a cup, which has no divisions."""

    division: int | None
    movers: int
    lines: list[LineData]


class PairingData(TypedDict):
    """Two entries that meet. `result` is first, second, draw, neither, bye, off, or empty while it is open.

    `match` is the first board of a mirror match and `twin` the other one, on which `second` has the first seat.
    """

    pairing: int
    round: int
    division: int | None
    first: int
    second: int | None
    match: str | None
    twin: str | None
    result: str
    cause: str


class Entering(Schema):
    """What a player confirms: `bots` that bots may take part. The `link` of a team says for which team."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"bots": False}]})

    bots: Annotated[bool, Field(description="That bots may take part is confirmed.")] = False
    link: Annotated[str, Field(max_length=16, description="The end of the address of a team's link.")] = ""


class Changing(Schema):
    """What changes of an event; what is left out stays. Without a `name` it is named by its kind and game."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Evening cup"}]})

    name: Annotated[str | None, Field(max_length=60)] = None
    text: Annotated[str | None, Field(max_length=1000)] = None
    starts: Annotated[AwareDatetime | None, Field(description="5 minutes to 90 days from now.")] = None


@router.get("/events", response=Page[EventData], auth=EVERYONE, summary="Events")
def events(
    request: HttpRequest,
    state: State = "running",
    game: str = "",
    club: str = "",
    cursor: Cursor = "",
    limit: Limit = 20,
) -> HttpResponse:
    """List the events in one state, of one game or club or all, those that begin last first."""
    viewer = viewer_of(request, PROFILE, CHALLENGES)
    rows = _with_players(viewer).filter(state=state)
    rows = rows.filter(Q(club=club) | Q(rival=club)) if club else rows.filter(listed_for(viewer))
    return page_of(
        request, rows.filter(game_slug=game) if game else rows, "starts_at", _event_data, cursor=cursor, limit=limit
    )


@router.get("/events/{event_id}", response=EventData, auth=EVERYONE, summary="An event")
def event(request: HttpRequest, event_id: str) -> EventData:
    """Return an event."""
    return _event_data(_found(request, event_id))


@router.get("/events/{event_id}/entries", response=Page[EntryData], auth=EVERYONE, summary="Who takes part")
def entries(request: HttpRequest, event_id: str, cursor: Cursor = "", limit: Limit = 100) -> HttpResponse:
    """List the players of an event, the first to enter first."""
    event = _found(request, event_id)
    rows = event.entries.select_related("player", "division", "club", "team")
    return page_of(
        request, rows, "joined_at", partial(_entry_data, event.sides), cursor=cursor, limit=limit, ascending=True
    )


@router.get("/events/{event_id}/table", response=list[TableData], auth=EVERYONE, summary="The tables")
def event_table(request: HttpRequest, event_id: str) -> list[TableData]:
    """Return the table of each division of a league season or of a cup, with the numbers that decide places.

    None before it begins. A knock-out and a team match have none: pairings say all.
    """
    event = _found(request, event_id)
    if event.kind == Event.Kind.LEAGUE:
        return [_table_data(one) for one in division_tables(event)]
    return _cup_tables(cup_of(event)) if event.state in (Event.State.RUNNING, Event.State.OVER) else []


@router.get("/events/{event_id}/pairings", response=Page[PairingData], auth=EVERYONE, summary="Pairings")
def pairings(request: HttpRequest, event_id: str, cursor: Cursor = "", limit: Limit = 100) -> HttpResponse:
    """List the pairings of an event, round by round."""
    rows = Pairing.objects.filter(round__event=_found(request, event_id)).select_related("round", "division")
    return page_of(request, rows, "round__number", _pairing_data, cursor=cursor, limit=limit, ascending=True)


@router.post("/events/{event_id}/enter", response=EventData, auth=WRITES, summary="Enter an event")
def enter(request: HttpRequest, event_id: str, entering: Entering) -> EventData:
    """Take part in an event, in a team match by a link for its team. Once more it does nothing."""
    return _acted(
        request,
        event_id,
        lambda key, me: services.enter(key, me, confirmed_bots=entering.bots, link=entering.link),
    )


@router.post("/events/{event_id}/withdraw", response=EventData, auth=WRITES, summary="Withdraw from an event")
def withdraw(request: HttpRequest, event_id: str) -> EventData:
    """Withdraw from an event; in a running league the open matches are lost. Once more it does nothing."""
    return _acted(request, event_id, services.withdraw)


@router.post("/events/{event_id}/cancel", response=EventData, auth=WRITES, summary="Cancel an event")
def cancel(request: HttpRequest, event_id: str) -> EventData:
    """Cancel an event of yours that has not begun; all who have entered are told. Once more it does nothing."""
    return _acted(request, event_id, plans.cancel)


@router.post("/events/{event_id}/change", response=EventData, auth=WRITES, summary="Change an event")
def change(request: HttpRequest, event_id: str, changing: Changing) -> EventData:
    """Change an event of yours that has not begun; all others who have entered are told of another beginning."""
    return _acted(
        request,
        event_id,
        lambda key, me: plans.change(key, me, name=changing.name, text=changing.text, starts_at=changing.starts),
    )


def _acted(request: HttpRequest, event_id: str, act: Callable[[str, User], object]) -> EventData:
    with refusals(request):
        act(_found(request, event_id).pk, user_of(request))
        return _event_data(_found(request, event_id))


def _with_players(viewer: User | None) -> QuerySet[Event, Event]:
    people = Count("entries", filter=Q(entries__player__is_computer=False))
    return services.visible_to(viewer).select_related("series", "club", "rival").annotate(players=people)


def _found(request: HttpRequest, event_id: str) -> Event:
    events = _with_players(viewer_of(request, PROFILE, CHALLENGES))
    event = events.filter(pk=event_id).first() if event_id.isalnum() else None
    if event is None:
        raise Http404
    return event


def _event_data(event: Event) -> EventData:
    return {
        "event": event.pk,
        "kind": event.kind,
        "name": event.title,
        "text": event.text,
        "state": event.state,
        "game": event.game_slug,
        "options": event.option_data,
        "pace": event.time_control.file_code,
        "rests": event.rests,
        "rated": event.rated,
        "mirror": event.is_mirror,
        "series": event.series.key if event.series else None,
        "club": event.club_id,
        "rival": event.rival_id,
        "teams": [
            {"team": number, "name": str(side), "club": side.pk if isinstance(side, Club) else None}
            for number, side in enumerate(event.sides, 1)
        ],
        "number": event.number,
        "starts": event.starts_at,
        "lasts": event.lasts.total_seconds() if event.lasts else None,
        "ended": event.ended_at,
        "players": getattr(event, "players", 0),
    }


def _entry_data(sides: Sequence[Side], entry: Entry) -> EntryData:
    return {
        "entry": entry.pk,
        "player": person_data(entry.player),
        "state": entry.state,
        "division": entry.division.number if entry.division else None,
        "club": entry.club_id,
        "team": sides.index(entry.side) + 1 if entry.side else None,
        "joined": entry.joined_at,
        "place": entry.place,
        "movement": entry.movement,
    }


def _table_data(table: DivisionTable) -> TableData:
    return {"division": table.number, "movers": table.movers, "lines": [_line_data(line) for line in table.lines]}


def _cup_tables(cup: Cup) -> list[TableData]:
    lines: list[LineData] = []
    if cup.event.kind == Event.Kind.ARENA:
        lines = [_arena_line(line) for line in cup.arena_lines]
    elif cup.event.kind in (Event.Kind.SWISS, Event.Kind.ROBIN):
        lines = [_line_data(line) for line in cup.lines]
    return [{"division": None, "movers": 0, "lines": lines}] if lines else []


def _arena_line(line: ArenaLine) -> LineData:
    score = line.row.score
    return {
        "entry": line.entry.pk,
        "player": person_data(line.entry.player),
        "place": line.row.place,
        "points": score.points,
        "played": len(score.counted),
        "direct": None,
        "wins": score.wins,
        "buchholz": 0,
        "sonneborn_berger": 0,
        "best": None,
        "worst": None,
    }


def _line_data(line: Line) -> LineData:
    row = line.row
    return {
        "entry": row.player,
        "player": person_data(line.entry.player),
        "place": row.place,
        "points": row.points,
        "played": row.played,
        "direct": row.direct,
        "wins": row.wins,
        "buchholz": row.buchholz,
        "sonneborn_berger": row.sonneborn_berger,
        "best": line.bounds.best if line.bounds else None,
        "worst": line.bounds.worst if line.bounds else None,
    }


def _pairing_data(pairing: Pairing) -> PairingData:
    return {
        "pairing": pairing.pk,
        "round": pairing.round.number,
        "division": pairing.division.number if pairing.division else None,
        "first": pairing.first_id,
        "second": pairing.second_id,
        "match": pairing.match_id,
        "twin": pairing.mirror_id,
        "result": pairing.result,
        "cause": pairing.cause,
    }
