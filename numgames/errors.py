"""Error pages that depend on nothing that may be broken."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import cache
from urllib.parse import urlsplit

from allauth.account.utils import get_login_redirect_url
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import CSRF_TOKEN_LENGTH, REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.views import defaults

from accounts.models import User
from accounts.security import write
from core.problems import problem
from core.telemetry import current_trace, is_outage
from core.web import is_api

logger = logging.getLogger(__name__)

RETRY_AFTER = 5  # seconds after which an outage page reloads itself and other clients retry
REFUSALS = {413: "413.html", 429: "busy.html"}
BARE = "<!doctype html><title>Numgames</title><p>Something broke. Try again in a moment."
# Forms that lead on a player who has signed in already.
SIGN_IN = ("account_login", "account_signup", "account_signup_by_passkey", "mfa_login_webauthn")

ErrorView = Callable[[HttpRequest, Exception], HttpResponse]


def plain_html(status: int, language: str, *, reload: bool = False) -> str:
    """Render `<status>.html`, which needs neither request, session, database nor cache.

    Set `reload` if the page may reload itself because its request changes nothing.
    """
    trace = current_trace.get()
    context = {"reload": RETRY_AFTER if reload else None, "request_id": trace.id if trace else ""}
    try:
        with override(language):
            return render_to_string(f"{status}.html", context)
    except Exception:
        logger.exception("The page for status %s cannot be drawn.", status)
        return BARE


@cache
def refusal_html(status: int, language: str) -> str:
    """Render the page of a refusal that says nothing of its request, once: it costs a flood next to nothing."""
    with override(language):
        return render_to_string(REFUSALS[status])


def plain_page(request: HttpRequest, status: int) -> HttpResponse:
    """Return the plain page as a response, in the language of the request's cookie or browser."""
    if is_api(request.path_info):
        wait = {"Retry-After": str(RETRY_AFTER)} if status in (429, 503) else {}
        with override(get_language_from_request(request)):
            return problem(status, headers=wait | {"X-Content-Type-Options": "nosniff"})
    language = getattr(request, "LANGUAGE_CODE", None) or get_language_from_request(request)
    reload = status == 503 and request.method in ("GET", "HEAD")  # a fault of ours would only happen again
    html = refusal_html(status, language) if status in REFUSALS else plain_html(status, language, reload=reload)
    page = HttpResponse(html, status=status, headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})
    page["Content-Length"] = str(len(page.content))
    if status in (429, 503):
        page["Retry-After"] = str(RETRY_AFTER)
    return page


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
        if is_api(request.path_info):
            return plain_page(request, status)
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


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose CSRF token is refused, with the cause and a way back to its page.

    A sign-in replaces the secret of the tokens, so a complete token that does not fit is most often of a page that was
    opened before a sign-in in another tab. A form to sign in leads on a player who has signed in.
    """
    match, user = request.resolver_match, request.user
    if match and match.view_name in SIGN_IN and user.is_authenticated and not user.is_guest:
        return HttpResponseRedirect(get_login_redirect_url(request))
    token = request.headers.get("X-CSRFToken") or request.POST.get("csrfmiddlewaretoken", "")
    is_of_former_session = reason.endswith("incorrect.") and len(token) == CSRF_TOKEN_LENGTH
    cause = "cookies" if reason == REASON_NO_CSRF_COOKIE else "signed" if is_of_former_session else ""
    page = urlsplit(request.headers.get("Referer", ""))
    back = page._replace(scheme="", netloc="", fragment="").geturl() if page.netloc == request.get_host() else ""
    return render(request, "403_csrf.html", {"cause": cause, "back": back}, status=403)


permission_denied = _with_fallback(_refuse, 403)
page_not_found = _with_fallback(defaults.page_not_found, 404)
