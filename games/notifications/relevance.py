"""Whether what a notice is about still stands; the app that it belongs to knows."""

from __future__ import annotations

from collections.abc import Callable

Stands = Callable[[str], bool]
_stands: dict[str, Stands] = {}


def ask_before(event: str, stands: Stands) -> None:
    """Have `stands` asked with the notice's key before a notice of such an event is sent."""
    _stands[event] = stands


def is_wanted(event: str, key: str) -> bool:
    """Whether there is still reason to send it."""
    stands = _stands.get(event)
    return stands is None or stands(key)
