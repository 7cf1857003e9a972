"""Throttled guest sign-ins from one address: at first immediate, enough for a school class, then delayed, then refused.

allauth counts them (`consume`, action `guest`, a sliding window in the cache). Its entries also give the delay and the
time until the next sign-in is allowed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from allauth.core.internal import ratelimit
from allauth.core.ratelimit import Rate, consume
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., object])

APP, ACTION = "allauth.account", "guest"
SLOW_FROM = 0.5  # share of the limit that is used before delays begin
SLOWEST = 4.0  # seconds of delay for the last guest below the limit
TRIES = 3


def admits_guests(view: View) -> View:
    """Mark a view that creates a guest on POST: the middleware delays it while the address is busy."""
    view.__dict__["admits_guests"] = True
    return view


def is_admission(request: HttpRequest) -> bool:
    """Return whether this request would create a guest: a POST without a session to a marked view."""
    if request.method != "POST" or settings.SESSION_COOKIE_NAME in request.COOKIES:
        return False
    try:
        return hasattr(resolve(request.path_info).func, "admits_guests")
    except Resolver404:
        return False


def admit(request: HttpRequest) -> bool:
    """Count one more new guest from this address; return False if the limit is reached.

    allauth also refuses if its lock is busy for a second: then this retries while the window has room.
    """
    for _attempt in range(TRIES):
        if consume(request, action=ACTION):
            return True
        if any(len(times) >= rate.amount for rate, times in _windows(request)):
            return False
    return False


def pause_for(request: HttpRequest) -> float:
    """Return the delay in seconds for a new guest from this address: 0 at first, then rising to `SLOWEST`."""
    shares = [len(times) / rate.amount for rate, times in _windows(request) if rate.amount]
    full = min(max(shares, default=0.0), 1.0)
    return SLOWEST * max(0.0, full - SLOW_FROM) / (1 - SLOW_FROM)


def opens_in(request: HttpRequest) -> int:
    """Return the seconds until the next new guest from this address is allowed; 1 if one is allowed now."""
    now = time.time()
    full = [(rate, times) for rate, times in _windows(request) if len(times) >= rate.amount]
    waits = [(min(times) if times else now) + rate.duration - now for rate, times in full]
    return max(1, math.ceil(max(waits, default=0)))


def too_many(request: HttpRequest) -> HttpResponse:
    """Render the 429 page with the waiting time, and Retry-After."""
    seconds = opens_in(request)
    context = {"minutes": math.ceil(seconds / 60)}
    page = render(request, "429.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page


def _windows(request: HttpRequest) -> Iterator[tuple[Rate, list[float]]]:
    """Yield each rate of the limit with the times of the guests from this address in its window."""
    now = time.time()
    for rate in ratelimit.get_rates(app=APP, action=ACTION):
        key = ratelimit.get_cache_key(request, app=APP, action=ACTION, rate=rate)
        yield rate, [counted for counted in cache.get(key, []) if counted > now - rate.duration]
