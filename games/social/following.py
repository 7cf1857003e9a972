"""Queries of who follows whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import Block, User
from core.db.prepared import PreparedKeys
from games.social.models import Favourite

MOST_LISTED = 200  # players in one list


def followed_by(keys: Collection[int]) -> dict[int, set[int]]:
    """Return the keys of the players whom each of these players follows, by the followers' keys."""
    by_follower: dict[int, set[int]] = defaultdict(set)
    for by, of in _followed(list(keys)):
        by_follower[by].add(of)
    return by_follower


_followed = PreparedKeys(lambda keys: Favourite.objects.filter(by__in=keys).values_list("by_id", "of_id"), int)


def followers_of(player: User) -> QuerySet[User]:
    """Return the players who follow this one, the latest first, without those between whom there is a block."""
    return _known(player, User.objects.filter(favourites__of=player).order_by("-favourites__made_at"))


def followed_of(player: User) -> QuerySet[User]:
    """Return the players whom this one follows, by name, without those between whom there is a block."""
    keys = Favourite.objects.filter(by=player).values("of")
    return _known(player, User.objects.filter(pk__in=keys).order_by("name_key"))


def _known(player: User, people: QuerySet[User]) -> QuerySet[User]:
    blocking, blocked = Block.objects.filter(by=player).values("of"), Block.objects.filter(of=player).values("by")
    return people.filter(is_active=True).exclude(pk__in=blocking).exclude(pk__in=blocked)
