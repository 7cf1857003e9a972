"""Information about the site: about, help, contact, privacy, terms, imprint, accessibility, credits."""

from __future__ import annotations

from dataclasses import asdict

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from accounts import match_settings
from accounts.security.places import cookie_name
from core import zones
from games.catalogue import games
from numgames.environment import Operator

PAGES = ("about", "help", "contact", "privacy", "terms", "imprint", "accessibility", "credits")


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the pages, filled with what the operator has set in the environment."""
    operator: Operator = settings.OPERATOR
    context = {
        **asdict(operator),
        "has_error_service": bool(settings.SENTRY_DSN),
        "session_cookie": settings.SESSION_COOKIE_NAME,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "language_cookie": settings.LANGUAGE_COOKIE_NAME,
        "browser_cookie": cookie_name(),
        "session_longest": settings.SESSION_LONGEST,
        "zone_cookie": zones.COOKIES[0 if settings.SECURE else 1],
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


app_name = "information"
urlpatterns: list[URLPattern] = [path(f"{name}/", page, {"name": name}, name=name) for name in PAGES]
