"""Tells open pages of a match that its chat changed; each page fetches what its viewer may read."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from games.matches.live import announce_live_partial
from games.matches.models import Match

TALK = "talk"


def announce(match_id: str) -> None:
    """Have every page that shows the chat of this match refresh it; call it after the commit."""
    announce_live_partial(match_id, TALK)


def announce_end(match: Match, **more: object) -> None:
    """Refresh the chat when a match ends, since players may read the spectators' room from then on."""
    transaction.on_commit(partial(announce, match.pk))
