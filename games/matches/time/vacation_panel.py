"""What the settings show of a player's nights and days off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.matches.time.timing import HOUR, MOST_EXCUSED
from games.matches.time.vacation import hours_left
from games.matches.time.vacation_forms import NightForm, VacationForm, usual_night


def rest_panel(page: Mapping[str, Any]) -> dict[str, Any] | None:
    """The context of the piece `_rest.html`; None for a page without a player."""
    player = page.get("user")
    if not isinstance(player, User):
        return None
    now = timezone.now()
    days, hours = divmod(hours_left(player, now.year), 24)
    return {
        "night_form": NightForm(player, initial=usual_night(player), auto_id="rest-%s"),
        "leave_form": VacationForm(player),
        "vacations": player.vacations.filter(ends_at__gt=now, planned=True),
        "days_left": days,
        "hours_left": hours,
        "most_excused": MOST_EXCUSED // HOUR,
    }
