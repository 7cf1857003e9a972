"""A cache in memory of the rows of running matches, filled after reads and commits, for judging the next move.

A cached match may be stale, as other processes write to the same rows. So a write that is based on it checks the
version of the row (optimistic locking), and before a request is `Refused`, the row itself is read.
"""

from __future__ import annotations

import copy
from threading import Lock

from cachetools import TTLCache

from games.matches.models import Match

LARGEST = 5_000  # matches
LONGEST = 60.0  # seconds until an entry expires: data of its players, such as names, may change without notice

_matches: TTLCache[str, Match] = TTLCache(LARGEST, LONGEST)
_lock = Lock()


def get(match_id: str) -> Match | None:
    """Return the cached match with both players, or None. It is shared between threads: do not change it."""
    with _lock:
        match: Match | None = _matches.get(match_id)
        return match


def put(match: Match) -> None:
    """Cache a copy of the match as it was just read or committed, unless this version or a later one is cached."""
    with _lock:
        before = _matches.get(match.pk)
        if before is None or before.version < match.version:
            _matches[match.pk] = copy.copy(match)


def forget(match_id: str) -> None:
    """Remove a match whose row was changed by anything but a move, or which has ended."""
    with _lock:
        _matches.pop(match_id, None)


def clear() -> None:
    """Remove all matches."""
    with _lock:
        _matches.clear()
