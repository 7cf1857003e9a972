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
from core.clock import zone_of
from games.catalogue import games
from games.events import services
from games.events.cups.forms import CupForm
from games.events.cups.published import pairings_of
from games.events.cups.recurring import RULES, repeat, stop
from games.events.errors import NoGuests, NoSuchEvent, TooManyEvents
from games.events.models import Event
from games.events.views import action, viewer_of
from games.matches.errors import Refused

MOST = 5  # events of a player that are open for entry or run


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new cup of the game `?game=`; a post makes the cup."""
    slug = request.POST.get("game") or request.GET.get("game", "")
    game = games().get(slug) or next(iter(games().values()))
    zone = zone_of(request.user, request.COOKIES)
    form = CupForm(game, zone, request.POST if request.method == "POST" else None)
    status = 200
    viewer = viewer_of(request)
    if form.is_bound and viewer:
        status = 422
        try:
            if form.is_valid():
                event = make(form, viewer, zone.key)
                messages.success(request, _("Your event is open for entry. Send its link to others."))
                return redirect("events:event", event.pk)
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
        services.lock_creator(creator)
        alive = Event.objects.filter(creator=creator, state__in=[Event.State.OPEN, Event.State.RUNNING])
        if alive.count() >= MOST:
            raise TooManyEvents
        if rule := form.cleaned_data["repeat"]:
            repeat(event, RULES[rule][1], zone)
        return services.announce_event(event)


@action
def pause(_request: HttpRequest, viewer: User, key: str) -> str:
    """Pause in the event."""
    services.pause(key, viewer)
    return _("You pause. Return when you like.")


@action
def end_series(_request: HttpRequest, viewer: User, key: str) -> str:
    """Have a cup of the viewer not recur any more."""
    series = services.find_event(key).series
    if series is None or series.creator_id != viewer.pk:
        raise NoSuchEvent
    stop(series, viewer)
    return _("This event does not recur any more. What is announced stays.")


@require_safe
def pairings(_request: HttpRequest, key: str) -> HttpResponse:
    """Return all pairings of an event that is over with its seed, so that all can pair it again."""
    try:
        event = services.find_event(key)
    except NoSuchEvent:
        raise Http404 from None
    return JsonResponse(pairings_of(event))
