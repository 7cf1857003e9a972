"""Whom players follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from games.social.models import Favourite


def followed_by(keys: Collection[int]) -> dict[int, set[int]]:
    """Return the keys of the players whom each of these players follows, by the followers' keys."""
    followed: dict[int, set[int]] = defaultdict(set)
    for by, of in Favourite.objects.filter(by__in=keys).values_list("by_id", "of_id"):
        followed[by].add(of)
    return followed
