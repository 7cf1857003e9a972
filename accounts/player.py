"""The players whom a request is from and about, their row lock, their language and zone, and which names are free.

No one may take the name of a deleted account for 90 days: old links would show a stranger. What is kept is an HMAC of
the name's key (`names.name_key`) under the site's secret key, and the day: enough to tell whether a name that is typed
is one of them, but not to read the names from the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from accounts.models import NAME_RETIRED, NAME_TAKEN, RetiredName, User
from accounts.names import is_reserved, name_key
from core import clock
from core.clients import language_for
from core.prepared import PreparedKeys

NAMES_KEPT = timedelta(days=90)


def player_of(request: HttpRequest) -> User:
    """Return the signed-in player or guest. Raises PermissionDenied if there is none (use `login_required` first)."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def viewer_of(request: HttpRequest) -> User | None:
    """Return the signed-in player or guest; None for an anonymous visitor."""
    return request.user if isinstance(request.user, User) else None


def player_at(name: str) -> User:
    """Return the active player whose name an address has, in any spelling of it. Raises Http404, also for pupils.

    A view redirects to the address with the player's own spelling.
    """
    user = User.objects.filter(name_key=name_key(name), is_active=True, pupil_name="").first()
    if user is None:
        raise Http404
    return user


def player_named(typed: str) -> User:
    """Return the active player whom a typed name means. Raises Http404."""
    user = User.objects.find(typed)
    if user is None or not user.is_active:
        raise Http404
    return user


def lock_players(*players: User) -> bool:
    """Lock the rows of these players until the transaction ends; return whether all accounts are still open.

    Rows are locked in the order of their primary keys, so callers cannot deadlock. Call this before locking any row of
    an offer or a match. Computer players are not locked: they are never deleted, and many matches start with the same
    one.
    """
    keys = sorted({player.pk for player in players if not player.is_computer})
    open_now = dict(_locked(keys))
    return all(open_now.get(key) for key in keys)


_locked = PreparedKeys(
    lambda keys: (
        User.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk").values_list("pk", "is_active")
    ),
    int,
)


@contextmanager
def for_player(player: User, otherwise: str = "en") -> Iterator[None]:
    """Activate a player's language and zone for mail and push. `otherwise` is the language if none is known."""
    with translation.override(language_for(player) or otherwise), timezone.override(player.zone):
        yield


def retire(name: str) -> None:
    """Keep back the name of an account that is deleted; not one that only the site gives, such as a guest's."""
    if not is_reserved(name):
        RetiredName.objects.update_or_create(digest=_name_digest(name), defaults={"retired_at": clock.now()})


def is_retired(name: str) -> bool:
    """Return whether this name, or one that looks like it, belonged to an account that was deleted recently."""
    return RetiredName.objects.filter(digest=_name_digest(name), retired_at__gt=clock.now() - NAMES_KEPT).exists()


def release_old(now: datetime) -> int:
    """Forget the names whose time is over; return how many."""
    return RetiredName.objects.filter(retired_at__lte=now - NAMES_KEPT).delete()[0]


def check_free(name: str, but: User | None = None) -> None:
    """Raise ValidationError if another player than `but` has this name or one that looks like it, or it is kept back.

    The unique key of the names decides between two players who take one at the same instant.
    """
    others = User.objects.filter(name_key=name_key(name))
    if (others.exclude(pk=but.pk) if but else others).exists():
        raise ValidationError(NAME_TAKEN, code="taken")
    if is_retired(name):
        raise ValidationError(NAME_RETIRED, code="retired")


def _name_digest(name: str) -> str:
    # The salt stays what it was, as it is part of the stored hashes.
    return salted_hmac("accounts.player", name_key(name), algorithm="sha256").hexdigest()
