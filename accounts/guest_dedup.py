"""One guest for one browser, however often it asks within a moment: a double click, a retry after a lost answer."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from accounts.models import User

MOMENT = 10  # seconds
PATIENCE = 3.0  # seconds that the second request waits for the first to have made the guest
GLANCE = 0.03


def same_guest(request: HttpRequest, make: Callable[[], User]) -> User:
    """The guest that `make` gives, or gave this browser a moment ago.

    A browser that is not signed in is known by the secret in its CSRF cookie, which signing in replaces.
    """
    key = _key(request)
    if not key:
        return make()
    if not cache.add(key, 0, MOMENT):
        return _made_by_the_first(key) or make()
    try:
        guest = make()
    except Exception:
        cache.delete(key)
        raise
    cache.set(key, guest.pk, MOMENT)
    return guest


def is_double(request: HttpRequest) -> bool:
    """Whether this browser, not signed in, became a guest a moment ago by another request."""
    key = _key(request)
    return bool(key) and cache.get(key) is not None


def _key(request: HttpRequest) -> str:
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    return f"guest-{hashlib.sha256(secret.encode()).hexdigest()}" if secret else ""


def _made_by_the_first(key: str) -> User | None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if pk := cache.get(key):
            return User.objects.filter(pk=pk, is_guest=True, is_active=True).first()
        time.sleep(GLANCE)
    return None
