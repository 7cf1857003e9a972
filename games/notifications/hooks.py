"""Hooks of the notifications: whether one still applies is decided by the app of its event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.hooks import Hook


@dataclass(frozen=True)
class RelevanceCheck:
    """A function that tells by a notification's key whether it still applies; called before one of `event` is sent."""

    event: str
    is_relevant: Callable[[str], bool]


# An event has any number of checks. A notification is sent if all of them agree.
relevance_checks = Hook[RelevanceCheck]()


def is_relevant(event: str, key: str) -> bool:
    """Return whether a notification of this event with this key still applies."""
    return all(check.is_relevant(key) for check in relevance_checks if check.event == event)
