"""Which accounts share an internet connection or a browser, so that ratings made with second accounts count less.

Neither an address nor the value of a cookie is stored: only their HMAC under a key derived from SECRET_KEY, with the
day on which it was last seen, for as long as it is compared. A match keeps the answer alone.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from enum import IntEnum
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.models import SeenPlace, User
from core import clock
from core.clients import address_of, subscriber_of

BROWSERS_KEPT = timedelta(days=90)  # also the life of the cookie
ADDRESSES_KEPT = timedelta(days=7)  # connections change hands: mobile networks, schools
BATCH = 5000  # rows deleted in one pass
COOKIE_BYTES = 18


class Shared(IntEnum):
    """What two accounts have in common; a greater value is stronger evidence."""

    NOTHING = 0
    ADDRESS = 1
    BROWSER = 2


KEPT = {Shared.ADDRESS: ADDRESSES_KEPT, Shared.BROWSER: BROWSERS_KEPT}


def cookie_name() -> str:
    """Return the name of the cookie that tells browsers apart; with https other hosts cannot set it."""
    return "__Host-browser" if settings.SECURE else "browser"


def give_cookie(user: User, request: HttpRequest, response: HttpResponse) -> None:
    """Give the browser of an account its cookie unless it has one, and store that the account uses this browser."""
    if request.COOKIES.get(cookie_name()):
        return
    value = secrets.token_urlsafe(COOKIE_BYTES)
    age = int(BROWSERS_KEPT.total_seconds())
    response.set_cookie(cookie_name(), value, max_age=age, secure=settings.SECURE, httponly=True, samesite="Lax")
    _store(user, {Shared.BROWSER: value})


def note_places(user: User, request: HttpRequest) -> None:
    """Store from which connection and browser this account is used. Guests play no rated matches and are left out."""
    if not user.is_guest:
        _store(
            user,
            {Shared.ADDRESS: _network(address_of(request)), Shared.BROWSER: request.COOKIES.get(cookie_name(), "")},
        )


def shared_by(first: User, second: User, now: datetime) -> Shared:
    """Return what these two accounts have recently had in common; one query."""
    kinds: dict[str, Shared] = {}
    users: dict[str, set[int]] = {}
    for user, kind, digest, seen_at in SeenPlace.objects.filter(user__in=(first, second)).values_list(
        "user", "kind", "digest", "seen_at"
    ):
        kinds[digest] = Shared(kind)
        if seen_at > now - KEPT[Shared(kind)]:
            users.setdefault(digest, set()).add(user)
    return max((kinds[digest] for digest, those in users.items() if len(those) > 1), default=Shared.NOTHING)


def delete_old_places(now: datetime | None = None) -> int:
    """Delete what is no longer compared; return the number of rows."""
    count = 0
    for kind, period in KEPT.items():
        old = SeenPlace.objects.filter(kind=kind, seen_at__lt=(now or clock.now()) - period)
        count += SeenPlace.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()[0]
    return count


def _store(user: User, values: dict[Shared, str]) -> None:
    now = clock.now()
    rows = [
        SeenPlace(user=user, kind=kind, digest=_digest(kind, value), seen_at=now)
        for kind, value in values.items()
        if value
    ]
    SeenPlace.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "digest"], update_fields=["seen_at"]
    )


def _digest(kind: Shared, value: str) -> str:
    return salted_hmac(f"accounts.security.places.{kind.name}", value, algorithm="sha256").hexdigest()


def _network(address: str) -> str:
    """Return what is compared of an address: nothing of a private one, which a misconfigured proxy gives to all."""
    if not address or not ip_address(address).is_global:
        return ""
    return subscriber_of(address)
