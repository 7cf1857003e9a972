"""Pages that belong to no app: home page, icon, security contact, information about the site."""

from __future__ import annotations

from datetime import date, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.translation import get_language_info
from django.views.decorators.http import require_safe

from accounts import match_settings
from accounts.player import NAMES_KEPT
from accounts.security import EVENTS_KEPT, SCOPES
from accounts.services import STALE
from accounts.sessions import ADDRESSES_KEPT, BROWSERS_KEPT, cookie_name
from core import clock
from core.web import site_address
from games.catalogue import games
from games.classes.forms import LONGEST_LIFE
from games.classes.services import MOST_WRONG_SUMS
from games.classes.views import SESSION
from games.clubs.chat import KEPT as LINES_KEPT
from games.notifications.services import KEPT as NOTIFICATIONS_KEPT
from games.social.services import KEPT as REPORTS_KEPT
from games.webhooks.services import KEPT as DELIVERIES_KEPT

PAGES = ("about", "help", "contact", "privacy", "terms", "imprint", "accessibility", "credits", "house-rules")
NOTICES_OF = date(2026, 11, 29)  # when the text of the privacy notice or the terms last changed
# For how long the code keeps what the privacy notice names
RETENTION = {
    "addresses": ADDRESSES_KEPT,
    "browsers": BROWSERS_KEPT,
    "deliveries": DELIVERIES_KEPT,
    "events": EVENTS_KEPT,
    "guests": STALE,
    "lines": LINES_KEPT,
    "names": NAMES_KEPT,
    "notifications": NOTIFICATIONS_KEPT,
    "reports": REPORTS_KEPT,
    "sessions": timedelta(seconds=settings.SESSION_COOKIE_AGE),
}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page to visitors; redirect signed-in users to the lobby."""
    if request.user.is_authenticated:
        return redirect("lobby:lobby")
    return render(request, "home.html", {"games": games().values()})


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for documents that cannot name it, such as plain text."""
    return redirect(static("img/logo.svg"))


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact for reports of vulnerabilities (RFC 9116), or 404 if the site names none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (clock.now() + timedelta(days=90)).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires.isoformat()}"]
    lines += [f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}"]
    if settings.SITE_URL:
        lines.append(f"Canonical: {settings.SITE_URL}{request.path}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the form (the W3C's "A Well-Known URL for Changing Passwords")."""
    return redirect("account_change_password")


@require_safe
def api_reference(request: HttpRequest) -> HttpResponse:
    """Show the reference of the API, made from its schema."""
    from numgames.api import reference  # loads ninja, which commands do not need

    return render(
        request, "api/reference.html", {"reference": reference(), "scopes": SCOPES, "site": site_address(request)}
    )


@require_safe
def information(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the pages, filled with what the operator has set in the environment."""
    answers = [str(get_language_info(code)["name_translated"]) for code in settings.CONTACT_LANGUAGES]
    context = {
        **settings.OPERATOR,
        "answers": ", ".join(answers),
        **{f"{what}_days": period.days for what, period in RETENTION.items()},
        "classes_months": LONGEST_LIFE.days // 30,
        "pupil_hours": SESSION // 3600,
        "wrong_sums": MOST_WRONG_SUMS,
        "notices_of": NOTICES_OF,
        "has_error_service": bool(settings.SENTRY_DSN),
        "session_cookie": settings.SESSION_COOKIE_NAME,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "language_cookie": settings.LANGUAGE_COOKIE_NAME,
        "browser_cookie": cookie_name(),
        "session_longest": settings.SESSION_LONGEST,
        "zone_cookie": clock.ZONE_COOKIES[0 if settings.SECURE else 1],
        "match_cookie": match_settings.COOKIES[0 if settings.SECURE else 1],
        "messages_cookie": "__Host-messages" if settings.SECURE else "messages",
    }
    if name == "credits":
        context["credits"] = _credits()
    return render(request, f"information/{name}.html", context)


def _credits() -> list[dict[str, object]]:
    """Return each game that brings a `<slug>/_credits.html`, with the name of that template."""
    entries: list[dict[str, object]] = []
    for slug, game in games().items():
        template = f"{slug}/_credits.html"
        try:
            get_template(template)
        except TemplateDoesNotExist:
            continue
        entries.append({"game": game, "template": template})
    return entries
