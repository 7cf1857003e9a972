"""Tells open pages of a match that something was said there: that, never what."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from games.matches.live import announce_live_partial
from games.matches.models import Match

TALK = "talk"


def announce(match_id: str) -> None:
    """Lets every page that shows the conversation of this match look again; call it after the commit."""
    announce_live_partial(match_id, TALK)


def announce_end(match: Match, **more: object) -> None:
    """The end opens the watchers' conversation to the players."""
    transaction.on_commit(partial(announce, match.pk))
