"""Tells open pages that a match changed: that, never what."""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from accounts import news
from games.matches.models import Match
from games.rules import Seat

log = logging.getLogger(__name__)


def match_group(match_id: str) -> str:
    """The channel-layer group of everybody who looks at this match."""
    return f"match.{match_id}"


def player_group(user_id: int) -> str:
    """The channel-layer group of the open pages of one player."""
    return f"player.{user_id}"


def announce(match: Match) -> None:
    """Tells everybody who has the match open, and both players wherever they are; call it after the commit.

    A page that misses the message heals by its next heartbeat, so a layer that is down is only logged.
    """
    groups = [match_group(match.pk), player_group(match.first_id), player_group(match.second_id)]
    _tell(groups, match.pk, {"type": "match.changed", "match": match.pk, "version": match.version})
    news.announce(match.first_id, match.second_id, match=match.pk, ply=match.ply)


def announce_attendance(match_id: str, seat: Seat) -> None:
    """Tells everybody who has the match open that this player has come to the board, or left it."""
    _tell([match_group(match_id)], match_id, {"type": "match.attendance", "match": match_id, "seat": int(seat)})


def announce_live_partial(match_id: str, name: str) -> None:
    """Tells everybody who has the match open that a piece beside it changed; call it after the commit."""
    _tell([match_group(match_id)], match_id, {"type": "aside.changed", "name": name})


def _tell(groups: list[str], match_id: str, message: dict[str, object]) -> None:
    try:
        async_to_sync(_send)(groups, message)
    except Exception:
        log.exception("News of match %s was not announced", match_id)


async def _send(groups: list[str], message: dict[str, object]) -> None:
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, message)
