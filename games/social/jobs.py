"""Jobs of the conversations."""

from __future__ import annotations

from games.matches.events import match_ended
from games.matches.models import Match
from games.social.live import announce


@match_ended.job("social.announce_end")
def announce_end(match: Match) -> None:
    """Have open pages show the conversation again: the end opens the watchers' part to the players."""
    announce(match.pk)
