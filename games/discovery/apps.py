"""The discovery app."""

from __future__ import annotations

from django.apps import AppConfig


class DiscoveryConfig(AppConfig):
    """What search engines, chat programs and feed readers find."""

    name = "games.discovery"
    label = "discovery"

    def ready(self) -> None:
        """Plug into other apps."""
        from games.discovery import receivers  # noqa: F401
