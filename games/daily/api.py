"""The deals of the day for programs: today's, the table of one, and the button that begins it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router
from pydantic import Field
from typing_extensions import TypedDict

from accounts.api import EVERYONE, AccessTokens, user_of, viewer_of
from core.api import answer
from games.computers.services import find_computer
from games.daily.errors import NotFinished
from games.daily.models import DailyDeal
from games.daily.services import begin
from games.daily.table import DealView, deals_today, rows_of, views_of
from games.matches.api import PLAYERS, refusals
from games.matches.pages.data import MatchData, PersonData, match_data, person_data

router = Router(tags=["deals"])
Game = Annotated[str, Field(max_length=50)]


class DealData(TypedDict):
    """The deal of a day. `finished` counts the players in its table; `match`, `place` and `better_than` are yours."""

    game: str
    day: date
    computer: PersonData
    seal: str
    closes: datetime
    finished: int
    match: str | None
    place: int | None
    better_than: int | None


class DealRow(TypedDict):
    """A row of the table of a deal; equal results share a place."""

    place: int
    player: PersonData
    match: str
    lead: int | None
    small_lead: int


@router.get("/deals/daily", response=list[DealData], auth=EVERYONE, summary="Today's deals")
def todays(request: HttpRequest) -> list[DealData]:
    """List the deals of today (UTC), one of each game, with your results if the token may play."""
    return [_data(view) for view in deals_today(viewer_of(request, *PLAYERS))]


@router.get("/deals/{game}/{day}", response=list[DealRow], auth=EVERYONE, summary="The table of a deal")
def deal_table(request: HttpRequest, game: Game, day: date) -> list[DealRow]:
    """List the best results of a deal, to those who have finished it; to everyone when its day is over."""
    deal = DailyDeal.objects.filter(game_slug=game, day=day).first()
    if deal is None or deal.is_ahead:
        raise Http404
    (view,) = views_of(viewer_of(request, *PLAYERS), [deal])
    with refusals(request):
        if not view.is_open:
            raise NotFinished
    return [
        {
            "place": row.place,
            "player": person_data(row.player),
            "match": row.match_id,
            "lead": row.lead[0],
            "small_lead": row.lead[1],
        }
        for row in rows_of(view)
    ]


@router.post("/deals/{game}", response=MatchData, auth=AccessTokens(*PLAYERS), summary="Play today's deal")
def play(request: HttpRequest, game: Game) -> HttpResponse:
    """Begin your only try of today's deal, in which you move first; once it has begun, return its match."""
    with refusals(request):
        match = begin(user_of(request), game)
    return answer(match_data(match, match.seat_of(request.user)))


def _data(view: DealView) -> DealData:
    deal = view.deal
    return {
        "game": deal.game_slug,
        "day": deal.day,
        "computer": person_data(find_computer(deal.level)),
        "seal": deal.committed.commitment,
        "closes": deal.closes_at,
        "finished": view.results.total,
        "match": view.own.match_id if view.own else None,
        "place": view.place,
        "better_than": view.better_than,
    }
