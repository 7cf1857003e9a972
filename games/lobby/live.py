"""Announcements to the open pages of the lobby: that something changed, never what."""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

LOBBY = "lobby"
CHANGED = {"type": "lobby.changed"}


def announce() -> None:
    """Have every open lobby page look again; call it after the commit.

    A page that misses the message heals with its next heartbeat, so an unreachable channel layer is only logged.
    """
    try:
        async_to_sync(get_channel_layer().group_send)(LOBBY, CHANGED)
    except Exception:
        log.exception("A change of the lobby was not announced")
