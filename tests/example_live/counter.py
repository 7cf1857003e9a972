"""The page of a counter: a button that counts, and a number that stays up to date."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from accounts.hooks import live_pages
from accounts.models import User
from core.live.partials import LivePage, LivePartial
from numgames import urls

COUNT: LivePartial[int, User | None] = LivePartial("count", "example_live/_count.html", lambda n, _viewer: {"count": n})
PAGE = LivePage("counter", lambda key, _viewer: cache.get_or_set(f"counter.{key}", 0) or 0, [COUNT])
live_pages.register(PAGE)


def counter(request: HttpRequest, key: str) -> HttpResponse:
    """Show the counter; POST counts."""
    if request.method == "POST":
        cache.incr(f"counter.{key}")
        PAGE.announce(key)
    return render(request, "example_live/counter.html", PAGE.context(key, None))


urlpatterns = [path("counter/<str:key>/", counter), *urls.urlpatterns]
