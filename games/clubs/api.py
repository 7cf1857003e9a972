"""Clubs for programs: lists, members, ladders, and to join and leave."""

from __future__ import annotations

from datetime import datetime

from django.http import Http404, HttpRequest
from ninja import Router
from typing_extensions import TypedDict

from accounts.api import EVERYONE, AccessTokens, user_of, viewer_of
from accounts.security import CHALLENGES, PROFILE
from games.catalogue import games
from games.clubs import services
from games.clubs.lists import found, ladders_of, people_of
from games.clubs.models import LONGEST_NAME, Club
from games.matches.api import refusals
from games.matches.pages.data import PersonData, person_data

router = Router(tags=["clubs"])
WRITES = AccessTokens(CHALLENGES)


class ClubData(TypedDict):
    """A club. `entry` is open, request or link; one by link is shown to its members only."""

    club: str
    name: str
    text: str
    entry: str
    made: datetime


class MemberData(TypedDict):
    """A member; `role` is founder, captain or member."""

    player: PersonData
    role: str
    joined: datetime


class RungData(TypedDict):
    """A line of a ladder; equal ratings share a place."""

    place: int
    player: PersonData
    rating: int
    deviation: int
    settled: bool


class LadderData(TypedDict):
    """The ratings of the members in one game and pace, live or days."""

    pace: str
    rungs: list[RungData]


@router.get("/clubs", response=list[ClubData], auth=EVERYONE, summary="Clubs")
def clubs(request: HttpRequest, name: str = "") -> list[ClubData]:
    """List the first clubs by name that you may see, or those with these words in their names."""
    return [_club_data(one) for one in found(name[:LONGEST_NAME], viewer_of(request, PROFILE, CHALLENGES))]


@router.get("/clubs/{club_id}", response=ClubData, auth=EVERYONE, summary="A club")
def club(request: HttpRequest, club_id: str) -> ClubData:
    """Return a club that you may see."""
    return _club_data(_club(request, club_id))


@router.get("/clubs/{club_id}/members", response=list[MemberData], auth=EVERYONE, summary="The members of a club")
def club_members(request: HttpRequest, club_id: str) -> list[MemberData]:
    """List the members, the founder and captains first."""
    people = people_of(_club(request, club_id))
    return [{"player": person_data(one.player), "role": one.role, "joined": one.joined_at} for one in people]


@router.get("/clubs/{club_id}/ladders/{game}", response=list[LadderData], auth=EVERYONE, summary="Ladders of a club")
def club_ladders(request: HttpRequest, club_id: str, game: str) -> list[LadderData]:
    """Return the ladder of each pace of a game: the members by the ratings that they have on the site."""
    one = _club(request, club_id)
    if game not in games():
        raise Http404
    return [
        {
            "pace": str(ladder.pool.pace),
            "rungs": [
                {
                    "place": rung.place,
                    "player": person_data(rung.player),
                    "rating": rung.figure.rating,
                    "deviation": rung.figure.deviation,
                    "settled": rung.figure.is_settled,
                }
                for rung in ladder.rungs
            ],
        }
        for ladder in ladders_of(one, game)
    ]


@router.post("/clubs/{club_id}/join", response=ClubData, auth=WRITES, summary="Join a club")
def join_club(request: HttpRequest, club_id: str) -> ClubData:
    """Join a club, or ask its captains. Once more it does nothing."""
    one = _club(request, club_id)
    with refusals(request):
        services.join(one, user_of(request))
    return _club_data(one)


@router.post("/clubs/{club_id}/leave", response=ClubData, auth=WRITES, summary="Leave a club")
def leave_club(request: HttpRequest, club_id: str) -> ClubData:
    """Leave a club, or take back a request. Once more it does nothing."""
    one = _club(request, club_id)
    with refusals(request):
        services.leave(one, user_of(request))
    return _club_data(one)


def _club(request: HttpRequest, club_id: str) -> Club:
    return services.find_club(club_id, viewer_of(request, PROFILE, CHALLENGES))


def _club_data(club: Club) -> ClubData:
    return {"club": club.pk, "name": club.name, "text": club.text, "entry": club.entry, "made": club.made_at}
