"""Settings: preferences, quiet hours, and a test."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.player import player_of
from core.responses import answer_saved, changed_on, first_error, is_partial
from games.notifications import services
from games.notifications.forms import PreferencesForm
from games.notifications.partials import settings_of
from games.notifications.preferences import preferences_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Save preferences and quiet hours; the settings page holds the same form, and saves it when one is changed."""
    player = player_of(request)
    form = PreferencesForm(request.POST) if request.method == "POST" else None
    if form and not form.is_valid() and is_partial(request):
        return answer_saved(request, "accounts:settings", "", wrong=first_error(form))
    if form is None or not form.is_valid():
        return render(request, "notifications/preferences.html", settings_of(player, form), status=422 if form else 200)
    services.save_preferences(player, *form.saved_over(preferences_of(player), changed_on(request)))
    return answer_saved(request, f"{reverse('accounts:settings')}#notifications", gettext("Saved."))


@login_required
@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a test by every channel, and show its status."""
    services.send_test(player_of(request))
    return redirect("notifications:notifications")
