"""The public API: the routers of all apps, found by their `api.py`, and the addresses below `/api/`.

It is a URL configuration of its own, which only processes that serve requests load: commands do not import ninja.
"""

from __future__ import annotations

from importlib import import_module

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.module_loading import module_has_submodule
from ninja import Router

from core.api import Api
from core.limits import parsed

ROOT = "api/v1/"
DESCRIPTION = (
    "Number board games for two: players, matches, challenges, puzzles and ratings. Reading what everyone may see "
    "needs no token. Times are ISO 8601 in UTC, durations are in seconds, names are those of the match files. Within "
    "v1 changes only add: ignore members that you do not know."
)


def collected() -> Api:
    """Return the API with the router of each app that has one."""
    api = Api(ROOT, title="Numgames", version="1", description=DESCRIPTION, urls_namespace="api")
    for app in apps.get_app_configs():
        if app.module and module_has_submodule(app.module, "api") and app.label != "numgames":
            router = getattr(import_module(f"{app.name}.api"), "router", None)
            if isinstance(router, Router):
                api.add_router("", router)
    return api


def limits(request: HttpRequest) -> HttpResponse:
    """List the limits of the API: how many requests in how many seconds, for each token or address."""
    kinds = {"ip": "address", "user": "account", "token": "token"}
    named = {name: rates for name, rates in settings.RATE_LIMITS.items() if name.startswith("api")}
    rows = [
        {"limit": name, "requests": rate.most, "seconds": rate.seconds, "of": kinds[rate.of]}
        for name, rates in named.items()
        for rate in parsed(rates)
    ]
    return JsonResponse({"limits": rows})


api = collected()
urlpatterns = [path(ROOT, api.urls), path("api/limits", limits)]
