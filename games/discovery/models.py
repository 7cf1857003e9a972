"""Secret addresses of calendars."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models


def new_token() -> str:
    """Return a token that cannot be guessed: 192 bits."""
    return secrets.token_urlsafe(24)


class CalendarAddress(models.Model):
    """The secret address of a player's calendar, which alone gives access to the deadlines (a capability URL)."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_address")
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    made_at = models.DateTimeField(auto_now=True)
