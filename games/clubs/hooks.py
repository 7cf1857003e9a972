"""Hooks of the clubs: what other apps show on a club's page."""

from __future__ import annotations

from accounts.models import User
from core.hooks import Hook
from core.live.partials import LivePartial
from games.clubs.models import Club

# A `LivePartial` of the page of a club; whenever it changes, its app calls `games.clubs.services.announce`.
club_partials = Hook[LivePartial[Club, User | None]]()
