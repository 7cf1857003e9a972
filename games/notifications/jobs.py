"""Jobs of the notifications."""

from __future__ import annotations

from games.matches.models import Match
from games.notifications import services


def tell_end(match: Match) -> None:
    """Tell both players that their match is over."""
    services.tell_end(match)
