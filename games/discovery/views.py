"""robots.txt, and the sitemap."""

from __future__ import annotations

from django.contrib.sitemaps import views
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control, cache_page
from django.views.decorators.http import require_safe

from core.addresses import absolute
from games.discovery.sitemaps import SITEMAPS

HOUR = 3600
PRIVATE = ("/accounts/", "/admin/", "/notifications/", "/social/", "/history/", "/metrics", "/calendar/")
# Where each address costs computing time or a query over many rows, or answers only to a form
COSTLY = (
    *(
        "/computers/",
        "/lobby/new/",
        "/lobby/players/",
        "/lobby/names/",
        "/puzzles/next/",
        "/puzzles/*/solution/",
        "/puzzles/*/preview/",
        "/games/*/preview/",
    ),
    *("/matches/*/analysis/", "/matches/*/notation/", "/matches/*/match.", "/matches/*/updates/", "/matches/rest/"),
    *("/matches/*/fairness/", "/matches/*/move/", "/matches/*/preview/", "/matches/*/confirm/", "/offline/"),
)
ALLOWED = ("/history/pictures/",)  # pictures of boards


@cache_control(public=True, max_age=HOUR)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keep crawlers away from what is private or costly, and name the sitemap."""
    lines = ["User-agent: *", *(f"Allow: {path}" for path in ALLOWED)]
    lines += [f"Disallow: {path}" for path in (*PRIVATE, *COSTLY)]
    lines += ["", f"Sitemap: {absolute(reverse('discovery:sitemap'), request)}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@cache_control(public=True, max_age=HOUR)
@cache_page(HOUR, key_prefix="sitemap")
@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the index of the sitemap."""
    return views.index(request, SITEMAPS, sitemap_url_name="discovery:section")


@cache_control(public=True, max_age=HOUR)
@cache_page(HOUR, key_prefix="sitemap")
@require_safe
def section(request: HttpRequest, section: str) -> HttpResponse:
    """Return one file of the sitemap; `?p=2` is the second one of its section."""
    return views.sitemap(request, SITEMAPS, section=section)
