"""Strength: a player's rank among all players of a game by total score."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from django.db.models import Count

from accounts.models import User
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
    """Return the strength of these players in these games, if they have a score, in two queries.

    Ranks are counted from how many have which total, of which there are far fewer than players.
    """
    scores = Score.objects.filter(game_slug__in=set(game_slugs))
    theirs = scores.filter(player__in=set(players), player__is_active=True)
    rows = list(theirs.values_list("game_slug", "player", "player__is_computer", "total"))
    if not rows:
        return {}
    counts = defaultdict[str, dict[int, int]](dict)
    ranked = scores.exclude(player__in=User.objects.unranked()).order_by()
    for slug, total, many in ranked.values_list("game_slug", "total").annotate(many=Count("pk")):
        counts[slug][total] = many
    tables = {slug: _Totals(counts[slug]) for slug in {row[0] for row in rows}}
    return {
        (slug, player): Strength(total, None if is_computer else tables[slug].place(total), tables[slug].players)
        for slug, player, is_computer, total in rows
    }


class _Totals:
    """How many players have which total in a game."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self._totals = sorted(counts)
        self._higher = [0, *accumulate(counts[total] for total in reversed(self._totals))][::-1]
        self.players = self._higher[0]

    def place(self, total: int) -> int:
        """Return the rank of a total; another transaction may just have changed it to one that no player has here."""
        return self._higher[bisect_right(self._totals, total)] + 1
