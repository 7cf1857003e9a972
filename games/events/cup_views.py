"""Pages of cups: the form of a new one, the pause of an arena, and the pairings to be checked."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.player import lock_players, viewer_of
from core.clock import zone_of
from core.web import parse_key
from games.catalogue import games
from games.clubs.errors import NotCaptain
from games.clubs.models import LEADERS
from games.clubs.services import check_leads, role_of
from games.clubs.views import club_or_404
from games.events import services
from games.events.cups import plans
from games.events.cups.forms import CupForm, PlanForm
from games.events.cups.published import pairings_of
from games.events.cups.recurring import RULES, repeat, stop
from games.events.errors import NoGuests, NoSuchEvent, TooManyEvents
from games.events.field import Field
from games.events.formats.teams import players_of
from games.events.models import Event
from games.events.views import action
from games.matches.errors import Blocked, Refused

MOST = 5  # events of a player that are open for entry or run


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new cup of the game `?game=`, for the members of the club `?club=` alone; a post makes it."""
    viewer, club = viewer_of(request), None
    if key := request.POST.get("club") or request.GET.get("club", ""):
        club = club_or_404(request, key)
        if role_of(club, viewer) not in LEADERS:
            messages.error(request, str(NotCaptain.reason))
            return redirect(club)
    slug = request.POST.get("game") or request.GET.get("game", "")
    game = games().get(slug) or next(iter(games().values()))
    zone = zone_of(request.user, request.COOKIES)
    form = CupForm(game, zone, request.POST if request.method == "POST" else None, club=club)
    status = 200
    if form.is_bound and viewer:
        status = 422
        try:
            if form.is_valid():
                event = make(form, viewer, str(zone))
                words = _("Your event is open for entry. Send its link to others.")
                if event.is_by_link:
                    words = _("Your team match is open for entry. Send each team its link.")
                if club:
                    words = _("The event is open for entry. Members see it here and on Today.")
                messages.success(request, words)
                return redirect(club or event)
        except Refused as refused:
            form.add_error(None, str(refused))
            status = refused.status
    return render(request, "events/new.html", {"form": form, "games": games().values()}, status=status)


def make(form: CupForm, creator: User, zone: str) -> Event:
    """Store the event of a valid form, and the series that it begins. Raises Refused."""
    if creator.is_guest:
        raise NoGuests
    event = form.event()
    event.creator = creator
    with transaction.atomic():
        if not lock_players(creator):  # or two requests could exceed the limit
            raise Blocked
        if event.club:
            check_leads(event.club, creator)
        alive = Event.objects.filter(creator=creator, state__in=[Event.State.OPEN, Event.State.RUNNING])
        if alive.count() >= MOST:
            raise TooManyEvents
        if rule := form.cleaned_data["repeat"]:
            repeat(event, RULES[rule][1], zone)
        return services.announce_event(event, *form.teams)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form in which the player who made an event changes its plan; a post stores it."""
    event, viewer = _planned(request, key)
    zone = zone_of(viewer, request.COOKIES)
    form = PlanForm(zone, request.POST if request.method == "POST" else None, event=event)
    if form.is_bound and form.is_valid():
        try:
            plan = {name: form.cleaned_data[name] for name in ("name", "text", "starts_at")}
            plans.change(key, viewer, **plan, teams=form.teams)
            messages.success(request, _("The event is changed."))
            return redirect(event)
        except Refused as refused:
            form.add_error(None, str(refused))
    return render(request, "events/change.html", {"event": event, "form": form}, status=422 if form.is_bound else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the player who made an event whether to cancel it; a post does that."""
    event, viewer = _planned(request, key)
    if request.method == "POST":
        try:
            plans.cancel(key, viewer)
            messages.success(request, _("The event is cancelled. All who had entered are told."))
        except Refused as refused:
            messages.error(request, str(refused))
    elif plans.may_plan(event, viewer):
        return render(request, "events/cancel.html", {"event": event})
    return redirect(event)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the player who made a team match by link whether to begin it now; a post does that."""
    event, viewer = _planned(request, key)
    if request.method == "POST":
        try:
            plans.start_now(key, viewer)
            messages.success(request, _("The match begins."))
        except Refused as refused:
            messages.error(request, str(refused))
    elif event.is_by_link and plans.may_plan(event, viewer):
        boards = min(map(len, players_of(Field.read(event))))
        return render(request, "events/start.html", {"event": event, "boards": boards})
    return redirect(event)


@action
def renew(request: HttpRequest, viewer: User, key: str) -> str:
    """Give a team a new link; its number is posted."""
    _planned(request, key)
    team = plans.renew_link(key, viewer, parse_key(request.POST.get("team", "")) or 0)
    return _("%(team)s have a new link. The old one no longer works.") % {"team": team}


@action
def take_out(request: HttpRequest, viewer: User, key: str) -> str:
    """Take a player out of a team match by link before it begins."""
    _planned(request, key)
    if player := plans.take_out(key, viewer, parse_key(request.POST.get("player", "")) or 0):
        return _("%(name)s no longer takes part. Renew the link if it should stay so.") % {"name": player}
    return _("This player does not take part.")


def _planned(request: HttpRequest, key: str) -> tuple[Event, User]:
    viewer = viewer_of(request)
    event = services.find_event(key, viewer)
    if viewer is None or not plans.is_in_charge(event, viewer):
        raise Http404
    return event, viewer


@action
def pause(_request: HttpRequest, viewer: User, key: str) -> str:
    """Pause in the event."""
    services.pause(key, viewer)
    return _("You are paused. Return when you like.")


@action
def end_series(_request: HttpRequest, viewer: User, key: str) -> str:
    """Have a cup of the viewer not recur any more."""
    event = services.find_event(key, viewer)
    if event.series is None or not plans.is_in_charge(event, viewer):
        raise NoSuchEvent
    stop(event.series)
    return _("This event does not recur any more. What is announced stays.")


@require_safe
def pairings(request: HttpRequest, key: str) -> HttpResponse:
    """Return all pairings of an event that is over with its seed, so that all can pair it again."""
    return JsonResponse(pairings_of(services.find_event(key, viewer_of(request))))
