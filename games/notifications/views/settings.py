"""Settings: preferences, quiet hours, devices, a test, and one-click unsubscribe."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.player import player_of
from games.notifications import services
from games.notifications.device_names import device_name
from games.notifications.forms import DeviceForm, PreferencesForm
from games.notifications.mail import player_of_token
from games.notifications.partials import settings_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Save preferences and quiet hours; the settings page holds the same form."""
    player = player_of(request)
    form = PreferencesForm(request.POST) if request.method == "POST" else None
    if form is None or not form.is_valid():
        return render(request, "notifications/preferences.html", settings_of(player, form), status=422 if form else 200)
    services.save_preferences(player, form.off, form.cleaned_data["quiet_from"], form.cleaned_data["quiet_to"])
    messages.success(request, gettext("Your settings are saved."))
    return redirect("accounts:settings")


@login_required
@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a test by every channel, and show its status."""
    services.send_test(player_of(request))
    return redirect("notifications:notifications")


@login_required
@require_POST
def devices(request: HttpRequest) -> HttpResponse:
    """Register a browser for push; called by a script."""
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": gettext("Pushes cannot be sent to this address.")}, status=422)
    name = device_name(request.headers.get("User-Agent", ""))
    services.add_device(player_of(request), name=name, **form.cleaned_data)
    return HttpResponse(status=204)


@login_required
@require_POST
def drop(request: HttpRequest, device_id: int) -> HttpResponse:
    """Unregister a browser."""
    services.drop_device(player_of(request), device_id)
    messages.success(request, gettext("No more pushes go there."))
    return redirect("accounts:settings")


@csrf_exempt  # mail programs post here for their readers; the token is signed
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation, and by POST unsubscribe the player of the signed link from e-mail."""
    player = player_of_token(token)
    if player and request.method == "POST":
        services.stop_mail(player)
    context = {"player": player, "done": request.method == "POST"}
    return render(request, "notifications/unsubscribe.html", context, status=200 if player else 404)
