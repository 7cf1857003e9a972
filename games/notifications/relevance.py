"""Relevance: whether a notification still applies is decided by the app of its event."""

from __future__ import annotations

from collections.abc import Callable

Stands = Callable[[str], bool]
_stands: dict[str, Stands] = {}


def ask_before(event: str, stands: Stands) -> None:
    """Register a check, by the notification's key, before a notification of this event is sent."""
    _stands[event] = stands


def is_wanted(event: str, key: str) -> bool:
    """Return whether it is still to be sent."""
    stands = _stands.get(event)
    return stands is None or stands(key)
