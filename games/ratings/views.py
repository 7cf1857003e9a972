"""Views of the ranking tables."""

from __future__ import annotations

from datetime import datetime

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.names import LONGEST, name_key, tidy_name
from accounts.player import viewer_of
from core import clock
from games.catalogue import games
from games.ratings import glicko2, shares
from games.ratings.models import Rating, RatingPool
from games.ratings.rankings import (
    PERIODS,
    RANKS_A_PAGE,
    Gain,
    PeriodPlace,
    Place,
    computers_on,
    gains,
    matching_on,
    period_places,
    place_of,
    ranked,
    strengths_on,
    summaries,
    table_of,
    with_strengths,
)


@require_safe
def ratings(request: HttpRequest, kind: str = RatingPool.Kind.PEOPLE) -> HttpResponse:
    """Show all pools of a kind with their leaders and the viewer's rows; with those of people, those of mirrors."""
    pools = [RatingPool(game_slug=slug, is_live=is_live, kind=kind) for slug in games() for is_live in (False, True)]
    rated = RatingPool.objects.filter(ratings__isnull=False, game_slug__in=games()).distinct()
    mirrors = [] if kind else list(rated.filter(kind=RatingPool.Kind.MIRROR))
    viewer = viewer_of(request)
    tables = [table for part in (pools, mirrors) if part for table in summaries(part, viewer, clock.now())]
    tables.sort(key=lambda table: list(games()).index(table.pool.game_slug))
    context = {"summaries": tables, "is_begun": any(table.leaders for table in tables), "kind": kind}
    return render(request, "ratings/ratings.html", context)


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """Explain ratings, scores and strengths."""
    return render(request, "ratings/how.html", {"glicko2": glicko2, "shares": shares})


@require_safe
def pool(request: HttpRequest, slug: str, pace: str, kind: str = RatingPool.Kind.PEOPLE) -> HttpResponse:
    """Show one table, paginated.

    It has all players, or those whom the viewer follows (`?friends=1`), by rating, or by the rating gained in the last
    week or month (`?period=`).

    `?find=` redirects to the page of the player of this name; of a part of a name, it lists the players found.
    """
    if slug not in games():
        raise Http404
    key: dict[str, object] = {"game_slug": slug, "is_live": pace == "live"}
    key["kind"] = RatingPool.Kind.MIRROR if pace == "mirror" else kind
    this_pool = RatingPool.objects.filter(**key).first() or RatingPool(**key)
    now = clock.now()
    name_part = request.GET.get("find", "")[:LONGEST]
    place = _find(name_part, this_pool)
    if place and (place.rank or place.rating.player.is_computer):
        return redirect(_address_of(place, this_pool))
    viewer = viewer_of(request)
    friends = viewer is not None and "friends" in request.GET
    period = request.GET.get("period", "")
    period = period if period in PERIODS else ""
    follower = viewer if friends else None
    page: Page[Gain] | Page[Rating]
    table: list[Place] = []
    risers: list[PeriodPlace] = []
    if period:
        page = gained = Paginator(_gained(this_pool, period, follower, now), RANKS_A_PAGE).get_page(
            request.GET.get("page")
        )
        risers = period_places(list(gained), gained.start_index(), now)
    else:
        page = ranks = Paginator(_ranked(this_pool, follower, now), RANKS_A_PAGE).get_page(request.GET.get("page"))
        table = table_of(ranks, ranks.start_index(), now)
    computers = computers_on(this_pool, now) if this_pool.pk else []
    matching = matching_on(this_pool, name_part, now) if this_pool.pk and name_part and not place else []
    players = [place.rating.player_id for place in (*table, *computers, *matching, *([place] if place else []))]
    strengths = strengths_on(this_pool, [*players, *([viewer.pk] if viewer else [])])
    context = {
        "pool": this_pool,
        "games": [(game, RatingPool(**(key | {"game_slug": game.slug}))) for game in games().values()],
        "live": RatingPool(**(key | {"kind": kind, "is_live": True})),
        "days": RatingPool(**(key | {"kind": kind, "is_live": False})),
        "other_kind": RatingPool(**(key | {"kind": RatingPool.Kind.PEOPLE if kind else RatingPool.Kind.BOTS})),
        "page": page,
        "places": risers if period else with_strengths(table, strengths),
        "period": period,
        "periods": [("week", _("week")), ("month", _("month")), ("", pgettext("a period", "all"))],
        "query": "&".join([*(["friends=1"] if friends else []), *([f"period={period}"] if period else []), ""]),
        "computers": with_strengths(computers, strengths),
        "own": place_of(viewer, this_pool, now) if viewer and this_pool.pk else None,
        "own_strength": strengths.get(viewer.pk) if viewer else None,
        "sought": name_part,
        "friends": friends,
        "matching": with_strengths(matching, strengths),
        "unranked": with_strengths([place], strengths)[0] if place else None,
        "glicko2": glicko2,
        "shares": shares,
    }
    return render(request, "ratings/pool.html", context)


def _ranked(pool: RatingPool, follower: User | None, now: datetime) -> QuerySet[Rating]:
    """Return the ratings of the table of all time in its order; none in a pool without a rated match.

    With a follower, only that player and those whom the player follows.
    """
    if not pool.pk:
        return Rating.objects.none()
    table = ranked(pool, now)
    if follower is None:
        return table
    return table.filter(Q(player__in=follower.favourites.values("of")) | Q(player=follower))


def _gained(pool: RatingPool, period: str, follower: User | None, now: datetime) -> list[Gain]:
    """Return the rows of the table of a period in its order, as `_ranked` does."""
    table = gains(pool, period, now) if pool.pk else []
    if follower is None:
        return table
    friends = {follower.pk, *follower.favourites.values_list("of", flat=True)}
    return [gain for gain in table if gain.player_id in friends]


def _address_of(place: Place, pool: RatingPool) -> str:
    """Return the address of a row: on the page with its rank, or among the computer players on the first one."""
    query = f"?page={(place.rank - 1) // RANKS_A_PAGE + 1}" if place.rank else ""
    return f"{pool.get_absolute_url()}{query}#player-{place.rating.player_id}"


def _find(name: str, pool: RatingPool) -> Place | None:
    """Return the row of the player of this name; None without a name, a player or a rated match."""
    if not (name and pool.pk):
        return None
    player = User.objects.filter(name_key=name_key(tidy_name(name)), is_active=True, pupil_name="").first()
    return place_of(player, pool, clock.now()) if player else None
