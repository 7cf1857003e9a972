"""Announcements to the open pages of the lobby: that something changed, never what."""

from __future__ import annotations

from accounts import fanout

LOBBY = "lobby"


def announce() -> None:
    """Have every open lobby page brought up to date; call it after the commit.

    A page that misses the event heals with its next heartbeat.
    """
    fanout.publish([LOBBY], {"type": "lobby.changed"})


def announce_arrival() -> None:
    """Have the lists of players who are online brought up to date."""
    fanout.publish([LOBBY], {"type": "lobby.arrival"})
