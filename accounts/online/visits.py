"""Whether a request means that a player looks at its page: requests that only look ahead change nothing.

A page with scripts says by its socket that it is visible, or posts that where sockets are blocked. Only a browser that
has not shown that it runs scripts (it has no cookie of `static/js/zone.js`) is believed by its request alone: a GET
that opens a document, which is neither a HEAD, nor a prefetch, nor a part of another page.
"""

from __future__ import annotations

from django.http import HttpRequest, RawPostDataException

from accounts.hooks import JsonObject
from accounts.models import User
from accounts.online import news, presence
from core.clock import ZONE_COOKIES
from core.live.live_partials import Bound
from core.live.page_socket import read_object

# What browsers and their extensions send with a request for a page that no one may ever see.
_PURPOSES = ("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")
_AHEAD = ("prefetch", "prerender", "preview")
# Fetch metadata of a page that a visitor opens (https://www.w3.org/TR/fetch-metadata/); older browsers send none.
_NAVIGATION = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}


def looks_ahead(request: HttpRequest) -> bool:
    """Return whether the request is a HEAD, or fetches a page before anyone asks for it (prefetch, prerender)."""
    purposes = " ".join(request.headers.get(name, "") for name in _PURPOSES).lower()
    return request.method == "HEAD" or any(word in purposes for word in _AHEAD)


def is_seen(request: HttpRequest) -> bool:
    """Return whether the answer to this request counts as seen by the player who sent it.

    That is so for every POST, and for a GET that opens a page in a browser without scripts.
    """
    if request.method == "POST":
        return True
    opens = all(request.headers.get(name, value) == value for name, value in _NAVIGATION.items())
    return opens and not looks_ahead(request) and not any(name in request.COOKIES for name in ZONE_COOKIES)


def body_of(request: HttpRequest) -> JsonObject:
    """Return what a page posts where sockets are blocked: the same JSON object as a first message by its socket.

    Empty for any other body.
    """
    try:
        return read_object(request.body.decode())
    except (ValueError, RawPostDataException):  # the second for a form with files
        return {}


def report(viewer: User, data: JsonObject) -> Bound:
    """Record what a visible page of this viewer says that it displays; return the partials that it should show."""
    presence.touch(viewer)
    displays = data.get("displays")
    return news.report(viewer, displays) if isinstance(displays, dict) else {}
