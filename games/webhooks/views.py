"""The page of a player's webhooks."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.player import player_of
from core.web import parse_key
from games.webhooks import services
from games.webhooks.forms import EndpointForm
from games.webhooks.models import Endpoint

SHOWN = 20  # sendings of an endpoint
DONE: dict[str, Callable[[User, int], bool]] = {
    "drop": services.drop_endpoint,
    "resume": services.resume,
    "test": services.send_test,
}


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest) -> HttpResponse:
    """List the player's webhooks with what was sent to them last, and add one."""
    player = player_of(request)
    form = EndpointForm(request.POST) if request.method == "POST" else EndpointForm()
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if services.add_endpoint(player, data["url"], data["description"], data["events"]):
            messages.success(request, gettext("Saved."))
            return redirect("webhooks:webhooks")
        form.add_error(None, gettext("You have as many webhooks as allowed."))
    names = services.events_by_key()
    rows = [
        (one, [names.get(event, event) for event in one.events], _latest(one)) for one in services.endpoints_of(player)
    ]
    context = {"rows": rows, "form": form}
    return render(request, "webhooks/webhooks.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def change(request: HttpRequest, action: str) -> HttpResponse:
    """Delete a webhook, switch it on again, or send a test to it."""
    pk = parse_key(request.POST.get("webhook", ""))
    if action not in DONE or pk is None or not DONE[action](player_of(request), pk):
        raise Http404
    return redirect("webhooks:webhooks")


def _latest(endpoint: Endpoint) -> list[object]:
    return list(endpoint.sendings.order_by("-pk")[:SHOWN])
