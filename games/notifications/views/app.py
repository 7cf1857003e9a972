"""Views of the web app: manifest, service worker, and offline page."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from core.colours import colours
from games.notifications.channels.push import vapid

ICONS = {"icon-192.png": "192x192", "icon-512.png": "512x512"}
FILES = re.compile(r'(?:href|src)="([^"]+\.[^"]+)"')  # of a page


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest in the visitor's language."""
    icons = [{"src": static(f"img/{name}"), "sizes": size, "type": "image/png"} for name, size in ICONS.items()]
    maskable = {"src": static("img/icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"}
    turn = {"name": gettext("Your turn"), "url": reverse("notifications:next")}
    data = {
        "id": "/",
        "name": "Numgames",
        "short_name": "Numgames",
        "description": gettext("Number board games for two"),
        "lang": get_language(),
        "start_url": reverse("lobby:lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": colours()["desk"],
        "theme_color": colours()["accent"],
        "icons": [*icons, maskable],
        "shortcuts": [turn, {"name": gettext("Lobby"), "url": reverse("lobby:lobby")}],
        "categories": ["games"],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker with its list of files to cache; the same for all visitors."""
    files = sorted(set(FILES.findall(render_to_string("notifications/offline.html"))))
    constants = {"offline": reverse("offline"), "kept": files, "icon": static("img/icon-192.png")}
    constants |= {"key": vapid.public_key()}
    constants |= {name: reverse(f"notifications:{name}") for name in ("preferences", "devices")}
    script = f"const KNOWN = {json.dumps(constants)};\n{_source()}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Service-Worker-Allowed": "/"})


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Return the offline page, rendered without the visitor because it is cached."""
    return HttpResponse(render_to_string("notifications/offline.html"))


@lru_cache(maxsize=1)
def _source() -> str:
    path = finders.find("js/worker.js")
    if not isinstance(path, str):
        raise FileNotFoundError("js/worker.js")
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - one line is enough
        return file.read()
