"""The limits that forms of accounts meet, when one opens again, and who is refused at once.

allauth counts what its own forms do (sliding windows in the cache); its entries give the time until the next one is
allowed. Guests have a limit of this site (`core.limits`).
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Hashable, Iterator

from allauth.core.internal import ratelimit
from allauth.core.ratelimit import Rate
from cachetools import TTLCache
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve

from core.limits import Busy, parsed
from core.telemetry import ADMITTED
from core.web import USUAL_WAIT, is_api, too_many_page

APP, GUEST, SIGNUP = "allauth.account", "guest", "signup"
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
REFUSED = {403: 10, 404: 1, 413: 10, 429: 10}  # statuses, and how much they count: links may be wrong
MOST_REFUSED, STATIC = 10_000, "static"  # visitors who are remembered; files that all pages of others need


def match_of(path: str) -> ResolverMatch | None:
    """Return the view that a path leads to; None where there is none."""
    try:
        return resolve(path, settings.API_URLCONF if is_api(path) else None)
    except Resolver404:
        return None


class Refusals:
    """Visitors who were refused again and again, and what: the gate then refuses them at once (negative cache).

    A page that says no costs as much as one that says yes. What is refused to one session is not refused to others of
    its address, except for forms of accounts, which need none.
    """

    def __init__(self) -> None:
        (rate,) = parsed(settings.RATE_LIMITS.get("refused", "0/s"))
        self._most = rate.most * max(REFUSED.values())
        self._of = TTLCache[Hashable, Counter[Hashable]](MOST_REFUSED, rate.seconds)

    def check(self, visitor: Hashable, request: HttpRequest) -> None:
        """Raise Busy if this was refused to the visitor too often."""
        if (counts := self._of.get(visitor)) and counts[_kind(request)] >= self._most:
            ADMITTED.labels("refusals", "refused").inc()
            raise Busy

    def note(self, visitor: Hashable, request: HttpRequest, status: int) -> None:
        """Count an answer with this status, if it is a refusal."""
        if status in REFUSED and visitor and self._most and (kind := _kind(request))[1] != STATIC:
            self._of.setdefault(visitor, Counter())[kind] += REFUSED[status]


def _kind(request: HttpRequest) -> tuple[str | None, str, str]:
    match = match_of(request.path_info)
    view = match.view_name if match else STATIC if request.path_info.startswith(settings.STATIC_URL) else ""
    key = request.headers.get("Authorization", "") if is_api(request.path_info) else ""
    key = key or request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return request.method, view, "" if view in ACCOUNT_FORMS else key


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
