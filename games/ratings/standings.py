"""Current ratings, possible changes, and the ratings of a match, cached as this process last read them."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from cachetools import TTLCache
from django.db.models import F

from accounts.models import User
from core import clock
from core.prepared import PreparedKeys
from games.matches.models import Match
from games.matches.time.terms import MatchTerms
from games.ratings.glicko2 import NEWCOMER, Standing, chance
from games.ratings.models import Rating, RatingChange, RatingPool
from games.ratings.shares import newcomers_share
from games.ratings.update import DRAWN, LOST, WON, weigh_up

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

    def __init__(self, figures: Mapping[Key, Figure]) -> None:
        self._figures = figures

    def __or__(self, other: Figures) -> Figures:
        """Return the ratings of both."""
        return Figures({**self._figures, **other._figures})

    def of(self, player: User, terms: MatchTerms) -> Figure | None:
        """Return the rating in the pool of these terms; without one, a newcomer's for a rated match, else None."""
        if not player.plays_rated:
            return None
        figure = self._figures.get((player.pk, terms.game_slug, terms.is_live))
        return figure or (Figure() if terms.rated else None)

    def prospects(self, player: User, opponent: User, terms: MatchTerms) -> Prospects | None:
        """Return the player's possible rating changes; None in casual and mirror matches, and without both ratings."""
        own, other = self.of(player, terms), self.of(opponent, terms)
        if not (terms.rated and own and other) or terms.is_mirror:
            return None
        both_people = not (player.is_computer or opponent.is_computer)
        share = newcomers_share(other.matches, own.newcomers) if both_people else 1.0
        ends = [weigh_up(own.standing, other.standing, end, share) for end in (WON, DRAWN, LOST)]
        gains = [round(end.rating) - own.rating for end in ends]
        return Prospects(own, other, *gains)


_ratings_of = PreparedKeys(
    lambda players: (
        Rating.objects.filter(player__in=players)
        .exclude(pool__kind=RatingPool.Kind.MIRROR)
        .annotate(slug=F("pool__game_slug"), is_live=F("pool__is_live"))
    ),
    int,
)


def figures_of(players: Iterable[int]) -> Figures:
    """Return the ratings of these players, by one query that is prepared."""
    now = clock.now()
    rows = ((vars(rating), rating) for rating in _ratings_of(list(set(players))))
    return Figures({(rating.player_id, more["slug"], more["is_live"]): figure_of(rating, now) for more, rating in rows})


def figure_of(rating: Rating, now: datetime) -> Figure:
    """Return the rating at this moment, with its grown deviation."""
    is_settled = rating.settled_until is not None and rating.settled_until > now
    return Figure(rating.state.at(now), is_settled, rating.matches, rating.newcomers)


FRESH = 60.0  # seconds for which ratings are cached
RENEWED = 30.0  # seconds after which a heartbeat of an open page reads them again, so that no move has to
CACHED = 5000  # matches

MatchState = tuple[str, bool]  # a match, and whether it has changed the ratings

ENDED = 3.0  # seconds for which the changes of a match that has just ended are cached

# With the monotonic time of their reading
_figures: TTLCache[MatchState, tuple[float, Figures]] = TTLCache(CACHED, FRESH)
# By match and version: staff may void it
_changes: TTLCache[tuple[str, int], list[RatingChange]] = TTLCache(CACHED, ENDED)
_lock = Lock()
_stored_changes = PreparedKeys(
    lambda matches: RatingChange.objects.filter(match__in=matches).select_related("rating"), str
)


def figures_in(match: Match, oldest: float = FRESH) -> Figures:
    """Return the ratings of the players in the pool of their match, read at most so many seconds ago."""
    key, now = (match.pk, match.rated and match.finished_at is not None), time.monotonic()
    with _lock:
        read_at, figures = _figures.get(key) or (-math.inf, None)
    if figures is None or now - read_at > oldest:
        figures = figures_of([match.first_id, match.second_id])
        with _lock:
            _figures[key] = now, figures
    return figures


def renew_figures(match: Match) -> None:
    """Read and cache the ratings of the players, unless they were read within `RENEWED` seconds."""
    figures_in(match, RENEWED)


def changes_of(match: Match) -> list[RatingChange]:
    """Return the changes that the match has made, with their ratings."""
    with _lock:
        changes = _changes.get((match.pk, match.version))
    return _stored_changes([match.pk]) if changes is None else changes


def read_ends(matches: Sequence[Match]) -> None:
    """Read and cache what the ends of rated matches show, with two queries: their changes, and the ratings after."""
    rated = {match.pk: match for match in matches if match.rated}
    if not rated:
        return
    now = time.monotonic()
    figures = figures_of(player for match in rated.values() for player in (match.first_id, match.second_id))
    changes = defaultdict[str, list[RatingChange]](list)
    for change in _stored_changes(list(rated)):
        changes[change.match_id].append(change)
    with _lock:
        _figures.update({(key, True): (now, figures) for key in rated})
        # Those that are missing may be made at any moment
        _changes.update({(key, rated[key].version): made for key, made in changes.items()})
