"""A player's page, to which other apps add by slots; the panel and the views of night and vacation."""

from __future__ import annotations

from functools import lru_cache

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import fields_of
from accounts.models import User
from accounts.online import presence
from accounts.player import player_at, player_of
from core import clock
from core.clock import known_zone
from core.hooks import Context
from core.web import answer_saved, first_error
from games.matches.errors import Refused
from games.matches.forms import NightForm, VacationForm
from games.matches.models import Vacation
from games.matches.play import vacation
from games.matches.play.vacation import hours_besides
from games.matches.time.control import HOUR, MOST_AUTOMATIC_VACATION


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


@lru_cache(maxsize=100)
def _night_fields(language: str | None, last_zone: str, zone: str, begins: int | None, ends: int | None) -> SafeString:
    """Draw the fields of a night, which has hundreds of time zones, once for all players who have chosen the same."""
    night = {"time_zone": zone, "night_begins": begins, "night_ends": ends}
    return fields_of(NightForm(last_zone, initial=night, auto_id="night-%s"))


def vacation_panel(page: Context) -> Context | None:
    """Return the context of the partial `_vacation.html`; None for a page without a player."""
    player = page.get("user")
    if not isinstance(player, User):
        return None
    now = clock.now()
    vacations = list(Vacation.objects.filter(player=player))
    night = (player.time_zone, player.night_begins, player.night_ends)
    return {
        "night_fields": _night_fields(get_language(), known_zone(player.last_zone), *night),
        "vacation_fields": fields_of(VacationForm(player.zone)),
        "vacations": [vacation for vacation in vacations if vacation.planned and vacation.ends_at > now],
        "left": _vacation_left(hours_besides(vacations, now.year)),
        "most_automatic": MOST_AUTOMATIC_VACATION // HOUR,
    }


def _vacation_left(hours: int) -> str:
    """Return a sentence that says how much vacation these hours are."""
    days, hours = divmod(hours, 24)
    if not hours:
        return ngettext("%(days)d vacation day left this year.", "%(days)d vacation days left this year.", days) % {
            "days": days
        }
    return gettext("%(days)s and %(hours)s of vacation left this year.") % {
        "days": ngettext("%(count)d day", "%(count)d days", days) % {"count": days},
        "hours": ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours},
    }
