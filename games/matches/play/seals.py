"""Sealed matches: a deal that others have still to play, such as that of the day, is hidden from who has not.

Until the end of its seal a match is seen by its players, and by those who have finished a match of the same deal. It is
in no list, and its seed is shown to no player, not even to those who have finished it: `Match.is_revealed`.

A match of a pupil is seen by its players and by those whom the hook `match_watchers` admits: the class and its teacher.
It is in no list.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from core import clock
from games.matches.hooks import match_watchers
from games.matches.models import Match


class SealedDeal(NamedTuple):
    """The seed of matches that several players play, each by themselves, and until when it is a secret."""

    seed: bytes
    sealed_until: datetime


def is_hidden(match: Match) -> bool:
    """Return whether only some viewers may know of the match, so that what shows it is not kept for others."""
    return match.is_sealed or match.has_pupil


def may_see(match: Match, viewer: object) -> bool:
    """Return whether this viewer may know of the match; no query unless it is hidden and another player's."""
    if not is_hidden(match) or match.seat_of(viewer):
        return True
    if not isinstance(viewer, User):
        return False
    if match.has_pupil:
        return any(may_watch(match, viewer) for may_watch in match_watchers)
    same_deal = Match.objects.filter(commitment=match.commitment, sealed_until__isnull=False)
    return same_deal.filter(Q(first=viewer) | Q(second=viewer), finished_at__isnull=False).exists()


def may_tell(match: Match, viewer: object) -> bool:
    """Return whether this viewer's programs may know of the match: of a pupil none is told anything."""
    return not match.has_pupil and may_see(match, viewer)


def unsealed(of: str = "", now: datetime | None = None) -> Q:
    """Return the condition for matches that everyone may see, for lists; `of` is the path to the match, `match__`."""
    of_no_pupil = Q(**{f"{of}first__pupil_name": "", f"{of}second__pupil_name": ""})
    return of_no_pupil & ~Q(**{f"{of}sealed_until__gt": now or clock.now()})
