"""Jobs of the notifications."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from games.jobs.hooks import Handler
from games.matches.models import Match
from games.notifications import services
from games.notifications.delivery import deliver
from games.notifications.registry import channels

FIRST_PAUSE = timedelta(minutes=1)


def handlers() -> Iterator[Handler]:
    """Yield a handler for the deliveries of each channel that has a queue."""
    for channel in channels().values():
        if channel.queue:
            yield Handler(channel.job, deliver, channel.queue, channel.most_tries, FIRST_PAUSE)


def tell_nudge(match: Match) -> None:
    """Tell the player to move that the opponent waits."""
    services.tell_nudge(match)


def tell_end(match: Match) -> None:
    """Tell both players that their match is over."""
    services.tell_end(match)


def tell_ends(matches: Sequence[Match]) -> None:
    """Tell the players of several matches that these are over."""
    services.tell_ends(matches)
