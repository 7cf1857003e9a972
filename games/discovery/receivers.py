"""Receivers of the discovery app: the calendar in the settings, in the export, and at the deletion of an account."""

from __future__ import annotations

from accounts.hooks import Export, account_deletion, personal_data
from core.hooks import SlotPartial
from games import slots
from games.discovery import calendars, partials

slots.settings.register(SlotPartial("discovery/_calendar.html", partials.calendar_panel), rank=70)
slots.replay.register(SlotPartial("discovery/_embed_match.html"), rank=90)
account_deletion.register(calendars.stop)
personal_data.register(Export("calendar", calendars.exported))
