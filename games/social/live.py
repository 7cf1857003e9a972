"""Tells open pages of a match that something was said there: that, never what."""

from __future__ import annotations

from games.matches.live import announce_live_partial

TALK = "talk"


def announce(match_id: str) -> None:
    """Lets every page that shows the conversation of this match look again; call it after the commit."""
    announce_live_partial(match_id, TALK)
