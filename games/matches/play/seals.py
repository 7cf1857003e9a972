"""Sealed matches: a deal that others have still to play, such as that of the day, is hidden from who has not.

Until the end of its seal a match is seen by its players, and by those who have finished a match of the same deal. It is
in no list, and its seed is shown to no player, not even to those who have finished it: `Match.is_revealed`.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from core import clock
from games.matches.models import Match


class SealedDeal(NamedTuple):
    """The seed of matches that several players play, each by themselves, and until when it is a secret."""

    seed: bytes
    sealed_until: datetime


def may_see(match: Match, viewer: object) -> bool:
    """Return whether this viewer may know of the match; no query unless it is sealed and another player's."""
    if not match.is_sealed or match.seat_of(viewer):
        return True
    if not isinstance(viewer, User):
        return False
    same_deal = Match.objects.filter(commitment=match.commitment, sealed_until__isnull=False)
    return same_deal.filter(Q(first=viewer) | Q(second=viewer), finished_at__isnull=False).exists()


def unsealed(of: str = "") -> Q:
    """Return the condition for matches that everyone may see, for lists; `of` is the path to the match, `match__`."""
    return ~Q(**{f"{of}sealed_until__gt": clock.now()})
