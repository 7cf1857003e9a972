"""Pages that belong to no app: home page, icon, contact of security, change of the password."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.catalogue import games


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
    expires = (timezone.now() + timedelta(days=90)).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires.isoformat()}"]
    lines += [f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}"]
    if settings.SITE_URL:
        lines.append(f"Canonical: {settings.SITE_URL}{request.path}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the form (the W3C's "A Well-Known URL for Changing Passwords")."""
    return redirect("account_change_password")
