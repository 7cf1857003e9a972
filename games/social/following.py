"""Following and muting other players, and who follows whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Block, User
from accounts.services import blocked_between
from core.prepared import PreparedKeys
from games.social.errors import CannotFollow, NotYou, TooManyFavourites, TooManyMutes
from games.social.models import Favourite, Mute, Relation

MOST_LISTED = 200  # players in one list
MOST_FAVOURITES = 100
MOST_MUTES = 1000


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


def follow(by: User, of: User) -> None:
    """Follow a player: `by` sees when `of` is online. Idempotent. Raises Refused."""
    if by.pk == of.pk:
        raise NotYou
    if blocked_between(by, of):
        raise CannotFollow
    if not _add(Favourite, by, of, MOST_FAVOURITES):
        raise TooManyFavourites


def unfollow(by: User, of: User) -> None:
    """Unfollow the player, if followed."""
    Favourite.objects.filter(by=by, of=of).delete()


def mute(by: User, of: User) -> None:
    """Mute a player: `by` sees no message of `of`. The muted player is not told. Raises Refused."""
    if by.pk == of.pk:
        raise NotYou
    if not _add(Mute, by, of, MOST_MUTES):
        raise TooManyMutes


def unmute(by: User, of: User) -> None:
    """Unmute the player, if muted."""
    Mute.objects.filter(by=by, of=of).delete()


def _add(kind: type[Relation], by: User, of: User, most: int) -> bool:
    """Add the relation unless it exists; return False where the player has as many of them as the limit allows."""
    relations = kind._default_manager.filter(by=by)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)  # serialised, or the limit could be exceeded
        if relations.filter(of=of).exists():
            return True
        if relations.count() >= most:
            return False
        kind._default_manager.create(by=by, of=of)
    return True
