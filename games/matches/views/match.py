"""The page of a match, and its updates for a page without a socket."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import Context
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.hooks import JsonObject
from accounts.match_settings import DAYS, LIVE, renew_cookie, settings_of
from accounts.models import User
from accounts.online import presence, visits
from core import clock
from core.addresses import newer_than
from core.live.live_partials import ShownPartials, bind
from games.matches.errors import RulesGone
from games.matches.forms import HelloForm
from games.matches.hooks import live_partials, match_opened
from games.matches.models import Match
from games.matches.pages.fingerprint import UNKNOWN, is_known
from games.matches.pages.lights import answer_lights, reply_with_lights
from games.matches.pages.match_view import MatchView
from games.matches.pages.page_updates import cache_rendered, update_since
from games.matches.pages.partials.match_view import match_view, page_title
from games.matches.pages.partials.stored import stored_view
from games.matches.pages.paths import match_path
from games.matches.pages.reply import Reply
from games.matches.pages.stored_match import Stored, log_unless_retired
from games.matches.play import attendance
from games.matches.play.services import find_match


def match_or_404(match_id: str) -> Match:
    """Return the match with both players; raises Http404."""
    try:
        return find_match(match_id)
    except Match.DoesNotExist:
        raise Http404 from None


def render_match(request: HttpRequest, match: Match, *, status: int = 200, **extra: object) -> HttpResponse:
    """Render the match for this visitor: for htmx only the element `match_view`, else the whole page.

    `extra` is the context of a refusal or a preview: `reason`, the `text` it is about, the `preview`. A match that
    cannot be replayed is rendered from its row.
    """
    try:
        view = MatchView(match, match.seat_of(request.user))
        cache_rendered(view)
        if request.headers.get("HX-Request"):
            reply = Reply.of(Context({"request": request, "scripted": True, **extra}))
            return HttpResponse(match_view(view, reply), status=status)
        values = settings_of(request.user, request.COOKIES, LIVE if match.is_live else DAYS)
        context = {"match": match, "board_view": view, "title": page_title(view), "match_settings": values, **extra}
        response = render(request, "matches/match.html", context, status=status)
        renew_cookie(request, response)
        return response
    except RulesGone as fault:
        log_unless_retired(match, fault)
        return render_stored(request, match, status=status, reason=extra.get("reason"))


def render_stored(request: HttpRequest, match: Match, *, status: int = 200, reason: object = None) -> HttpResponse:
    """Render a match that cannot be replayed, without a board; `reason` says why a request was refused."""
    stored = Stored(match, match.seat_of(request.user))
    refusal = "" if reason == RulesGone.reason else str(reason or "")  # the page says that in any case
    if request.headers.get("HX-Request"):
        return HttpResponse(stored_view(stored, refusal), status=status)
    context = {"match": match, "stored": stored, "title": stored.title, "refusal": refusal}
    return render(request, "matches/stored.html", context, status=status)


@never_cache
@require_safe
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the board and everything around it, to players and spectators."""
    match = match_or_404(match_id)
    if isinstance(request.user, User) and (seat := match.seat_of(request.user)) and visits.is_seen(request):
        match = attendance.arrive(match, seat)
        presence.touch(request.user)
        for tell in match_opened:
            tell(match, request.user)
    return render_match(request, match)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def updates(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return what the socket sends in answer to a hello, for a page that cannot reach the socket (polling).

    A visible page posts, which counts as present.
    """
    match = match_or_404(match_id)
    viewer = request.user if isinstance(request.user, User) else None
    is_report = viewer is not None and request.method == "POST"
    if is_report:
        match = attendance.arrive(match, match.seat_of(viewer))
    form = HelloForm(request.GET)
    hello = form.numbers
    if hello is None:
        return JsonResponse({"error": "version and ply are missing"}, status=400)
    if form.is_outdated:
        return JsonResponse({"go": match_path("match", match_id)})
    version, ply = hello if is_known(match, *hello, form.fingerprint) else UNKNOWN
    message: JsonObject = {"version": version}
    if version != match.version:
        message = update_since(match, match.seat_of(viewer), version, ply).message()
    data = visits.body_of(request)
    bound = visits.report(viewer, data) if viewer and is_report else {}
    if "shown" in data and (html := ShownPartials(data["shown"]).bring(bound | bind(live_partials, match, viewer))):
        message["partials"] = f"{message.get('partials', '')}{html}"
    if newer := newer_than(request.GET.get("release", "")):
        message["release"] = newer
    return JsonResponse({**message, "now": clock.milliseconds()})


@never_cache
@require_safe
def lights(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the squares that light up for what a player chooses, for a page that cannot reach the socket."""
    match = match_or_404(match_id)
    return reply_with_lights(request, lambda form: answer_lights(match, match.seat_of(request.user), form))
