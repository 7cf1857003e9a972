"""A player's page, to which other apps add by slots, and the views that change a player's night and vacation."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.online import presence
from accounts.player import player_at, player_of
from core import clock
from core.web.saving import answer_saved, first_error
from games.matches.errors import Refused
from games.matches.pages.vacation_forms import NightForm, VacationForm
from games.matches.play import vacation


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show the player's name and join date; redirect from a look-alike spelling of the name."""
    person = player_at(name)
    if person.username != name:
        return redirect("matches:player", person.username)
    context = {
        "person": person,
        "is_online": presence.is_online(person),
        "is_blocked": isinstance(request.user, User) and request.user.blocks.filter(of=person).exists(),
    }
    return render(request, "matches/player.html", context)


@login_required
@require_POST
def night(request: HttpRequest) -> HttpResponse:
    """Save the time zone and the hours of the night."""
    player = player_of(request)
    form = NightForm(player.last_zone, request.POST)
    if not form.is_valid():
        return _back(request, wrong=first_error(form))
    vacation.set_night(player, **form.cleaned_data)
    return _back(request, _("Saved. Your night counts from your next turn."))


@login_required
@require_POST
def plan(request: HttpRequest) -> HttpResponse:
    """Plan a vacation."""
    player = player_of(request)
    form = VacationForm(player.zone, request.POST)
    if not form.is_valid():
        return _back(request, wrong=first_error(form))
    try:
        vacation.plan_vacation(player, *form.span)
    except Refused as refused:
        return _back(request, wrong=str(refused))
    return _back(request, _("Your vacation is planned."))


@login_required
@require_POST
def take_back(request: HttpRequest, vacation_id: int) -> HttpResponse:
    """Cancel a planned vacation, or end one that has begun at the next full hour."""
    vacation.cancel_vacation(player_of(request), vacation_id, clock.now())
    return _back(request, _("Vacation cancelled: your clocks are running again."))


def _back(request: HttpRequest, done: str = "", wrong: str = "") -> HttpResponse:
    return answer_saved(request, f"{reverse('accounts:settings')}#vacation", done, wrong=wrong)
