"""Following and muting other players."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.services import blocked_between
from games.social.errors import CannotFollow, NotYou, TooManyFavourites, TooManyMutes
from games.social.models import Favourite, Mute, Relation

MOST_FAVOURITES = 100
MOST_MUTES = 1000


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
