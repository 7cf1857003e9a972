"""Deduplication of guests: one guest for simultaneous requests of a browser, as by a double click or a retry."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from accounts.models import User

MOMENT = 10  # seconds for which requests of one browser count as simultaneous
PATIENCE = 3.0  # seconds for which the second request waits until the first has created the guest
POLL = 0.03  # seconds between two looks into the cache


def make_guest_once(request: HttpRequest, make: Callable[[], User]) -> User:
    """Return the guest that `make` creates, or the one just created for this browser (idempotency key).

    The key is the secret in the CSRF cookie, which sign-in replaces.
    """
    key = _key(request)
    if not key:
        return make()
    if not cache.add(key, 0, MOMENT):
        return _wait_for_first_request(key) or make()
    try:
        guest = make()
    except Exception:
        cache.delete(key)
        raise
    cache.set(key, guest.pk, MOMENT)
    return guest


def is_double(request: HttpRequest) -> bool:
    """Return whether another request of this browser has just created a guest, or is creating one."""
    key = _key(request)
    return bool(key) and cache.get(key) is not None


def _key(request: HttpRequest) -> str:
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME)
    return f"guest-{hashlib.sha256(secret.encode()).hexdigest()}" if secret else ""


def _wait_for_first_request(key: str) -> User | None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if pk := cache.get(key):
            return User.objects.filter(pk=pk, is_guest=True, is_active=True).first()
        time.sleep(POLL)
    return None
