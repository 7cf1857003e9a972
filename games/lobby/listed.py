"""The open offers that the lobby lists to everyone."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from accounts.online import presence
from core.prepared import PreparedRows
from games.catalogue import games
from games.lobby.models import Offer
from games.lobby.own import BESIDE_OFFERS, waiting_offers
from games.matches.time.terms import played_correspondence, played_live

MOST_OFFERS = 100
FADES = timedelta(hours=1)  # after which a player who left is not listed with correspondence offers
SPARE = 60  # further rows, for viewers who do not see some of the first
PACES = {"live": played_live, "days": played_correspondence}


def open_offers(viewer: User | None, hidden: set[int]) -> QuerySet[Offer]:
    """Return open offers that this viewer could accept."""
    all_offers = waiting_offers().filter(kind=Offer.Kind.OPEN, game_slug__in=games()).prefetch_related(*BESIDE_OFFERS)
    offers = all_offers.exclude(challenger__in=hidden)
    return offers.exclude(challenger=viewer) if viewer else offers


def listed_now(only: str, pace: str, now: datetime) -> list[Offer]:
    """Return the newest of the open offers of each player, those of players who are online first, then the newest.

    They are filtered to a game or a pace. Each is annotated with `others`, the number of the player's other offers.
    Players who are online come before all others, however many offers and accounts those make. Offers of players who
    left are not listed: live ones at once, others after an hour; making an offer counts as being online.
    """
    return _listed(tuple(games()), only, pace)(now - presence.PRESENT, now - FADES)


def _listed_since(offers: QuerySet[Offer], present_since: datetime, fading_since: datetime) -> QuerySet[Offer]:
    live = played_live()
    present = Q(challenger__seen_at__gt=present_since)
    is_listed = (
        present
        | Q(made_at__gt=present_since)
        | (~live & (Q(challenger__seen_at__gt=fading_since) | Q(made_at__gt=fading_since)))
    )
    by_player = offers.filter(is_listed).annotate(
        rank=Window(RowNumber(), partition_by=F("challenger"), order_by=[F("made_at").desc(), F("pk").asc()]),
        others=Window(Count("pk"), partition_by=F("challenger")) - 1,
        away=Case(When(present, then=Value(0)), default=Value(1), output_field=IntegerField()),
    )
    return by_player.filter(rank=1).order_by("away", "-made_at", "pk")


@cache
def _listed(slugs: tuple[str, ...], only: str, pace: str) -> PreparedRows[Offer]:
    """Return the query of the lobby's list on a site with these games."""
    offers = waiting_offers().filter(of_game(only, pace), kind=Offer.Kind.OPEN, game_slug__in=slugs)
    return PreparedRows(lambda *since: _listed_since(offers, *since)[: MOST_OFFERS + SPARE], datetime, datetime)


def of_game(only: str, pace: str) -> Q:
    """Return the condition of what the lobby lists when it is filtered to a game or a pace."""
    return (Q(game_slug=only) if only else Q()) & PACES.get(pace, Q)()
