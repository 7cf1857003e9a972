"""Strength: a player's rank among all players of a game by total score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Q, Window
from django.db.models.functions import Rank

from games.ratings.models import Score

Key = tuple[str, int]  # a game's slug and a player


@dataclass(frozen=True)
class Strength:
    """A total score and its rank among this many players; equal totals share a rank.

    Computer players are not ranked: their rank is None.
    """

    score: int
    place: int | None
    players: int


def strengths_of(game_slugs: Iterable[str], players: Iterable[int]) -> dict[Key, Strength]:
    """Return the strength of these players in these games, if they have a score, in one query.

    A window function computes the ranks. The condition on the players is combined with one on the window, so that
    Django applies it to the ranked rows: alone, it would be applied first, and only these players would be ranked.
    """
    among = [F("game_slug"), F("player__is_computer")]
    place = Window(Rank(), partition_by=among, order_by=F("total").desc())
    many = Window(Count("pk"), partition_by=among)
    ranked = Score.objects.filter(game_slug__in=set(game_slugs), player__is_active=True)
    ranked = ranked.annotate(place=place, many=many).filter(Q(player__in=set(players)) | Q(place=0))
    rows = ranked.values_list("game_slug", "player", "player__is_computer", "total", "place", "many")
    return {
        (slug, player): Strength(total, None if is_computer else place, many)
        for slug, player, is_computer, total, place, many in rows
    }
