"""Pages that belong to no app: home page, icon, health check, redirects of renamed addresses."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts import fanout
from games.catalogue import games

RENAMED = {"company": "social", "notices": "notifications"}  # former first path segments


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
def healthz(request: HttpRequest) -> JsonResponse:
    """Check the database and Redis; an error is answered as 500 or 503."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    fanout.check()
    return JsonResponse({"status": "ok"})


@csrf_exempt
def moved(request: HttpRequest, former: str, rest: str) -> HttpResponse:
    """Redirect an address of a renamed app permanently (308, which keeps POST): links in old mails still work."""
    path = f"/{RENAMED[former]}/{rest}".replace("/notifications/wishes/", "/notifications/preferences/")
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path, preserve_request=True)
