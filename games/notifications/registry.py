"""The channels of this site, as the settings list them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from games.notifications.channel import Channel
from games.notifications.errors import REASONS, Reason


@cache
def channels() -> Mapping[str, Channel]:
    """Return the channels by name, in the order of the settings."""
    listed: list[Channel] = [import_string(path)() for path in settings.NOTIFICATION_CHANNELS]
    return {channel.name: channel for channel in listed}


def reason_of(key: str) -> Reason:
    """Return why a delivery failed or waits; empty for an unknown key."""
    known = [REASONS, *(channel.reasons for channel in channels().values())]
    return next((reasons[key] for reasons in known if key in reasons), "")


def label_of(name: str) -> Reason:
    """Return the label of a channel, or the name of one that the site no longer has."""
    channel = channels().get(name)
    return channel.label if channel else name
