"""Current ratings of many players, and the possible rating changes of a match between two of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from accounts.models import User
from core import clock
from core.db.prepared import PreparedKeys
from games.matches.time.terms import MatchTerms
from games.ratings.formulas.glicko2 import NEWCOMER, Standing, chance
from games.ratings.formulas.shares import newcomers_share
from games.ratings.formulas.update import DRAWN, LOST, WON, weigh_up
from games.ratings.models import Rating

Key = tuple[int, str, bool]  # a player, a game's slug, whether it is live


@dataclass(frozen=True)
class Figure:
    """A rating at a moment, with the deviation that has grown since its last match."""

    standing: Standing = NEWCOMER
    is_settled: bool = False
    matches: int = 0
    newcomers: int = 0  # matches against newcomers that were damped

    def __str__(self) -> str:
        return f"{self.rating}{'' if self.is_settled else '?'}"

    @property
    def rating(self) -> int:
        """Return the displayed rating."""
        return round(self.standing.rating)

    @property
    def deviation(self) -> int:
        """Return the displayed deviation."""
        return round(self.standing.deviation)


@dataclass(frozen=True)
class Prospects:
    """The possible changes of a player's rating in a match: for a win, a draw and a loss."""

    own: Figure
    opponent: Figure
    won: int
    drawn: int
    lost: int

    @property
    def percent(self) -> int:
        """Return the player's expected score in percent."""
        return round(100 * chance(self.own.standing, self.opponent.standing))


class Figures:
    """The ratings of some players in all pools."""

    def __init__(self, found: Mapping[Key, Figure]) -> None:
        self._found = found

    def __or__(self, other: Figures) -> Figures:
        """Return the ratings of both."""
        return Figures({**self._found, **other._found})

    def of(self, player: User, terms: MatchTerms) -> Figure | None:
        """Return the rating in the pool of these terms; without one, a newcomer's for a rated match, else None."""
        if not player.plays_rated:
            return None
        figure = self._found.get((player.pk, terms.game_slug, terms.is_live))
        return figure or (Figure() if terms.rated else None)

    def prospects(self, player: User, opponent: User, terms: MatchTerms) -> Prospects | None:
        """Return the player's possible rating changes; None if the match is casual or one of the two has no ratings."""
        own, other = self.of(player, terms), self.of(opponent, terms)
        if not (terms.rated and own and other):
            return None
        both_people = not (player.is_computer or opponent.is_computer)
        share = newcomers_share(other.matches, own.newcomers) if both_people else 1.0
        ends = [weigh_up(own.standing, other.standing, end, share) for end in (WON, DRAWN, LOST)]
        gains = [round(end.rating) - own.rating for end in ends]
        return Prospects(own, other, *gains)


_ratings_of = PreparedKeys(
    lambda players: Rating.objects.filter(player__in=players).annotate(
        slug=F("pool__game_slug"), is_live=F("pool__is_live")
    ),
    int,
)


def figures_of(players: Iterable[int], now: datetime | None = None) -> Figures:
    """Return the ratings of these players, by one query that is prepared."""
    now = now or clock.now()
    rows = ((vars(rating), rating) for rating in _ratings_of(list(set(players))))
    return Figures({(rating.player_id, more["slug"], more["is_live"]): figure_of(rating, now) for more, rating in rows})


def figure_of(rating: Rating, now: datetime) -> Figure:
    """Return the rating at this moment, with its grown deviation."""
    is_settled = rating.settled_until is not None and rating.settled_until > now
    return Figure(rating.state.at(now), is_settled, rating.matches, rating.newcomers)
