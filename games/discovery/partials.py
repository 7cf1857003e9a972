"""Partials for the pages of other apps."""

from __future__ import annotations

from accounts.models import User
from core.addresses import absolute
from core.hooks import Context
from games.discovery.calendars import token_of


def calendar_panel(page: Context) -> Context | None:
    """Return the address of the player's calendar, empty for none, for the settings."""
    user = page.get("user")
    if not isinstance(user, User):
        return None
    token = token_of(user)
    return {"calendar_address": absolute(f"/calendar/{token}.ics", page.get("request")) if token else ""}
