"""Following and muting other players."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.services import blocked_between
from games.social.errors import CannotFollow, NotYou, TooManyFavourites
from games.social.models import Favourite, Mute

MOST_FAVOURITES = 100


def follow(by: User, of: User) -> None:
    """Follow a player: `by` sees when `of` is online. Idempotent. Raises Refused."""
    if by.pk == of.pk:
        raise NotYou
    if blocked_between(by, of):
        raise CannotFollow
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)  # serialised, or the limit could be exceeded
        if Favourite.objects.filter(by=by, of=of).exists():
            return
        if Favourite.objects.filter(by=by).count() >= MOST_FAVOURITES:
            raise TooManyFavourites
        Favourite.objects.create(by=by, of=of)


def unfollow(by: User, of: User) -> None:
    """Unfollow the player, if followed."""
    Favourite.objects.filter(by=by, of=of).delete()


def mute(by: User, of: User) -> None:
    """Mute a player: `by` sees no message of `of`. The muted player is not told. Raises Refused."""
    if by.pk == of.pk:
        raise NotYou
    Mute.objects.get_or_create(by=by, of=of)


def unmute(by: User, of: User) -> None:
    """Unmute the player, if muted."""
    Mute.objects.filter(by=by, of=of).delete()
