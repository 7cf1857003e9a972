"""Jobs of the chat."""

from __future__ import annotations

from collections.abc import Sequence

from games.matches.models import Match
from games.social.live import announce
from games.social.models import Message


def announce_ends(matches: Sequence[Match]) -> None:
    """Have open pages reload chats in which spectators wrote: after the end, players may read their room."""
    messages = Message.objects.filter(match__in=matches, room=Message.Room.WATCHERS)
    for match_id in messages.order_by().values_list("match", flat=True).distinct():
        announce(match_id)


def announce_end(match: Match) -> None:
    """Have open pages of one match reload the chat if spectators wrote."""
    announce_ends([match])
