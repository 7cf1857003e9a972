"""Partials of the notifications on other pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from accounts.slots import fill_slot
from games.notifications.channels.registry import channels
from games.notifications.forms import PreferencesForm
from games.notifications.preferences import preferences_of
from games.notifications.turns import waiting_turns
from games.notifications.wording import count_of

Page = Mapping[str, Any]


def put_panels() -> None:
    """Fill the slots: the number of turns, the link to the next one, the settings."""
    fill_slot("title", "notifications/title.txt", _turns)
    fill_slot("header", "notifications/_my_turns.html", _turns)
    fill_slot("match", "notifications/_next.html", _next, rank=10)
    fill_slot("settings", "notifications/_notifications.html", _settings, rank=30)


def _turns(page: Page) -> Page | None:
    """Return the number of waiting turns, computed once a request."""
    request, user = page.get("request"), page.get("user")
    if request is None or not isinstance(user, User):
        return None
    if not hasattr(request, "waiting_turns"):
        request.waiting_turns = waiting_turns(user).count()
    return {"waiting": request.waiting_turns, "label": count_of(request.waiting_turns)}


def _next(page: Page) -> Page | None:
    """Return the waiting turns in other matches, for the players of this match."""
    turns, table = _turns(page), page.get("table")
    if turns is None or table is None or table.seat is None:
        return None
    return {"others": turns["waiting"] - (not table.over and table.my_turn)}


def _settings(page: Page) -> Page:
    return settings_of(page["request"].user)


def settings_of(user: User, form: PreferencesForm | None = None) -> Page:
    """Return the context of the settings."""
    preferences = preferences_of(user)
    return {
        "preferences": preferences,
        "preferences_form": form or PreferencesForm.showing(preferences),
        **{name: value for channel in channels().values() for name, value in channel.settings(user).items()},
    }
