"""Views of the calendar: the file behind the secret address, and the buttons that make, renew and end the address."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.player import player_of
from core import clock
from core.clients import language_for
from games.discovery.calendars import calendar_of, renew, stop
from games.discovery.models import CalendarAddress


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the calendar of the player with this token, in the player's language; needs no session."""
    address = CalendarAddress.objects.select_related("user").filter(token=token, user__is_active=True).first()
    if address is None:
        raise Http404
    with override(language_for(address.user) or get_language()):
        text = calendar_of(address.user, clock.now(), request)
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"X-Robots-Tag": "noindex", "Content-Disposition": 'inline; filename="numgames.ics"'},
    )


@login_required
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Make a new address, which ends the former one; with `stop` only end it."""
    if "stop" in request.POST:
        stop(player_of(request))
        messages.success(request, _("Your calendar address no longer works."))
    else:
        renew(player_of(request))
        messages.success(request, _("Your calendar has a new address."))
    return redirect("/accounts/settings/#calendar")
