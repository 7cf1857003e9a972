"""Pages of the events: the list, one event, and the forms to enter and leave it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.online import presence
from accounts.player import viewer_of
from core import clock
from core.web import site_address
from games.events import services
from games.events.cups import plans
from games.events.cups.recurring import words_of
from games.events.errors import NoSuchEvent
from games.events.field import team_by_link
from games.events.lists import overview_for
from games.events.models import Entry
from games.events.partials import EVENT
from games.matches.errors import Refused

Action = Callable[[HttpRequest, User, str], str]


@never_cache
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """List the events: those of the viewer, the leagues of each game, the cups, and what is over."""
    return render(request, "events/events.html", {"overview": overview_for(viewer_of(request))})


@never_cache
@require_safe
def event(request: HttpRequest, key: str) -> HttpResponse:
    """Show an event."""
    viewer = viewer_of(request)
    one = services.find_event(key, viewer)
    if viewer and one.is_live and presence.is_seen(request):
        presence.touch(viewer)  # without scripts no socket says that the page is open
    context = EVENT.context(key, viewer)
    recurs = words_of(one.series) if one.series else ""
    is_in_charge = plans.is_in_charge(one, viewer)
    page = {
        "event": one,
        "recurs": recurs,
        "is_in_charge": is_in_charge,
        "teams": plans.teams_to_share(one, viewer),
        "site": site_address(request),
        **context,
    }
    return render(request, "events/event.html", page)


def action(view: Action) -> Callable[..., HttpResponse]:
    """Decorate what a form of an event's page does: the page says in a sentence what has happened, or why not."""

    @login_required
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def acting(request: HttpRequest, key: str) -> HttpResponse:
        viewer = viewer_of(request)
        if request.method == "POST" and viewer:
            try:
                messages.success(request, view(request, viewer, key))
            except NoSuchEvent:
                raise
            except Refused as refused:
                messages.error(request, str(refused))
        return redirect("events:event", key)

    return acting


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Enter the event by a post; otherwise show what one takes on, as after signing up on the way here."""
    viewer = viewer_of(request)
    if request.method == "POST" or viewer is None or viewer.is_guest:
        return _enter(request, key)
    one = services.find_event(key, viewer)
    is_in = one.entries.filter(player=viewer, state=Entry.State.IN).exists()
    if is_in or one.is_by_link or not services.takes_entries(one, clock.now()):
        return redirect(one)
    return render(request, "events/enter.html", {"event": one, "control": one.time_control})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def team(request: HttpRequest, key: str) -> HttpResponse:
    """Show the team of a link with a button to play for it; a post enters. To look changes nothing."""
    viewer = viewer_of(request)
    try:
        theirs = team_by_link(key)
    except NoSuchEvent as refused:
        return render(request, "events/gone.html", {"refused": refused}, status=refused.status)
    one = services.find_event(theirs.event_id, viewer)
    if request.method == "POST" and viewer:
        try:
            services.enter(one.pk, viewer, confirmed_bots="bots" in request.POST, link=key)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("You take part."))
            return redirect(one)
    entry = one.entries.select_related("team").filter(player=viewer).first()
    if entry and entry.team == theirs:
        return redirect(one)
    page = {
        "event": one,
        "control": one.time_control,
        "team": theirs,
        "entry": entry,
        "players": one.entries.filter(team=theirs, state=Entry.State.IN).count(),
        "is_full": services.is_full(one, theirs),
    }
    return render(request, "events/team.html", page)


@action
def _enter(request: HttpRequest, viewer: User, key: str) -> str:
    services.enter(key, viewer, confirmed_bots="bots" in request.POST)
    return _("You take part.")


@action
def withdraw(request: HttpRequest, viewer: User, key: str) -> str:
    """Withdraw from the event."""
    services.withdraw(key, viewer, before_it_begins="open" in request.POST)
    return _("You have withdrawn.")


@action
def stay(request: HttpRequest, viewer: User, key: str) -> str:
    """Say whether the viewer plays the next season of this league too."""
    stays = "stays" in request.POST
    services.stay(key, viewer, stays=stays)
    return _("You play the next season too.") if stays else _("You leave the league after this season.")
