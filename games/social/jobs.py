"""Jobs of the conversations."""

from __future__ import annotations

from games.matches.models import Match
from games.social.live import announce


def announce_end(match: Match) -> None:
    """Have open pages show the conversation again: the end opens the watchers' part to the players."""
    announce(match.pk)
