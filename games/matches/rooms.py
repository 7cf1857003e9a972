"""Matches that are played in this process, kept in memory between two moves: a read-through cache of their rows.

A remembered match may be out of date, as other processes write to the same rows. So it is only a proposal: a write that
is based on it is guarded by the version of the row (optimistic locking), and a refusal is decided by the row itself.
"""

from __future__ import annotations

import copy
from threading import Lock

from accounts.caches import Cache
from games.matches.models import Match

LARGEST = 5_000  # matches
LONGEST = 60.0  # seconds that a match is remembered: what it knows of its players, such as names, may change

_matches: Cache[str, Match] = Cache(LARGEST, LONGEST)
_lock = Lock()  # of those who replace one


def get(match_id: str) -> Match | None:
    """Return the match with both players as last written by this process; shared between threads, so read it only."""
    return _matches.get(match_id)


def put(match: Match) -> None:
    """Remember a copy of the match as it was just committed, unless a later version is known."""
    with _lock:
        known = _matches.get(match.pk)
        if known is None or known.version < match.version:
            _matches.put(match.pk, copy.copy(match))


def forget(match_id: str) -> None:
    """Forget a match whose row has changed otherwise."""
    _matches.forget(match_id)


def clear() -> None:
    """Forget all matches, as a restart does."""
    _matches.clear()
