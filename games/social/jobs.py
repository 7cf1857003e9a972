"""Jobs of the chat."""

from __future__ import annotations

from games.matches.models import Match
from games.social.live import announce


def announce_end(match: Match) -> None:
    """Have open pages reload the chat: after the end, players may read the spectators' room."""
    announce(match.pk)
