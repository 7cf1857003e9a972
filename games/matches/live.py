"""Announcements to open pages that a match has changed; the pages fetch what changed."""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from accounts import news
from games.matches.models import Match
from games.rules import Seat

log = logging.getLogger(__name__)


def match_group(match_id: str) -> str:
    """Return the channel-layer group of the open pages of a match."""
    return f"match.{match_id}"


def player_group(user_id: int) -> str:
    """Return the channel-layer group of the open pages of a player."""
    return f"player.{user_id}"


def announce(match: Match) -> None:
    """Announce a change of the match to its open pages and to both players; call it after the commit.

    A page that misses the message catches up with its next heartbeat, so a channel layer that is down is only logged.
    """
    groups = [match_group(match.pk), player_group(match.first_id), player_group(match.second_id)]
    _send_to(groups, match.pk, {"type": "match.changed", "match": match.pk, "version": match.version})
    news.announce(match.first_id, match.second_id, match=match.pk, ply=match.ply)


def announce_attendance(match_id: str, seat: Seat) -> None:
    """Announce that the player of this seat has come or gone."""
    _send_to([match_group(match_id)], match_id, {"type": "match.attendance", "match": match_id, "seat": int(seat)})


def announce_live_partial(match_id: str, name: str) -> None:
    """Announce that a live partial of the match has changed; call it after the commit."""
    _send_to([match_group(match_id)], match_id, {"type": "aside.changed", "name": name})


def _send_to(groups: list[str], match_id: str, message: dict[str, object]) -> None:
    try:
        async_to_sync(_group_send)(groups, message)
    except Exception:
        log.exception("A change of match %s was not announced", match_id)


async def _group_send(groups: list[str], message: dict[str, object]) -> None:
    layer = get_channel_layer()
    for group in groups:
        await layer.group_send(group, message)
