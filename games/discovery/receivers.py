"""What discovery plugs into others: the calendar in settings and personal data, and the embedding of matches."""

from __future__ import annotations

from accounts.hooks import Export, account_deletion, personal_data
from accounts.models import User
from core.hooks import Context, SlotPartial
from core.web import absolute
from games import slots
from games.discovery import calendars
from games.discovery.calendars import token_of


def calendar_panel(page: Context) -> Context | None:
    """Return the address of the player's calendar, empty for none, for the settings."""
    user = page.get("user")
    if not isinstance(user, User):
        return None
    token = token_of(user)
    return {"calendar_address": absolute(f"/calendar/{token}.ics", page.get("request")) if token else ""}


slots.settings.register(SlotPartial("discovery/_calendar.html", calendar_panel), rank=70)
slots.replay.register(SlotPartial("discovery/_embed_match.html"), rank=90)
account_deletion.register(calendars.stop)
personal_data.register(Export("calendar", calendars.exported))
