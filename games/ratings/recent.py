"""Ratings and rating changes for the pages of a match, cached as this process last read or counted them.

A move must not need a query for the ratings beside the players' names, nor the last one for what it has just changed.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock

from cachetools import TTLCache
from django.db.models import F

from core.db.prepared import PreparedRows
from games.matches.models import Match
from games.ratings import standings
from games.ratings.models import Rating, RatingChange
from games.ratings.standings import Figures, figure_of

FRESH = 60.0  # seconds for which ratings are cached
RENEWED = 30.0  # seconds after which a heartbeat of an open page reads them again, so that no move has to
CHANGED = 10.0  # seconds for which the changes of a match that was just counted are cached: staff may void it
REMEMBERED = 5000  # matches

Key = tuple[str, bool]  # a match, and whether it has changed the ratings
Changes = Sequence[tuple[int, RatingChange]]  # the primary key of each player, and the change

_figures: TTLCache[Key, tuple[float, Figures]] = TTLCache(REMEMBERED, FRESH)  # with the monotonic time of their reading
_changes: TTLCache[str, Changes] = TTLCache(REMEMBERED, CHANGED)
_lock = Lock()

_stored_changes = PreparedRows(
    lambda match: RatingChange.objects.filter(match=match).annotate(player=F("rating__player_id")), str
)


def figures_of(match: Match, oldest: float = FRESH) -> Figures:
    """Return the ratings of the players in the pool of their match, read or counted at most so many seconds ago."""
    key, now = (match.pk, match.rated and match.finished_at is not None), time.monotonic()
    with _lock:
        read_at, figures = _figures.get(key) or (-math.inf, None)
    if figures is None or now - read_at > oldest:
        figures = standings.figures_of([match.first_id, match.second_id])
        with _lock:
            _figures[key] = now, figures
    return figures


def renew_figures(match: Match) -> None:
    """Read and cache the ratings of the players, unless they were read or counted within `RENEWED` seconds."""
    figures_of(match, RENEWED)


def changes_of(match_id: str) -> Changes:
    """Return the rating changes of a match, in any order."""
    with _lock:
        changes = _changes.get(match_id)
    return changes if changes is not None else [(vars(one)["player"], one) for one in _stored_changes(match_id)]


def remember(ratings: Mapping[int, Rating], changes: Iterable[RatingChange]) -> None:
    """Cache what matches that end have changed: the new ratings of one pool, by player, and the changes.

    Call it after the commit. The pages of these matches show no other ratings of their players.
    """
    read_at = time.monotonic()
    by_match = defaultdict[str, list[RatingChange]](list)
    for change in changes:
        by_match[change.match_id].append(change)
    for match_id, both in by_match.items():
        players = [change.rating.player_id for change in both]
        pool = both[0].rating.pool
        figures = Figures({(key, pool.game_slug, pool.is_live): figure_of(ratings[key], both[0].at) for key in players})
        with _lock:
            _figures[match_id, True] = read_at, figures
            _changes[match_id] = list(zip(players, both, strict=True))


def forget(match_id: str) -> None:
    """Forget the cached changes of a match that no longer counts."""
    with _lock:
        _changes.pop(match_id, None)
        _figures.pop((match_id, True), None)
