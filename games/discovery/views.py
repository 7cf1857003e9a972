"""robots.txt, the sitemap, calendars, and pages that other sites may embed in an iframe.

An embedded match or puzzle has neither scripts nor forms. A calendar needs no session, but its secret address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.sitemaps import views
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, cache_page, never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.player import player_of, viewer_of
from core import clock
from core.clients import language_for
from core.web import absolute
from games.catalogue import games
from games.discovery.calendars import calendar_of, calendar_of_event, renew, stop
from games.discovery.models import CalendarAddress
from games.discovery.pictures import board_shapes
from games.discovery.sitemaps import SITEMAPS
from games.events.services import find_event
from games.matches.errors import RulesGone
from games.matches.models import Match
from games.matches.pages.match_view import MatchView
from games.matches.pages.tallies import score_at
from games.matches.play.seals import unsealed
from games.puzzles.models import Daily, Puzzle
from games.puzzles.puzzle_view import PuzzleView
from games.puzzles.services.selection import today

HOUR = 3600
PRIVATE = ("/accounts/", "/admin/", "/notifications/", "/social/", "/history/", "/metrics", "/calendar/")
# Where each address costs computing time or a query over many rows, or answers only to a form
COSTLY = (
    *("/computers/", "/lobby/new/", "/lobby/players/", "/lobby/names/", "/games/*/preview/"),
    *("/puzzles/next/", "/puzzles/*/solution/", "/puzzles/*/preview/"),
    *("/matches/*/analysis/", "/matches/*/notation/", "/matches/*/match.", "/matches/*/updates/", "/matches/rest/"),
    *("/matches/*/fairness/", "/matches/*/move/", "/matches/*/preview/", "/matches/*/confirm/", "/offline/"),
)
ALLOWED = ("/history/pictures/",)  # pictures of boards
View = TypeVar("View", bound=Callable[..., HttpResponse])
POLICY = {
    "default-src": [NONE],
    "style-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}


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


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the calendar of the player with this token, in the player's language; needs no session."""
    address = CalendarAddress.objects.select_related("user").filter(token=token, user__is_active=True).first()
    if address is None:
        raise Http404
    with override(language_for(address.user) or get_language()):
        return _calendar(calendar_of(address.user, clock.now(), request), "numgames")


@never_cache
@require_safe
def event_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Return when an event begins and ends as a calendar."""
    event = find_event(key, viewer_of(request))
    return _calendar(calendar_of_event(event, clock.now(), request), event.pk)


def _calendar(text: str, name: str) -> HttpResponse:
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"X-Robots-Tag": "noindex", "Content-Disposition": f'inline; filename="{name}.ics"'},
    )


@login_required
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Make a new address, which ends the former one; with `stop` only end it."""
    if "stop" in request.POST:
        stop(player_of(request))
        messages.success(request, _("Your calendar address no longer works."))
    else:
        renew(player_of(request))
        messages.success(request, _("Your calendar has a new address."))
    return redirect("/accounts/settings/#calendar")


def framed_anywhere(view: View) -> View:
    """Let every site frame the answer of this view, which may load stylesheets and nothing else."""
    safe = require_safe(cast("View", csp(POLICY)(view)))
    return xframe_options_exempt(cache_control(public=True, max_age=60)(safe))


@framed_anywhere
def embed_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the board as spectators see it, names and points; a running match reloads itself."""
    matches = Match.objects.select_related("first", "second").filter(unsealed(), voided_at=None)
    this_match = get_object_or_404(matches, pk=match_id)
    try:
        view = MatchView(this_match, None)
    except RulesGone:
        raise Http404 from None
    shapes = board_shapes(view.board, view.marked)
    return render(
        request,
        "discovery/embed_match.html",
        {"match": this_match, "board_view": view, "shapes": shapes, "score": score_at(view)},
    )


@framed_anywhere
def embed_daily(request: HttpRequest, slug: str) -> HttpResponse:
    """Show today's puzzle of a game unsolved: board and tiles."""
    dailies = Daily.objects.filter(game_slug=slug, day=today(), puzzle__state=Puzzle.State.OFFERED)
    day = dailies.select_related("puzzle__source__match").first()
    if slug not in games() or day is None:
        raise Http404
    view = PuzzleView(day.puzzle, None)
    shapes = board_shapes(view.board, view.marked)
    return render(request, "discovery/embed_puzzle.html", {"day": day, "board_view": view, "shapes": shapes})
