"""Announcements to the open pages of the lobby: that something changed, never what."""

from __future__ import annotations

from core.live import fanout

LOBBY = "lobby"
_changes = 0


def announce() -> None:
    """Have every open lobby page brought up to date; call it after the commit.

    A page that misses the event catches up with its next heartbeat.
    """
    note_change()
    fanout.publish([LOBBY], {"type": "lobby.changed"})


def announce_arrival() -> None:
    """Have the lists of players who are online brought up to date."""
    note_change()
    fanout.publish([LOBBY], {"type": "lobby.arrival"})


def note_change() -> None:
    """Have the next page that is loaded from this process read the lists again."""
    global _changes
    _changes += 1


def changes() -> int:
    """Return how many changes this process has noted."""
    return _changes
