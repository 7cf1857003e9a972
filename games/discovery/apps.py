"""The discovery app."""

from __future__ import annotations

from django.apps import AppConfig


class DiscoveryConfig(AppConfig):
    """What the site offers to search engines, chat programs, feed readers and calendars."""

    name = "games.discovery"
    label = "discovery"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.discovery import receivers  # noqa: F401
