"""Throttled new guests and sign-ups from one address: first immediate, enough for a school, then delayed, then refused.

allauth counts what its own forms do (sliding windows in the cache); its entries also give the delay of sign-ups and the
time until the next one is allowed. Guests have a limit of this site (`core.limits`).
"""

from __future__ import annotations

import math
import time
from asyncio import sleep
from collections.abc import Callable, Iterator
from typing import TypeVar

from allauth.core.internal import ratelimit
from allauth.core.ratelimit import Rate
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve

from core.limits import Bulkhead, opens_in, share_used, visitors_of
from core.responses import USUAL_WAIT, too_many_page

_delays = Bulkhead("delays", at_once=200, each=8)  # requests that are delayed at a time, of one address
View = TypeVar("View", bound=Callable[..., object])

APP, GUEST, SIGNUP = "allauth.account", "guest", "signup"
SLOW_FROM = 0.5  # share of the limit that is used before delays begin
SLOWEST = 4.0  # seconds of delay for the last one below the limit
COUNTED = {  # the limits that a page may meet, by the name of its URL
    "account_signup": (SIGNUP,),
    "account_signup_by_passkey": (SIGNUP,),
    "account_login": ("login", "login_failed"),
    "account_reset_password": ("reset_password",),
    "account_reset_password_from_key": ("reset_password_from_key",),
    "account_change_password": ("change_password",),
    "account_email": ("manage_email",),
    "account_reauthenticate": ("reauthenticate",),
}
ACCOUNT_FORMS = {*COUNTED, "account_set_password"}  # pages whose forms compute the hash of a password, or send mail


def admits_guests(view: View) -> View:
    """Mark a view that creates a guest on POST: the middleware delays it while the address is busy."""
    view.__dict__["admits_guests"] = True
    return view


def match_of(path: str) -> ResolverMatch | None:
    """Return the view that a path leads to; None where there is none."""
    try:
        return resolve(path)
    except Resolver404:
        return None


def admission_of(request: HttpRequest) -> str:
    """Return the limit that counts this request: `guest`, `signup`, or an empty string for none.

    A guest is created by a POST without a session to a marked view.
    """
    match = match_of(request.path_info) if request.method == "POST" else None
    if match is None:
        return ""
    if SIGNUP in COUNTED.get(match.url_name or "", ()):
        return SIGNUP
    is_guest = hasattr(match.func, "admits_guests") and settings.SESSION_COOKIE_NAME not in request.COOKIES
    return GUEST if is_guest else ""


def pause_for(request: HttpRequest, action: str = GUEST) -> float:
    """Return the delay in seconds for the next one from this address: 0 at first, then rising to `SLOWEST`.

    It is 0 again once the limit is reached, as the next one is refused.
    """
    if action == GUEST:
        share = share_used(request, GUEST)
    else:
        share = max((len(times) / rate.amount for rate, times in _windows(request, action) if rate.amount), default=0.0)
    return SLOWEST * (share - SLOW_FROM) / (1 - SLOW_FROM) if SLOW_FROM < share < 1 else 0.0


async def delay_admission(request: HttpRequest) -> None:
    """Delay a request that creates a guest or an account, without a thread or a connection meanwhile.

    Raises Busy for what exceeds the delays of one address.
    """
    action = admission_of(request)
    if action and (seconds := await sync_to_async(pause_for, thread_sensitive=False)(request, action)):
        with _delays.held(visitors_of(request)):
            await sleep(seconds)


def seconds_until(request: HttpRequest, *actions: str) -> int:
    """Return the seconds until these limits of allauth allow this address and account another request.

    `USUAL_WAIT` if none of them is full: then a limit has refused that counts something else, such as a name.
    """
    now = time.time()
    windows = [window for action in actions for window in _windows(request, action)]
    full = [(rate, times) for rate, times in windows if len(times) >= rate.amount]
    waits = [(min(times) if times else now) + rate.duration - now for rate, times in full]
    return max(1, math.ceil(max(waits, default=USUAL_WAIT)))


def too_many(request: HttpRequest) -> HttpResponse:
    """Render the 429 page with the waiting time, and Retry-After: the URL configuration's `handler429`."""
    if admission_of(request) == GUEST:
        return too_many_page(request, opens_in(request, GUEST) or USUAL_WAIT, action=GUEST)
    name = request.resolver_match.url_name if request.resolver_match else ""
    actions = COUNTED.get(name or "", ())
    return too_many_page(request, seconds_until(request, *actions), action=actions[0] if actions else "")


def _windows(request: HttpRequest, action: str) -> Iterator[tuple[Rate, list[float]]]:
    """Yield each rate of a limit of allauth for addresses or accounts, with the times that count in its window."""
    now = time.time()
    for rate in ratelimit.get_rates(app=APP, action=action):
        if rate.per == "key" or (rate.per == "user" and not request.user.is_authenticated):
            continue
        key = ratelimit.get_cache_key(request, app=APP, action=action, rate=rate)
        yield rate, [moment for moment in cache.get(key, []) if moment > now - rate.duration]
