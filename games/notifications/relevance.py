"""Relevance: whether a notification still applies is decided by the app of its event."""

from __future__ import annotations

from collections.abc import Callable

Check = Callable[[str], bool]
_checks: dict[str, Check] = {}


def register_check(event: str, check: Check) -> None:
    """Register a check, by the notification's key, before a notification of this event is sent."""
    _checks[event] = check


def is_relevant(event: str, key: str) -> bool:
    """Return whether it is still to be sent."""
    check = _checks.get(event)
    return check is None or check(key)
