"""Pages that belong to no app: the front door and the health of the site."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.catalogue import games

RENAMED = {"company": "social", "notices": "notifications"}  # former first parts of addresses


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front door for somebody new; whoever is signed in goes to the lobby."""
    if request.user.is_authenticated:
        return redirect("lobby:lobby")
    return render(request, "home.html", {"games": games().values()})


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for an icon when what they show, such as plain text, names none."""
    return redirect(static("img/logo.svg"))


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Whether the database answers and a message through the channel layer arrives; 200 or an error."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    async_to_sync(_round_trip)()
    return JsonResponse({"status": "ok"})


@csrf_exempt
def moved(request: HttpRequest, former: str, rest: str) -> HttpResponse:
    """Redirect an address of a renamed app for good (308: a POST stays a POST), as in mails that were sent before."""
    path = f"/{RENAMED[former]}/{rest}".replace("/notifications/wishes/", "/notifications/preferences/")
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path, preserve_request=True)


async def _round_trip() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "healthz"})
    await layer.receive(channel)
