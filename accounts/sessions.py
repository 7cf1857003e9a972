"""Sessions: where a player is signed in, the end of a session, of which open pages learn at once, and shared places.

Which accounts share an internet connection or a browser is stored so that ratings made with second accounts count less.
Neither an address nor the value of a cookie is stored: only their HMAC under a key derived from SECRET_KEY, with the
day on which it was last seen, for as long as it is compared. A match keeps the answer alone.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import IntEnum
from importlib import import_module
from ipaddress import ip_address

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, update_session_auth_hash
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.hooks import session_ended, sessions_ended
from accounts.models import SeenPlace, SignedInBrowser, User
from core import clock
from core.clients import Scope, address_of, device_name, network_of, subscriber_of
from core.live import fanout
from core.prepared import PreparedRows

BROWSERS_KEPT = timedelta(days=90)  # also the life of the cookie
ADDRESSES_KEPT = timedelta(days=7)  # connections change hands: mobile networks, schools
BATCH = 5000  # rows deleted in one pass
COOKIE_BYTES = 18
PROVED_AT = "proved_at"  # key in the session: when its player last signed in or reauthenticated
_active = PreparedRows(lambda pk: User.objects.filter(pk=pk, is_active=True), int)
NOTED = 300  # seconds between two writes of the time at which a session was last seen


class Shared(IntEnum):
    """What two accounts have in common; a greater value is stronger evidence."""

    NOTHING = 0
    ADDRESS = 1
    BROWSER = 2


PLACES_KEPT = {Shared.ADDRESS: ADDRESSES_KEPT, Shared.BROWSER: BROWSERS_KEPT}


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
    _store_places(user, {Shared.BROWSER: value})


def note_places(user: User, request: HttpRequest) -> None:
    """Store from which connection and browser this account is used. Guests play no rated matches and are left out."""
    if not user.is_guest:
        _store_places(
            user,
            {Shared.ADDRESS: _network(address_of(request)), Shared.BROWSER: request.COOKIES.get(cookie_name(), "")},
        )


def shared_places(pairs: Sequence[tuple[User, User]]) -> list[Shared]:
    """Return what the two accounts of each pair have recently had in common; one query."""
    now, digests = clock.now(), defaultdict[int, dict[str, Shared]](dict)
    users = {user for pair in pairs for user in pair}
    for user, kind, digest, seen_at in SeenPlace.objects.filter(user__in=users).values_list(
        "user", "kind", "digest", "seen_at"
    ):
        if seen_at > now - PLACES_KEPT[Shared(kind)]:
            digests[user][digest] = Shared(kind)
    return [
        max(
            (kind for digest, kind in digests[first.pk].items() if digest in digests[second.pk]), default=Shared.NOTHING
        )
        for first, second in pairs
    ]


def delete_old_places(now: datetime | None = None) -> int:
    """Delete what is no longer compared; return the number of rows."""
    count = 0
    for kind, period in PLACES_KEPT.items():
        old = SeenPlace.objects.filter(kind=kind, seen_at__lt=(now or clock.now()) - period)
        count += SeenPlace.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()[0]
    return count


def _store_places(user: User, values: dict[Shared, str]) -> None:
    now = clock.now()
    rows = [
        SeenPlace(user=user, kind=kind, digest=_place_digest(kind, value), seen_at=now)
        for kind, value in values.items()
        if value
    ]
    SeenPlace.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "digest"], update_fields=["seen_at"]
    )


def _place_digest(kind: Shared, value: str) -> str:
    # The salt stays what it was, as it is part of the stored hashes.
    return salted_hmac(f"accounts.security.places.{kind.name}", value, algorithm="sha256").hexdigest()


def _network(address: str) -> str:
    """Return what is compared of an address: nothing of a private one, which a misconfigured proxy gives to all."""
    if not address or not ip_address(address).is_global:
        return ""
    return subscriber_of(address)


def topics_of(scope: Scope) -> list[str]:
    """Return the topics of a socket: of its session, and of its player, whose sessions may all end at once.

    They get {"type": "session.ended"}, or {"type": "session.changed"} where the session has to be checked again.
    """
    key = getattr(scope.get("session"), "session_key", None)
    pk = getattr(scope.get("user"), "pk", None)
    return [*([_session_topic(key)] if key else []), *([_player_topic(pk)] if pk else [])]


def session_mark(session_key: str | None) -> str:
    """Return a value by which other apps know a session, which does not give access to it; empty without one."""
    return _digest(session_key) if session_key else ""


def sign_out(session_key: str | None, user_id: int | None) -> None:
    """Tell the open pages of this session that it was signed out, and have other apps clean up after it."""
    end_session(session_key)
    if session_key and user_id:
        for clean_up in session_ended:
            clean_up(user_id, session_mark(session_key))


def end_session(session_key: str | None) -> None:
    """Tell the open pages of this session that it has ended; call this after its end."""
    if session_key:
        _tell(_session_topic(session_key))


def end_sessions_of(user_id: int) -> None:
    """Tell all open pages of this player to reload; those still signed in show the same page again.

    Other apps clean up by the hook `sessions_ended`.
    """
    _tell(_player_topic(user_id))
    for clean_up in sessions_ended:
        clean_up(user_id)


def recheck_session(session_key: str) -> None:
    """Have open pages of this session check it again; call this after the change."""
    fanout.publish([_session_topic(session_key)], {"type": "session.changed"})


def note_proof(session: SessionBase) -> None:
    """Store the time of a sign-in or reauthentication, which is now."""
    session[PROVED_AT] = int(clock.now().timestamp())


def is_worn_out(session: SessionBase) -> bool:
    """Return whether the last sign-in or reauthentication is longer ago than `SESSION_LONGEST`."""
    proved_at = session.get(PROVED_AT)
    longest = timedelta(days=settings.SESSION_LONGEST).total_seconds()
    return isinstance(proved_at, int) and clock.now().timestamp() - proved_at > longest


def note_session(user: User, request: HttpRequest) -> None:
    """Store from where this session is used, at most once in `NOTED` seconds."""
    key = request.session.session_key
    if not key or not cache.add(f"noted.{_digest(key)}", 1, NOTED):
        return
    note_places(user, request)
    device, network, now = device_name(request.headers.get("User-Agent", "")), network_of(request), clock.now()
    browsers = SignedInBrowser.objects.filter(session_id=key, user=user)
    if browsers.update(device=device, network=network, seen_at=now):
        return
    try:
        with transaction.atomic():
            SignedInBrowser.objects.create(session_id=key, user=user, device=device, network=network, seen_at=now)
    except IntegrityError:
        pass  # the session has ended meanwhile, or a concurrent request has stored it


def end_browser(browser: SignedInBrowser) -> None:
    """End the session of this browser and tell its open pages."""
    _store(browser.session_id).delete()
    sign_out(browser.session_id, browser.user_id)


def end_other_sessions(user: User, request: HttpRequest) -> None:
    """End all sessions of this player but that of the request, also those that are not in the list."""
    here = request.session.session_key
    User.objects.filter(pk=user.pk).update(sessions_epoch=F("sessions_epoch") + 1)
    user.refresh_from_db(fields=["sessions_epoch"])
    delete_sessions(user, but=here)
    update_session_auth_hash(request, user)
    note_session(user, request)
    end_sessions_of(user.pk)


def delete_sessions(user: User, *, but: str | None = None) -> None:
    """Delete the sessions in the player's list, except that with the key `but`; the list loses them too."""
    for browser in SignedInBrowser.objects.filter(user=user).exclude(session_id=but):
        _store(browser.session_id).delete()


def _session_topic(session_key: str) -> str:
    return f"session.{_digest(session_key)}"


def _digest(session_key: str) -> str:
    return hashlib.sha256(session_key.encode()).hexdigest()[:40]


def _store(session_key: str) -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return store


def _player_topic(user_id: int) -> str:
    return f"sessions.{user_id}"


def _tell(topic: str) -> None:
    fanout.publish([topic], {"type": "session.ended"})


def still_signed_in(scope: Scope) -> bool:
    """Return whether the player of this socket is still signed in; True for a socket that never was.

    Unlike Django's own check it never flushes the session.
    """
    if not isinstance(scope.get("user"), User):
        return True
    pk, session = scope["user"].pk, _store(scope["session"].session_key)
    user = _active.first(pk)
    if user is None or session.get(SESSION_KEY) != str(pk) or (not user.is_guest and is_worn_out(session)):
        return False
    return constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
