"""Error pages that depend on nothing that may be broken."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.views import defaults

from accounts.models import User
from accounts.outages import is_outage
from accounts.security_log import write
from numgames.operations import trace

logger = logging.getLogger(__name__)

RETRY_AFTER = 5  # seconds after which an outage page reloads itself and other clients retry
BARE = "<!doctype html><title>Numgames</title><p>Something broke. Try again in a moment."

ErrorView = Callable[[HttpRequest, Exception], HttpResponse]


def plain_html(status: int, language: str, *, reload: bool = False) -> str:
    """Render `<status>.html`, which needs neither request, session, database nor cache.

    Set `reload` if the page may reload itself because its request changes nothing.
    """
    try:
        with override(language):
            return render_to_string(f"{status}.html", {"reload": RETRY_AFTER if reload else None, "request_id": _id()})
    except Exception:
        logger.exception("The page for status %s cannot be drawn.", status)
        return BARE


@cache
def busy_html(language: str) -> str:
    """Render the page for an address that has too many requests under way, once: it costs a flood next to nothing."""
    with override(language):
        return render_to_string("busy.html")


def _id() -> str:
    """Return the id of the request, by which an operator finds it in the log."""
    found = trace.current.get()
    return found.id if found else ""


def plain_page(request: HttpRequest, status: int) -> HttpResponse:
    """Return the plain page as a response, in the language of the request's cookie or browser."""
    language = getattr(request, "LANGUAGE_CODE", None) or get_language_from_request(request)
    html = plain_html(status, language, reload=request.method in ("GET", "HEAD"))
    headers = {"Retry-After": str(RETRY_AFTER)} if status == 503 else {}
    return HttpResponse(html, status=status, headers={"Cache-Control": "no-store", **headers})


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a malformed request. Django's own view reads the CSRF token, and so the malformed body again."""
    return plain_page(request, 400)


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer a request whose body is too large."""
    return plain_page(request, 413)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unhandled exception: 503 for an outage, else 500."""
    return plain_page(request, 503 if is_outage(sys.exc_info()[1]) else 500)


def _with_fallback(view: ErrorView, status: int) -> ErrorView:
    """Wrap Django's view, whose page has the site's menu, with a fallback to the plain page.

    Outages are raised again, to be answered with 503.
    """

    def answer(request: HttpRequest, exception: Exception) -> HttpResponse:
        try:
            return view(request, exception)
        except Exception as fault:
            if is_outage(fault):
                raise
            logger.exception("The page for status %s cannot be drawn in its frame.", status)
            return plain_page(request, status)

    return answer


def _refuse(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Log that a permission was missing, and answer."""
    user = request.__dict__.get("_cached_user")  # not loaded for this: an outage may be the reason for the refusal
    write("refused", request, user if isinstance(user, User) else None, method=request.method, path=request.path)
    return defaults.permission_denied(request, exception)


permission_denied = _with_fallback(_refuse, 403)
page_not_found = _with_fallback(defaults.page_not_found, 404)
