"""Live updates of the chat: announcements that it changed, without its content."""

from __future__ import annotations

from games.matches.play.updates import announce_live_partial

CHAT = "chat_messages"  # the live partial of a match page


def announce(match_id: str) -> None:
    """Have every open page with the chat of this match reload it; call this after the commit."""
    announce_live_partial(match_id, CHAT)
