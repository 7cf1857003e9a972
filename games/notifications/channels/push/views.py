"""Views that add and remove a browser."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.player import player_of
from accounts.sessions import session_mark
from core.clients import device_name
from games.notifications.channels.push.devices import DeviceForm, add_device, drop_device


@login_required
@require_POST
def devices(request: HttpRequest) -> HttpResponse:
    """Register a browser for push; called by a script."""
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": gettext("Push notifications can't be sent to this address.")}, status=422)
    name = device_name(request.headers.get("User-Agent", ""))
    session = session_mark(request.session.session_key)
    add_device(player_of(request), name=name, session=session, **form.cleaned_data)
    return HttpResponse(status=204)


@login_required
@require_POST
def drop(request: HttpRequest, device_id: int) -> HttpResponse:
    """Unregister a browser."""
    drop_device(player_of(request), device_id)
    messages.success(request, gettext("Push notifications are off there."))
    return redirect("accounts:settings")
