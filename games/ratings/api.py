"""Ratings and ranking tables for programs."""

from __future__ import annotations

from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router
from typing_extensions import TypedDict

from accounts.api import EVERYONE
from accounts.player import player_at
from core import clock
from core.api import Cursor, Limit, Page, page_of
from games.catalogue import games
from games.ratings.models import Pace, Rating, RatingPool
from games.ratings.rankings import ranked
from games.ratings.standings import figure_of

router = Router(tags=["ratings"])


class RatingData(TypedDict):
    """A rating (Glicko-2) in a game and pace; one that is not settled is an estimate, and has no rank.

    Bots have pools of their own, and so have mirror matches, which are always of people.
    """

    player: str
    game: str
    pace: Pace
    pool: Literal["people", "bots"]
    rating: int
    deviation: int
    is_settled: bool
    won: int
    drawn: int
    lost: int


@router.get("/players/{name}/ratings", response=list[RatingData], auth=EVERYONE, summary="The ratings of a player")
def ratings(request: HttpRequest, name: str) -> list[RatingData]:
    """Return the ratings of a player in all games and paces with a rated match."""
    rows = Rating.objects.filter(player=player_at(name), pool__game_slug__in=games()).select_related("pool", "player")
    return [_data(row) for row in rows.order_by("pool__game_slug", "pool__is_live")]


@router.get("/ratings/{game}/{pace}", response=Page[RatingData], auth=EVERYONE, summary="A ranking table")
def ranking(
    request: HttpRequest,
    game: str,
    pace: Pace,
    pool: Literal["people", "bots"] = "people",
    cursor: Cursor = "",
    limit: Limit = 50,
) -> HttpResponse:
    """List the players with a settled rating, the best first; bots apart. Computer players are not ranked."""
    if game not in games() or (pace, pool) == ("mirror", "bots"):
        raise Http404
    if pace == "mirror":
        kind = RatingPool.Kind.MIRROR
    else:
        kind = RatingPool.Kind.BOTS if pool == "bots" else RatingPool.Kind.PEOPLE
    pool_row = RatingPool.objects.filter(game_slug=game, is_live=pace == "live", kind=kind).first()
    rows = ranked(pool_row, clock.now()).select_related("pool") if pool_row else Rating.objects.none()
    return page_of(request, rows, "rating", _data, cursor=cursor, limit=limit)


def _data(row: Rating) -> RatingData:
    figure = figure_of(row, clock.now())
    return {
        "player": row.player.file_name,
        "game": row.pool.game_slug,
        "pace": row.pool.pace,
        "pool": "bots" if row.pool.is_of_bots else "people",
        "rating": figure.rating,
        "deviation": figure.deviation,
        "is_settled": figure.is_settled,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
    }
