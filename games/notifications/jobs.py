"""Jobs of the notifications."""

from __future__ import annotations

from datetime import timedelta

from games.jobs.registry import handler
from games.matches.events import match_ended
from games.matches.models import Match
from games.notifications import services
from games.notifications.channels.registry import channels
from games.notifications.delivery import deliver

FIRST_PAUSE = timedelta(minutes=1)

for _channel in channels().values():
    if _channel.queue:
        handler(_channel.job, queue=_channel.queue, most_tries=_channel.most_tries, first_pause=FIRST_PAUSE)(deliver)


@match_ended.job("notifications.match_ended")
def tell_end(match: Match) -> None:
    """Tell both players that their match is over."""
    services.tell_end(match)
