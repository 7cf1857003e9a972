"""Views that change a player's night and vacation: htmx gets a sentence, other requests a redirect to the settings."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.player import player_of
from core import clock
from core.responses import answer_saved, first_error
from games.matches.errors import Refused
from games.matches.pages.vacation_forms import NightForm, VacationForm
from games.matches.play import vacation


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
