"""Following and muting other players."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from accounts.services import blocked_between
from games.social.errors import CannotFollow, NotYou, TooManyFavourites
from games.social.models import Favourite, Mute

MOST_FAVOURITES = 100


def follow(by: User, of: User) -> None:
    """From now on `by` sees when `of` is here; twice changes nothing. Raises Refused."""
    if by.pk == of.pk:
        raise NotYou
    if blocked_between(by, of):
        raise CannotFollow
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)  # one at a time, or the limit leaks
        if Favourite.objects.filter(by=by, of=of).exists():
            return
        if Favourite.objects.filter(by=by).count() >= MOST_FAVOURITES:
            raise TooManyFavourites
        Favourite.objects.create(by=by, of=of)


def unfollow(by: User, of: User) -> None:
    """Takes it back, if it was so."""
    Favourite.objects.filter(by=by, of=of).delete()


def mute(by: User, of: User) -> None:
    """From now on `by` reads nothing that `of` says, or said; `of` does not notice. Raises Refused."""
    if by.pk == of.pk:
        raise NotYou
    Mute.objects.get_or_create(by=by, of=of)


def unmute(by: User, of: User) -> None:
    """Takes it back, if it was so."""
    Mute.objects.filter(by=by, of=of).delete()
