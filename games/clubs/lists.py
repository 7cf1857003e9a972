"""What pages and programs show of a club: its members, the ladder among them, and their latest matches."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from accounts.names import names_with
from core import clock
from games.catalogue import games
from games.clubs.models import IN, Club, Member
from games.clubs.services import members_of, visible_to
from games.matches.models import Match
from games.matches.play.seals import unsealed
from games.ratings.models import Rating, RatingPool
from games.ratings.standings import Figure, figure_of

MOST_FOUND = 50
MOST_MATCHES = 10
ORDER = [*Member.Role]


@dataclass(frozen=True)
class Rung:
    """A line of the ladder: equal ratings share a place."""

    place: int
    player: User
    figure: Figure


@dataclass(frozen=True)
class Ladder:
    """The ratings of the members in one pool, the best first."""

    pool: RatingPool
    rungs: list[Rung]


def found(words: str, viewer: User | None) -> QuerySet[Club]:
    """Return the clubs that a viewer may see and whose names have these words; all without words."""
    clubs = visible_to(viewer)
    if words:
        clubs = clubs.filter(names_with("name_key__contains", words))
    return clubs.order_by("name")[:MOST_FOUND]


def people_of(club: Club) -> list[Member]:
    """Return the members, the founder and captains first."""
    return sorted(members_of(club), key=lambda one: ORDER.index(Member.Role(one.role)))


def ladders_of(club: Club, slug: str) -> list[Ladder]:
    """Return the ladder of each pace of a game; these are the ratings that the members have on the site."""
    now = clock.now()
    keys = club.members.filter(role__in=IN).values("player")
    rows = Rating.objects.filter(player__in=keys, player__is_active=True, pool__game_slug=slug)
    people = rows.filter(pool__kind=RatingPool.Kind.PEOPLE).select_related("player", "pool")
    by_pool: dict[RatingPool, list[Rating]] = {}
    for rating in people.order_by("pool__is_live", "-rating", "player__name_key"):
        by_pool.setdefault(rating.pool, []).append(rating)
    ladders = []
    for pool, ratings in by_pool.items():
        figures = [figure_of(rating, now) for rating in ratings]
        values = [figure.rating for figure in figures]
        rungs = [
            Rung(values.index(figure.rating) + 1, rating.player, figure)
            for rating, figure in zip(ratings, figures, strict=True)
        ]
        ladders.append(Ladder(pool, rungs))
    return ladders


def matches_among(club: Club) -> list[Match]:
    """Return the latest finished matches among members."""
    keys = club.members.filter(role__in=IN).values("player")
    matches = Match.objects.filter(unsealed(), first__in=keys, second__in=keys, game_slug__in=games())
    over = matches.filter(finished_at__isnull=False, voided_at=None)
    return list(over.select_related("first", "second").defer("seed").order_by("-moved_at")[:MOST_MATCHES])
