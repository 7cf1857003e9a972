"""Hooks of the clubs: what other apps show on a club's page, and what follows when members leave."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from core.hooks import Hook
from core.live.partials import LivePartial
from games.clubs.models import Club

# A `LivePartial` of the page of a club; whenever it changes, its app calls `games.clubs.services.announce`.
club_partials = Hook[LivePartial[Club, User | None]]()
# A function of a club that members have left, or that is closed; called in the transaction, which may lock players.
members_left = Hook[Callable[[Club], object]]()
# A function of a closed club: whether something that stays still needs its name.
name_needs = Hook[Callable[[Club], bool]]()
